import { expect, it } from 'vitest'
import { addressLikeness } from './address-likeness.ts'
import { compareProof, proofAgrees } from './compare-proof.ts'
import { hasUnit, lastNames, normaliseAddress } from './normalise-address.ts'

it.each([
  ['Carrera 7 # 12-34 Apto 501', 'kr 7 12 34 ap 501'],
  ['Cra. 7 No. 12 - 34 apartamento 501', 'kr 7 12 34 ap 501'],
  ['KR 7 Nº 12 34 AP 501', 'kr 7 12 34 ap 501'],
  ['Calle 100A Bis #15-20, Torre 2, Int. 3', 'cl 100 a bis 15 20 to 2 in 3'],
  ['CLL 100 A BIS 15 20 T. 2', 'cl 100 a bis 15 20 to 2'],
  ['Transv. 5ª este, Bogotá D. C.', 'tv 5 este bogota dc'],
  ['Cra. 7ª # 12-34 Apto 501', 'kr 7 12 34 ap 501'],
  ['Carrera 7C # 12-34', 'kr 7 c 12 34'],
  ['Carrera 7 C # 012-04', 'kr 7 c 12 4'],
  ['AK 68 No. 1-02', 'kr 68 1 2'],
  ['Avenida Carrera 68 # 1-2', 'kr 68 1 2'],
  ['AC 26 59 51', 'cl 26 59 51'],
  ['Av. Calle 26 # 59-51', 'cl 26 59 51'],
  ['Calle 10S # 5-20', 'cl 10 5 20 sur'],
  ['Calle 10 # 5 Sur - 20 apto 1', 'cl 10 5 20 sur ap 1'],
  ['Calle 10 # 5-20 S apto 1', 'cl 10 5 20 sur ap 1'],
  ['Calle 10 # 5-20 apto 1 Sur', 'cl 10 5 20 sur ap 1'],
  ['Av 6AN # 23DN-50', 'av 6 a 23 d 50 norte'],
  ['Calle 10 N # 5-20', 'cl 10 5 20 norte'],
  ['Calle 10 N° 5-20', 'cl 10 5 20'],
  ['Calle 10 Nº 5-20', 'cl 10 5 20'],
  ['Calle 10 N 5-20', 'cl 10 5 20'],
  ['Carrera 1 E # 5-20', 'kr 1 5 20 este'],
  ['Carrera 1 O # 5-20', 'kr 1 5 20 oeste'],
  ['Carrera 1W # 5-20', 'kr 1 5 20 oeste'],
  ['Calle 40 J Bis A # 72 N Bis - 35 Sur', 'cl 40 j bis a 72 n bis 35 sur'],
  ['Apto 501 Torre 2, Carrera Séptima # 12-34', 'kr 7 12 34 to 2 ap 501'],
  ['Calle 5 # 12-34 T 2 P 3', 'cl 5 12 34 to 2 pi 3'],
  ['Mz 5 C 3 Barrio El Prado', 'mz 5 ca 3 br el prado'],
  ['Mz C Cs 3', 'mz c ca 3'],
  ['Calle 12 con Carrera 7-34', 'cl 12 7 34'],
  ['Autopista Norte # 100-20', 'au 100 20 norte'],
  ['Avenida Boyacá # 12-34', 'av boyaca 12 34'],
  ['Carrera 7 # 12-34 Torre Norte', 'kr 7 12 34 to norte'],
  ['Carrera 7 # 12-34, Barrio Ricaurte Sur', 'kr 7 12 34 br ricaurte sur'],
])('ADM-13 %s', (address, expected) => {
  expect(normaliseAddress(address)).toBe(expected)
})

it('ADM-13 a door is more specific than a building', () => {
  expect(['kr 7 12 34 ap 501', 'cl 1 2 3 ca 4', 'kr 7 12 34', 'kr 7 12 34 to 2'].map(hasUnit)).toEqual([true, true, false, false])
})

it('ADM-13 takes the last names that a family shares', () => {
  // Words of addresses can be ordinary names too.
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
  ['Calle 10 Norte # 5-20 apto 1', 'Calle 10 Sur # 5-20 apto 1', 'other'],
  ['Calle 10 # 5-20 apto 1', 'Calle 10 Sur # 5-20 apto 1', 'other'],
  ['Calle 10 Sur # 5-20 apto 1', 'CL 10 # 5 - 20 S AP 1', 'same'],
  ['Calle 10 Norte # 5-20 Torre 2 Int 3 Piso 4 Apto 1', 'Calle 10 Sur # 5-20 Torre 2 Int 3 Piso 4 Apto 1', 'other'],
  ['Calle 10 # 5-20 Torre 2 Int 3 Piso 4 Apto 401', 'Calle 10 # 5-20 Torre 2 Int 3 Piso 4 Apto 402', 'other'],
  ['Calle 10 # 5-20 Torre 2 Int 3 Piso 4 Apto 401', 'Calle 11 # 5-20 Torre 2 Int 3 Piso 4 Apto 401', 'other'],
  ['Carrera 7C # 12-34', 'Carrera 7 # 12-34', 'same'],
  ['Carrera 7C # 12-34', 'Carrera 7B # 12-34', 'other'],
  ['AK 68 # 1-2', 'Avenida Carrera 68 No. 1-02', 'same'],
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
])('ADM-13 a proof that says %o compared with %o differs in %o', (read, declared, differs) => {
  const bounds = { addressPercent: 80n, namePercent: 85n, ageDays: 90 }
  const compared = proofAgrees(compareProof({ ...READ, ...read }, { ...DECLARED, ...declared }), bounds)
  expect(Object.entries(compared).flatMap(([name, agrees]) => (agrees ? [] : [name]))).toEqual(differs)
})
