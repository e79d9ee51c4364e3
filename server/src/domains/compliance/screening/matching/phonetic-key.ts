/**
 * Phonetic key of a word: its consonants, with one letter for all that sound alike in Spanish or are spelt alike when a name comes from
 * another script (b/v/w, s/z/c, k/q/g/j, d/t, …). Two spellings of one name share it. Some other names share it too; the comparison of
 * their letters separates them.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/(?:sch|shch|tsch|tch|sh|ch|cz)/g, 'x'],
  [/(?:kh|gh|ck|cq)/g, 'k'],
  [/dj/g, 'j'],
  [/(?:dh|th|dz)/g, 't'],
  [/ts/g, 's'],
  [/c(?=[eiy])/g, 's'],
  [/[vw]/g, 'b'],
  [/[zç]/g, 's'],
  [/[cqgj]/g, 'k'],
  [/d/g, 't'],
  [/n(?=[bpm])/g, 'm'],
  [/[aeiouyh']/g, ''],
]
const DOUBLED = /(.)\1+/g

export function phoneticKey(word: string): string {
  let key = word
  for (const [from, to] of RULES) key = key.replace(from, to)
  key = key.replace(DOUBLED, '$1')
  // A word of vowels only, and one that begins with a vowel, must not collide with any other.
  return /^[aeiouyh]/.test(word) ? `a${key}` : key
}

/**
 * Keys of the other readings of a word that was written without vowels: Persian, Urdu and Pashto pronounce s and z where Arabic has th and
 * dh (Saqib, Thaqib; Fazl, Fadl), and Arabic writes b for the p that it does not have (Perez).
 */
export function otherReadings(word: string): readonly string[] {
  const key = phoneticKey(word)
  const persian = phoneticKey(word.replace(/th/g, 's').replace(/dh/g, 'z'))
  return [...new Set([persian, key.replace(/b/g, 'p')])].filter((other) => other !== key)
}
