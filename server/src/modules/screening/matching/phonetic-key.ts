/**
 * Phonetic key of a word: its consonants, with one letter for all that sound alike in Spanish or are spelt alike when a name comes from
 * another script (b/v/w, s/z/c, k/q/g/j, d/t, …). Two spellings of one name share it; so do some other names, which the comparison of
 * their letters tells apart.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/(?:sch|shch|tsch|tch|sh|ch|cz)/g, 'x'],
  [/(?:kh|gh|ck|cq)/g, 'k'],
  [/(?:dh|th|dj|dz)/g, 't'],
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
  // A word of vowels only, and one that begins with a vowel, must not look like any other.
  return /^h?[aeiouy]/.test(word) ? `a${key}` : key
}
