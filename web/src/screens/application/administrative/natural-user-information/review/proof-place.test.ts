import { expect, it } from 'vitest'
import { isPlaceMissing, placeBody, placeOf } from './proof-place.ts'

const AT_HOME = { cityID: 7, city: 'Leticia' }
const ABROAD = { cityID: null, city: 'Quito' }
const read = (more: object) => ({
  itemId: '1', holderName: 'Ana Rojas', address: 'Calle 1', issuedOn: '2026-11-01', relation: '', officer: 'o', readAt: '', ...more,
}) // biome-ignore format: one reading

it.each([
  ['it was not read', null, AT_HOME, 'listed', true, { cityID: 0 }],
  ['the declared city', read({ cityID: 7 }), AT_HOME, 'declared', false, { cityID: 7 }],
  ['another city', read({ cityID: 8 }), AT_HOME, 'listed', true, { cityID: 0 }],
  ['a city abroad', read({ city: 'Lima' }), AT_HOME, 'abroad', false, { city: 'Lima' }],
  ['the declared city abroad', read({ city: 'Quito' }), ABROAD, 'declared', false, { city: 'Quito' }],
  ['a city of the list for a person who lives abroad', read({ cityID: 7 }), ABROAD, 'listed', true, { cityID: 0 }],
] as const)('ADM-07 the place of a proof: %s', (_name, proof, residence, kind, isMissing, body) => {
  const place = placeOf(proof, residence)
  expect([place.kind, isPlaceMissing(place), placeBody(place, residence)]).toEqual([kind, isMissing, body])
})
