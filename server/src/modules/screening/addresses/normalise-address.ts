/** Colombian addresses written the same way: `Cra. 7ª # 12-34, Apto 501 Torre 2` and `KR 7 12 34 TO 2 AP 501` are one, `Carrera 7 A` is another. */
import { foldText } from '../../../platform/list-query.ts'
import { DOORS } from './address-words.ts'
import { type ParsedAddress, parseAddress, type Street } from './parse-address.ts'

/** Of what this file makes of an address: raised with every change of it, so that what is kept under an earlier one is made again. */
export const ADDRESS_EDITION = 2

/** Street, numbers and quadrant first, then what is behind the plate, from the largest, whoever wrote it in which order. */
export function normaliseAddress(address: string): string {
  // Of words that stand nowhere the first order may say something new; what real people write is the same after one more look.
  let normalised = written(parseAddress(address))
  for (let look = 0; look < LOOKS_MAX; look++) {
    const next = written(parseAddress(normalised))
    if (next === normalised) break
    normalised = next
  }
  return normalised
}
const LOOKS_MAX = 5

const written = ({ street, parts, rest }: ParsedAddress): string =>
  [...(street ? streetWords(street) : []), ...parts.flatMap(({ kind, value }) => [kind, ...value]), ...rest].join(' ')

const streetWords = ({ kind, name, numbers, quadrants }: Street): string[] => [
  kind,
  ...name,
  ...numbers.flatMap(({ number, suffix }) => [number, ...suffix]),
  ...quadrants,
]

/** Names a door, not only a building. */
export const hasUnit = (normalised: string): boolean => normalised.split(' ').some((word) => DOORS.has(word))

/** Of a full name in the order of Colombia: one or two given names, then both last names. */
export function lastNames(fullName: string): string {
  const words = foldText(fullName).match(/\p{L}+/gu) ?? []
  return words.slice(words.length > 3 ? -2 : 1).join(' ')
}
