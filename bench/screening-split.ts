/**
 * Split of labelled pairs into the part that rules are tuned on and the held-out part, so that no person is in both. It has a separate,
 * frozen definition of similar words: with the product's, a change of rules would move inspected pairs into the held-out part.
 */
import { transliterate } from '../server/src/domains/compliance/screening/matching/transliterate.ts'
import { type Part, partOf } from './screening-parts.ts'

type Names = readonly [string, string]
/** Words of more pairs than this do not indicate one person. */
const USUAL = 10
const WORD_MIN = 4
const WORDS_MAX = 16

/**
 * Pairs that share an unusual word are about the same people: they stay together, and a group is of `dev` when any of its pairs is. The
 * held-out part was never inspected, nor any other pair about the same people.
 */
export function splitByPerson(pairs: readonly Names[]): (at: number) => Part {
  const parents = pairs.map((_pair, at) => at)
  const root = (at: number): number => (parents[at] === at ? at : root(parents[at] ?? at))
  const places = new Map<string, number[]>()
  pairs.forEach((names, at) => {
    for (const key of new Set(names.flatMap((name) => keysOf(name, WORD_MIN)))) places.set(key, [...(places.get(key) ?? []), at])
  })
  for (const list of places.values()) {
    if (list.length > USUAL) continue
    for (const at of list) parents[root(at)] = root(list[0] ?? at)
  }
  const dev = new Set(pairs.flatMap(([, name], at) => (partOf(keysOf(name, 1).sort().at(-1) ?? '') === 'dev' ? [root(at)] : [])))
  return (at) => (dev.has(root(at)) ? 'dev' : 'held-out')
}

const TITLES = new Set('sr sra srta senor senora don dona dr dra doctor doctora ing ingeniero lic abogado prof general gral coronel cnel capitan cap mr mrs ms sir lord haji hajji hajj alhaj shaikh sheikh shaykh cheikh mullah mulla maulavi mawlawi maulawi mawlana maulana qari sayyid sayed sayyed ustad viuda vda hijo jr junior hno the'.split(' ')) // biome-ignore format: words
const keysOf = (name: string, lengthMin: number): string[] => {
  const words = transliterate(
    name
      .replace(LATER_SCRIPTS, '')
      .replace(/(\p{Ll}{3})(\p{Lu})/gu, '$1 $2')
      .replace(/['’‘`´ʻʼʿʾ]/g, ''),
  )
    .replace(/&/g, ' and ')
    .replace(/\b(\w)\.(?=\w\.|\w\b)/g, '$1')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map(withoutDigits)
  const untitled = words.filter((word) => !TITLES.has(word))
  return (untitled.length > 0 ? untitled : words).slice(0, WORDS_MAX).flatMap((word) => (word.length >= lengthMin ? [soundOf(word)] : []))
}
/** The product learnt to read them after the split was made. */
const LATER_SCRIPTS =
  /[\p{Script=Hebrew}\p{Script=Georgian}\p{Script=Armenian}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu
const LETTER_OF_DIGIT: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' }
const withoutDigits = (word: string) =>
  /[a-z].*[a-z]/.test(word) && /\d/.test(word) && !/^\d+(?:st|nd|rd|th)$/.test(word)
    ? word.replace(/\d/g, (digit) => LETTER_OF_DIGIT[digit] ?? digit)
    : word

const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'], [/(?:sch|shch|tsch|tch|sh|ch|cz)/g, 'x'], [/(?:kh|gh|ck|cq)/g, 'k'], [/(?:dh|th|dj|dz)/g, 't'], [/ts/g, 's'], [/c(?=[eiy])/g, 's'], [/[vw]/g, 'b'], [/[zç]/g, 's'], [/[cqgj]/g, 'k'], [/d/g, 't'], [/n(?=[bpm])/g, 'm'], [/[aeiouyh']/g, ''], [/(.)\1+/g, '$1'],
] // biome-ignore format: pairs
function soundOf(word: string): string {
  if (/^\d+$/.test(word)) return word
  const key = SOUNDS.reduce((text, [from, to]) => text.replace(from, to), word)
  return /^h?[aeiouy]/.test(word) ? `a${key}` : key
}
