import { expect, it } from 'vitest'
import { addressLikeness } from './compare-addresses.ts'
import { compareProof, proofAgrees } from './compare-proof.ts'
import { hasUnit, lastNames, normaliseAddress } from './normalise-address.ts'

it.each([
  ['Carrera 7 # 12-34 Apto 501', 'kr 7 12 34 ap 501'],
  ['Cra. 7 No. 12 - 34 apartamento 501', 'kr 7 12 34 ap 501'],
  ['KR 7 Nº 12 34 AP 501', 'kr 7 12 34 ap 501'],
  ['Calle 100A Bis #15-20, Torre 2, Int. 3', 'cl 100 a bis 15 20 to 2 in 3'],
  ['CLL 100 A BIS 15 20 T. 2', 'cl 100 a bis 15 20 t 2'],
  ['Transv. 5ª este, Bogotá D. C.', 'tv 5 este bogota dc'],
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

it.each([
  ['Carrera 7 # 12-34 Apto 501', 'KR 7 No. 12 34 AP 501', 'same'],
  ['Carrera 7 # 12-34 Apto 501', 'Cra 7 12-34', 'same'],
  ['Carrera 7 # 12-34', 'KR 7 12 34 Barrio Chapinero, Bogotá D.C.', 'same'],
  ['Carrera 7 # 12-34 Torre 2 Apto 501', 'KR 7 12 34 TO 2 AP 501 Conjunto Los Robles', 'same'],
  ['Carrera 7 # 12-34', 'Calle 7 # 12-34', 'other'],
  ['Carrera 7 # 12-34', 'Carrera 7 # 12-35', 'other'],
  ['Carrera 7 # 12-34', 'Carrera 7 Bis A # 12-34', 'same'],
  ['Carrera 7 A # 12-34', 'Carrera 7 B # 12-34', 'other'],
  ['Carrera 7 # 12-34 Apto 501', 'Carrera 7 # 12-34 Apto 502', 'other'],
  ['Vereda El Rosal, km 5', 'Vda. El Rosal kilómetro 5', 'same'],
  ['Vereda El Rosal', 'Vereda La Palma', 'other'],
  ['', 'Carrera 7', 'other'],
])('ADM-13 %s and %s are the %s place', (one, other, expected) => {
  const [there, back] = [addressLikeness(one, other), addressLikeness(other, one)]
  expect(there).toBeCloseTo(back)
  expect(there >= 0.8 ? 'same' : 'other').toBe(expected)
})

const DECLARED = { fullName: 'Ana María Rojas Pérez', homeAddress: 'Calle 45 # 13-20', cityId: 1, city: '', sentOn: '2026-11-23' }
const READ = { holderName: 'ROJAS PEREZ ANA MARIA', address: 'CL 45 13 20', cityId: 1, city: '', issuedOn: '2026-11-01', relation: '' }
it.each([
  [{}, {}, []],
  [{ cityId: 2 }, {}, ['city']],
  [{ address: 'CL 54 13 20' }, {}, ['address']],
  [{ issuedOn: '2026-08-25' }, {}, []],
  [{ issuedOn: '2026-08-24' }, {}, ['age']],
  [{ issuedOn: '2026-11-23' }, {}, []],
  [{ issuedOn: '2026-11-24' }, {}, ['age']],
  [{ holderName: 'Luis Gómez Díaz' }, {}, ['name']],
  [{ holderName: 'Luis Gómez Díaz', relation: 'Arrendador, según el contrato' }, {}, []],
  [{ cityId: null, city: 'Quito' }, { cityId: null, city: 'QUITO' }, []],
  [{ cityId: null, city: 'Quito' }, { cityId: null, city: 'Guayaquil' }, ['city']],
  [{ cityId: null, city: 'Quito' }, {}, ['city']],
])('ADM-13 a proof that says %o beside %o differs in %o', (read, declared, differs) => {
  const bounds = { addressPercent: 80n, namePercent: 85n, ageDays: 90 }
  const compared = proofAgrees(compareProof({ ...READ, ...read }, { ...DECLARED, ...declared }), bounds)
  expect(Object.entries(compared).flatMap(([name, agrees]) => (agrees ? [] : [name]))).toEqual(differs)
})
