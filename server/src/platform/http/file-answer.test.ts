import { expect, it } from 'vitest'
import { fileName } from './file-answer.ts'

it.each([
  ['cedula-1.pdf', 'filename="cedula-1.pdf"'],
  ['cédula de Łucja.pdf', `filename="c_dula_de__ucja.pdf"; filename*=UTF-8''c%C3%A9dula%20de%20%C5%81ucja.pdf`],
  ["паспорт (1)'.jpg", `filename="_________1__.jpg"; filename*=UTF-8''%D0%BF%D0%B0%D1%81%D0%BF%D0%BE%D1%80%D1%82%20%281%29%27.jpg`],
])('B7 a file keeps every letter of its name: %s', (name, header) => {
  expect(fileName(name)).toBe(header)
})
