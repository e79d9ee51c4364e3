/** Property tests of address normalisation. The generated addresses follow the styles of people, banks and the Catastro (ADM-13). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressLikeness } from './address-likeness.ts'
import { normaliseAddress } from './normalise-address.ts'

interface Place {
  readonly street: keyof typeof STREETS
  readonly number: number
  readonly letter: string
  readonly isBis: boolean
  readonly quadrant: keyof typeof QUADRANTS | ''
  readonly from: number
  readonly fromLetter: string
  readonly plate: number
  readonly tower: number | null
  readonly flat: number | null
  readonly quarter: string
}
/** One style of writing an address. */
interface Hand {
  readonly picks: readonly number[]
  readonly sign: number
  readonly quadrantAt: number
  readonly isGlued: boolean
  readonly order: readonly number[]
  readonly isLoud: boolean
}

const STREETS = {
  calle: ['Calle', 'CL', 'Cll.', 'calle', 'C', 'AC', 'Avenida Calle', 'Av. Cl'],
  carrera: ['Carrera', 'KR', 'Cra.', 'Cr', 'K', 'AK', 'Avenida Carrera', 'Av Cra.'],
  diagonal: ['Diagonal', 'DG', 'Diag.'],
  transversal: ['Transversal', 'TV', 'Transv.', 'Tr.'],
  avenida: ['Avenida', 'Av.', 'AV', 'Avda.'],
} as const
const QUADRANTS = {
  norte: ['Norte', 'N', 'NORTE'],
  sur: ['Sur', 'S', 'sur'],
  este: ['Este', 'E', 'Oriente'],
  oeste: ['Oeste', 'O', 'W', 'Occidente'],
} as const
const SIGNS = ['#', 'No.', 'N°', 'Nº', 'Nro.', 'número', '']
const TOWERS = ['Torre', 'TO', 'T.', 'Tor.', 'T']
const FLATS = ['Apartamento', 'Apto.', 'AP', 'Apt']
const QUARTERS = ['Barrio', 'BR', 'Brr.']

const place: fc.Arbitrary<Place> = fc.record({
  street: fc.constantFrom('calle', 'carrera', 'diagonal', 'transversal', 'avenida'),
  number: fc.integer({ min: 1, max: 190 }),
  letter: fc.constantFrom('', '', 'A', 'B', 'C', 'D', 'F', 'J', 'K'),
  isBis: fc.boolean(),
  quadrant: fc.constantFrom('', '', 'norte', 'sur', 'este', 'oeste'),
  from: fc.integer({ min: 1, max: 120 }),
  fromLetter: fc.constantFrom('', '', 'A', 'B', 'C', 'G'),
  plate: fc.integer({ min: 1, max: 99 }),
  tower: fc.option(fc.integer({ min: 1, max: 20 })),
  flat: fc.option(fc.integer({ min: 101, max: 1999 })),
  quarter: fc.constantFrom('', 'Chapinero', '20 de Julio', 'La Candelaria'),
})
const hand: fc.Arbitrary<Hand> = fc.record({
  picks: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
  sign: fc.nat(),
  quadrantAt: fc.integer({ min: 0, max: 2 }),
  isGlued: fc.boolean(),
  order: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
  isLoud: fc.boolean(),
})
const of = (words: readonly string[], pick = 0): string => words[pick % words.length] ?? ''

