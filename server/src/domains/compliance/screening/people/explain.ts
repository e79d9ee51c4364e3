/** Explanation of a hit line by line, for the officer who decides. */

import { STORED_WORDS } from '../case-words.ts'
import { informationOf } from '../matching/name-statistics.ts'
import type { Agreement, Hit, ListedParty, ScreenedParty } from '../matching/screen.ts'

const words = STORED_WORDS.explanation
const COMMON_BITS = 8
const percent = (value: number) => `${Math.round(100 * value)} %`

export function explain(hit: Hit, party: ScreenedParty, entry: ListedParty): string[] {
  const numbers = hit.identifier ? [words.number(hit.identifier.value)] : []
  return [...numbers, ...nameLines(hit), ...restLines(hit, party, entry), words.score(percent(hit.score))]
}

function nameLines({ name }: Hit): string[] {
  if (!name) return []
  const { one, other, comparison } = name
  const text = (all: typeof one.words, { from, to }: { from: number; to: number }) =>
    all
      .slice(from, to)
      .map((word) => word.text)
      .join(' ')
  const pairs = [...comparison.matches]
    .sort((a, b) => a.one.from - b.one.from)
    .map(({ one: own, other: listed, value, by, weight }) => {
      const word = text(one.words, own)
      const common = weight > 0 && informationOf(word) < COMMON_BITS ? words.common : ''
      return words.pair(word, text(other.words, listed), words.by[by], `${percent(value)}${common}`)
    })
  const left = (rest: typeof one.words, write: (text: string) => string) =>
    rest.length > 0 ? [write(rest.map((word) => word.text).join(' '))] : []
  return [
    words.name(one.original, other.original),
    ...pairs,
    ...left(comparison.leftOne, words.onlyCustomer),
    ...left(comparison.leftOther, words.onlyListed),
  ]
}

const SAYS: Readonly<Record<Agreement, string>> = words.agreement
function restLines({ birth, country, gender }: Hit, party: ScreenedParty, entry: ListedParty): string[] {
  const years = birth === 'unknown' ? '' : words.both(`${party.birthYear}`, entry.birthYears.join(', '))
  const places = country === 'unknown' ? '' : words.both(`${party.country}`, entry.countries.join(', '))
  return [
    words.birth(`${SAYS[birth]}${years}`),
    words.country(`${SAYS[country]}${places}`),
    ...(gender === 'unknown' ? [] : [words.gender(SAYS[gender])]),
  ]
}
