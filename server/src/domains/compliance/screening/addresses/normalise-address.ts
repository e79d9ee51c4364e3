/**
 * Normalised form of Colombian addresses: `Cra. 7ª # 12-34, Apto 501 Torre 2` and `KR 7 12 34 TO 2 AP 501` are equal, `Carrera 7 A` is
 * different.
 */
import { foldText } from '../../../../platform/database/list-query.ts'
import { DOORS } from './address-words.ts'
import { type ParsedAddress, parseAddress, type Street } from './parse-address.ts'

/**
 * Version of the normalisation. Raise it with every change of this file, so that values stored under an earlier version are computed again.
 */
export const ADDRESS_EDITION = 2

/** Street, numbers and quadrant come first, then the units after the plate from the largest, in whatever order they were written. */
export function normaliseAddress(address: string): string {
  // Normalising may bring unplaced words into a new meaning, so it is repeated until the result is stable. Real addresses need one pass
  // more.
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

/** True when the address names a door, not only a building. */
export const hasUnit = (normalised: string): boolean => normalised.split(' ').some((word) => DOORS.has(word))

/** Last names in a full Colombian name: one or two given names come first, then both last names. */
export function lastNames(fullName: string): string {
  const words = foldText(fullName).match(/\p{L}+/gu) ?? []
  return words.slice(words.length > 3 ? -2 : 1).join(' ')
}
