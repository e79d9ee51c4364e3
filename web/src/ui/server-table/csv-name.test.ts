import { expect, it } from 'vitest'
import { csvName } from './csv-name.ts'

it.each([
  ['user-information.csv', 'user-information.csv'],
  ['user-information', 'user-information.csv'],
  ['Información de usuarios', 'Informacion-de-usuarios.csv'],
  ['../../etc/passwd', 'etc-passwd.csv'],
  ['alertas 2026/11', 'alertas-2026-11.csv'],
  ['...', 'tunjo.csv'],
])('%s becomes %s', (name, file) => {
  expect(csvName(name)).toBe(file)
})
