/**
 * Removal of obfuscation before a name is analysed: spaced letters ("I g o r"), signs for letters ("$ech!n"), signs between letters
 * ("Se*chin"), and capitals at the ends of words, which mark reversed words ("nihceS").
 */
const SET_APART = /^\s*\p{L}(?:\s+\p{L}){5,}\s*$/u
const BETWEEN_WORDS = /\s{2,}/u
const WORDS = /\s+/u
const BACKWARDS = /^\p{Ll}{2,}\p{Lu}$/u
/** A shorter word with a capital at its end is ambiguous. */
const CAPITAL_AT_END_MIN = 4
const SIGNS = /[@$!€*#^~]/
const NOISE = /(?<=\p{L})[*#^~]+(?=\p{L})/gu
const SIGN_OF_LETTER = /(?<=[\p{L}@$!€])[@$!€](?=[\p{L}@$!€])|(?<=^|\s)[@$€](?=\p{L}{2})|(?<=\p{L}{2})[@$€](?=$|\s)/gu
const LETTERS: Readonly<Record<string, string>> = { '@': 'a', $: 's', '!': 'i', '€': 'e' }

export function undisguised(name: string): string {
  const plain = SIGNS.test(name) ? name.replace(NOISE, '').replace(SIGN_OF_LETTER, (sign) => LETTERS[sign] ?? sign) : name
  if (SET_APART.test(plain)) return plain.trim().split(BETWEEN_WORDS).map(withoutSpaces).join(' ')
  const words = plain.trim().split(WORDS)
  const areBackwards = words.every((word) => BACKWARDS.test(word)) && words.some(({ length }) => length >= CAPITAL_AT_END_MIN)
  return areBackwards ? words.map(reversed).join(' ') : plain
}
const withoutSpaces = (text: string) => text.replace(/\s/gu, '')
export const reversed = (word: string): string => Array.from(word).reverse().join('')