function write(place: Place, { picks, sign, quadrantAt, isGlued, order, isLoud }: Hand): string {
  const quadrant = place.quadrant === '' ? '' : of(QUADRANTS[place.quadrant], picks[0])
  const half = (at: number) => (at === quadrantAt && quadrant ? ` ${quadrant}` : '')
  const gap = isGlued ? '' : ' '
  const suffix = (letter: string, isBis: boolean) => `${letter && gap + letter}${isBis ? ' Bis' : ''}`
  // After a single N the number sign is always written; otherwise the N could be the sign.
  const mark = of(SIGNS, quadrant === 'N' ? 0 : sign)
  const street = `${of(STREETS[place.street], picks[1])} ${place.number}${suffix(place.letter, place.isBis)}${half(0)} ${mark} ${place.from}${suffix(place.fromLetter, false)}${half(1)}`
  const parts = [
    place.tower === null ? '' : `${of(TOWERS, picks[2])} ${place.tower}`,
    place.flat === null ? '' : `${of(FLATS, picks[3])} ${place.flat}`,
    place.quarter && `${of(QUARTERS, picks[4])} ${place.quarter}`,
  ]
  const behind = parts.map((part, at) => ({ part, at: order[at] ?? 0 })).sort((a, b) => a.at - b.at)
  const text = `${street} - ${place.plate < 10 && isGlued ? '0' : ''}${place.plate}${half(2)} ${behind
    .map(({ part }) => part)
    .filter(Boolean)
    .join(', ')}`
  return isLoud ? text.toUpperCase() : text
}

/** Changes of one part of a place that make it another place. */
const CHANGES: readonly ((place: Place) => Place)[] = [
  (one) => ({ ...one, street: one.street === 'calle' ? 'carrera' : 'calle' }),
  (one) => ({ ...one, number: one.number + 1 }),
  (one) => ({ ...one, letter: one.letter === 'A' ? 'B' : 'A' }),
  (one) => ({ ...one, quadrant: one.quadrant === 'sur' ? 'norte' : 'sur' }),
  (one) => ({ ...one, quadrant: one.quadrant === '' ? 'este' : '' }),
  (one) => ({ ...one, from: one.from + 1 }),
  (one) => ({ ...one, plate: one.plate + 1 }),
  (one) => ({ ...one, tower: one.tower === null ? 3 : one.tower + 1 }),
  (one) => ({ ...one, flat: one.flat === null ? 301 : one.flat + 1 }),
]

describe('ADM-13 normalised addresses', () => {
  it('normalisation is idempotent for any input', () => {
    const soup = fc
      .array(
        fc.oneof(
          fc.constantFrom(...'calle c k kr av carrera norte sur n s e o # no. , - bis a b t p m torre apto casa barrio vereda conjunto 7 12 34 501 7c 6an 2do km el rosal con ª ° piso séptima'.split(' ')),
          fc.string({ maxLength: 6 }),
        ),
        { maxLength: 14 },
      )
      .map((words) => words.join(' ')) // biome-ignore format: words
    fc.assert(
      fc.property(soup, (text) => {
        expect(normaliseAddress(normaliseAddress(text))).toBe(normaliseAddress(text))
      }),
      { numRuns: 5_000 },
    )
  })

  it('variants of one address are equal, in any order of the units after the plate', () => {
    fc.assert(
      fc.property(place, hand, hand, (one, first, second) => {
        const [here, there] = [write(one, first), write(one, second)]
        expect(normaliseAddress(here), `${here} | ${there}`).toBe(normaliseAddress(there))
        expect(addressLikeness(here, there)).toBe(1)
      }),
      { numRuns: 3_000 },
    )
  })

  it('another street, quadrant, plate, tower or flat is another address, in any spelling', () => {
    fc.assert(
      fc.property(place, hand, hand, fc.constantFrom(...CHANGES), (one, first, second, change) => {
        const [here, there] = [write(one, first), write(change(one), second)]
        expect(normaliseAddress(here), `${here} | ${there}`).not.toBe(normaliseAddress(there))
        expect(addressLikeness(here, there)).toBeCloseTo(addressLikeness(there, here))
      }),
      { numRuns: 3_000 },
    )
  })

  it('another address scores below the threshold of officers when both name the part', () => {
    const stated = place.map((one) => ({ ...one, letter: one.letter || 'A', tower: one.tower ?? 2, flat: one.flat ?? 501 }))
    fc.assert(
      fc.property(stated, hand, hand, fc.constantFrom(...CHANGES), (one, first, second, change) => {
        const [here, there] = [write(one, first), write(change(one), second)]
        expect(addressLikeness(here, there), `${here} | ${there}`).toBeLessThan(0.8)
      }),
      { numRuns: 3_000 },
    )
  })
})
