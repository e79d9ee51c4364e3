/** Explanation of a hit line by line, for the officer who decides. */
import { informationOf } from '../matching/name-statistics.ts'
import type { Agreement, Hit, ListedParty, ScreenedParty } from '../matching/screen.ts'

const BY = {
  equal: 'igual',
  spelling: 'escritura parecida',
  sound: 'suena igual',
  variant: 'variante, apodo o traducción',
  initial: 'inicial',
  joined: 'escrito unido',
  initials: 'siglas',
  backwards: 'escrito al revés',
} as const
const COMMON_BITS = 8
const percent = (value: number) => `${Math.round(100 * value)} %`

export function explain(hit: Hit, party: ScreenedParty, entry: ListedParty): string[] {
  const numbers = hit.identifier ? [`Número igual al de la lista: ${hit.identifier.value}.`] : []
  return [...numbers, ...nameLines(hit), ...restLines(hit, party, entry), `Puntaje: ${percent(hit.score)}.`]
}

function nameLines({ name }: Hit): string[] {
  if (!name) return []
  const { one, other, comparison } = name
  const text = (words: typeof one.words, { from, to }: { from: number; to: number }) =>
    words
      .slice(from, to)
      .map((word) => word.text)
      .join(' ')
  const pairs = [...comparison.matches]
    .sort((a, b) => a.one.from - b.one.from)
    .map(({ one: own, other: listed, value, by, weight }) => {
      const word = text(one.words, own)
      const common = weight > 0 && informationOf(word) < COMMON_BITS ? '; nombre común, pesa poco' : ''
      return `«${word}» con «${text(other.words, listed)}»: ${BY[by]} (${percent(value)}${common}).`
    })
  const left = (words: typeof one.words, whose: string) =>
    words.length > 0 ? [`Solo ${whose}: ${words.map((word) => word.text).join(' ')}.`] : []
  return [
    `Nombre «${one.original}» con «${other.original}».`,
    ...pairs,
    ...left(comparison.leftOne, 'en el cliente'),
    ...left(comparison.leftOther, 'en la lista'),
  ]
}

const SAYS: Readonly<Record<Agreement, string>> = { agrees: 'coincide', near: 'cercano', differs: 'no coincide', unknown: 'no se conoce' }
function restLines({ birth, country, gender }: Hit, party: ScreenedParty, entry: ListedParty): string[] {
  const years = birth === 'unknown' ? '' : ` (${party.birthYear} y ${entry.birthYears.join(', ')})`
  const places = country === 'unknown' ? '' : ` (${party.country} y ${entry.countries.join(', ')})`
  return [
    `Año de nacimiento: ${SAYS[birth]}${years}.`,
    `País: ${SAYS[country]}${places}.`,
    ...(gender === 'unknown' ? [] : [`Sexo: ${SAYS[gender]}.`]),
  ]
}
