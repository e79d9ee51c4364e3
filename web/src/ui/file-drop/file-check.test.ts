import { expect, it } from 'vitest'
import { acceptOf, checkFile, formatBytes, JPG, kindNames, PDF, PNG } from './file-check.ts'

const RULES = { kinds: [PNG, JPG], bytesMax: 1_000, filesMax: 3 }

it.each([
  ['cedula.png', 'image/png', 1_000, null],
  ['CEDULA.JPEG', 'image/jpeg', 5, null],
  ['sin-tipo.jpg', '', 5, null],
  ['cedula.pdf', 'application/pdf', 5, 'type'],
  ['virus.exe', 'image/png', 5, 'type'],
  ['pagina.png', 'text/html', 5, 'type'],
  ['grande.png', 'image/png', 1_001, 'size'],
  ['vacio.png', 'image/png', 0, 'empty'],
])('%s (%s, %i bytes) is %s', (name, type, size, problem) => {
  expect(checkFile({ name, type, size }, RULES)).toBe(problem)
})

it('names types and sizes for people', () => {
  expect(kindNames([PNG, JPG, PDF])).toBe('PNG, JPG o PDF')
  expect(formatBytes(1)).toBe('0,1\u00a0KB')
  expect(formatBytes(10_000_001)).toBe('10,1\u00a0MB')
  expect(formatBytes(10_000_000)).toBe('10\u00a0MB')
})

it('tells the browser types and extensions', () => {
  expect(acceptOf([PDF])).toBe('application/pdf,.pdf')
})
