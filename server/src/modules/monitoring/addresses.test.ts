import { expect, it } from 'vitest'
import { hasUnit, lastNames, normaliseAddress } from './addresses.ts'

it.each([
  ['Carrera 7 # 12-34 Apto 501', 'kr 7 12 34 ap 501'],
  ['Cra. 7 No. 12 - 34 apartamento 501', 'kr 7 12 34 ap 501'],
  ['KR 7 Nº 12 34 AP 501', 'kr 7 12 34 ap 501'],
  ['Calle 100A Bis #15-20, Torre 2, Int. 3', 'cl 100 a bis 15 20 to 2 in 3'],
  ['CLL 100 A BIS 15 20 T. 2', 'cl 100 a bis 15 20 t 2'],
  ['Transv. 5ª este, Bogotá D.C.', 'tv 5 este bogota d cl'],
])('ADM-13 %s', (address, expected) => {
  expect(normaliseAddress(address)).toBe(expected)
})

it('ADM-13 a door is more than a building', () => {
  expect(['kr 7 12 34 ap 501', 'cl 1 2 3 ca 4', 'kr 7 12 34', 'kr 7 12 34 to 2'].map(hasUnit)).toEqual([true, true, false, false])
})

it('ADM-13 last names are what a family shares', () => {
  // Words of addresses are ordinary names too.
  expect(['Ana Sofía Casas No', 'Luis Casa Local'].map(lastNames)).toEqual(['casas no', 'casa local'])
  expect(['Ana María Rojas Pérez', 'Luis Rojas Perez', 'Ana Rojas', 'Ana'].map(lastNames)).toEqual([
    'rojas perez',
    'rojas perez',
    'rojas',
    '',
  ])
})
