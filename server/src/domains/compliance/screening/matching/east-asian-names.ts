/**
 * Romanisation systems of Chinese and Korean names: Mao Tse-tung (Wade-Giles) is Mao Zedong (pinyin), Cho Yong Chol (McCune-Reischauer, as
 * North Korea writes) is Jo Yeong-cheol (Revised Romanization). Apostrophes and breves, which alone distinguish some sounds, are nearly
 * always lost, so those sounds are equal here.
 *
 * Sources: ISO 7098:2015 (pinyin); Library of Congress, pinyin conversion tables from Wade-Giles; Revised Romanization of Korean (Ministry
 * of Culture, 2000). Surnames: the most common of China (Ministry of Public Security, 2020) and of Korea (Statistics Korea, 2015).
 */
type Rules = readonly (readonly [RegExp, string])[]

const CHINESE: Rules = [
  [/hs/g, 'x'],
  [/t[sz]|c(?!h)/g, 'z'],
  [/j(?=e|ih|ung|o|an|ao)/g, 'r'],
  [/zh|q|j/g, 'ch'],
  [/b/g, 'p'],
  [/d/g, 't'],
  [/ng(?![aeiou])/g, 'N'],
  [/g/g, 'k'],
  [/v/g, 'u'],
  [/yen/g, 'yan'],
  [/ien/g, 'ian'],
  [/ieh/g, 'ie'],
  [/ueh/g, 'ue'],
  [/(?<=[zs])s?[uei](?:h|(?![aeiounN]))/g, 'i'],
  [/ih/g, 'i'],
  [/uN/g, 'oN'],
  [/uei/g, 'ui'],
  [/uen/g, 'un'],
  [/(?<=[kh])o(?![uN])/g, 'e'],
  [/(?<=[tlnr])uo/g, 'o'],
  [/erh/g, 'er'],
  [/h$/g, ''],
]
const KOREAN: Rules = [
  [/^park$/g, 'pak'],
  [/^(?:lee|li|yi|rhee|ree)$/g, 'ri'],
  [/^(?:lim|im|yim)$/g, 'rim'],
  [/^(?:roh|ro|noh)$/g, 'no'],
  [/^(?:yoo|yu|ryoo)$/g, 'ryu'],
  [/tch|ch|j+/g, 'c'],
  [/(?<=[tkp])h/g, ''],
  [/sh|ss/g, 's'],
  [/ng/g, 'N'],
  [/[kg]+/g, 'k'],
  [/[td]+/g, 't'],
  [/[pb]+/g, 'p'],
  [/[lr]+/g, 'r'],
  [/o[ei]|ae|ai/g, 'e'],
  [/ee/g, 'i'],
  [/w?oo|ou|eu|wu/g, 'u'],
  [/eo|wo/g, 'o'],
  [/u(?=[Nnmkprt](?![aeiouy]))/g, 'o'],
  [/h$/g, ''],
]
const CHINESE_WORD = /^(?:(?:ch|sh|[ptkxzsrmnlfhyw])?[iu]?(?:ai|ei|ao|ou|er|ie|ia|ue|uo|ui|iu|[aeiou])(?:N|n(?![aeiou]))?){1,3}$/
const KOREAN_WORD = /^(?:[kctpsrnmh]?[yw]?[aeiou](?:N|[nmrkpt](?![aeiou]))?){1,3}$/

const kept = new Map<Rules, Map<string, string>>([CHINESE, KOREAN].map((rules) => [rules, new Map()]))
const KEPT_MAX = 50_000
const CHINESE_SURNAMES = surnames(
  'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he gao lin luo zheng liang xie song tang deng feng han cao zeng peng xiao cai pan tian dong yuan yu ye jiang du su wei cheng lu ding ren lü yao shen zhong cui tan wang lu fan shi liao jia xia fu fang bai zou meng xiong qin qiu hou jiang yin xue yan lei hao long tao kong mao shao wan qian dai gu mo xi bo hua jin ai lai wen',
  CHINESE,
)
const KOREAN_SURNAMES = surnames(
  'kim lee pak choe chong chung kang cho yun chang rim han o so sin kwon hwang an song ryu hong chon ko mun yang son pae paek ho nam sim no ha kwak ku cha chu min ra chin om won pang hyon ham pyon yom yo to sok sol kil yon wi pyo myong ki pan ok to hyo kal mo',
  KOREAN,
)
/** A surname and a given name of two syllables, or a title in addition. */
const WORDS_MAX = 4
const LETTERS_MAX = 12

export interface Romanisation {
  readonly chinese: string | null
  readonly korean: string | null
}
export const NOT_ROMANISED: Romanisation = { chinese: null, korean: null }

/** System-independent form of each word; empty when the whole is not a name of China or of Korea. */
export function romanisations(words: readonly string[]): readonly Romanisation[] {
  if (words.length < 2 || words.length > WORDS_MAX) return words.map(() => NOT_ROMANISED)
  const chinese = spelledAll(words, { rules: CHINESE, word: CHINESE_WORD, known: CHINESE_SURNAMES })
  const korean = spelledAll(words, { rules: KOREAN, word: KOREAN_WORD, known: KOREAN_SURNAMES })
  if (!chinese && !korean) return words.map(() => NOT_ROMANISED)
  return words.map((_word, at) => ({ chinese: chinese?.[at] ?? null, korean: korean?.[at] ?? null }))
}

interface Language {
  readonly rules: Rules
  readonly word: RegExp
  readonly known: ReadonlySet<string>
}
function spelledAll(words: readonly string[], { rules, word, known }: Language): readonly string[] | null {
  // A name with a longer word is of neither country: most names are excluded here.
  if (words.some(({ length }) => length > LETTERS_MAX)) return null
  const [first, last] = [words[0], words.at(-1)].map((one = '') => spell(one, rules))
  if (!known.has(first ?? '') && !known.has(last ?? '')) return null
  const spelled = words.map((one) => spell(one, rules))
  return spelled.every((one) => word.test(one)) ? spelled : null
}
function spell(word: string, rules: Rules): string {
  const words = kept.get(rules)
  const known = words?.get(word)
  if (known !== undefined) return known
  const spelled = rules.reduce((text, [from, to]) => text.replace(from, to), word)
  if (words && words.size < KEPT_MAX) words.set(word, spelled)
  return spelled
}
function surnames(list: string, rules: Rules): ReadonlySet<string> {
  return new Set(list.split(' ').map((name) => spell(name.normalize('NFD').replace(/\p{M}/gu, ''), rules)))
}

export const areOneRomanised = (one: Romanisation, other: Romanisation): boolean =>
  (one.chinese !== null && one.chinese === other.chinese) || (one.korean !== null && one.korean === other.korean)

/** Near matches by hearing and by southern pronunciation: -n is -ng, and x is s or sh (Jinpin, Si Jinping). */
export const areNearlyOneRomanised = ({ chinese: one }: Romanisation, { chinese: other }: Romanisation): boolean =>
  one !== null && other !== null && inOtherEars(one) === inOtherEars(other)
const inOtherEars = (spelled: string) => spelled.replace(/N/g, 'n').replace(/sh|x/g, 's')

/** Join syllables that are written apart: words `from` to `to`. */
export function joinRomanised(words: readonly { readonly romanised: Romanisation }[], from: number, to: number): Romanisation {
  if (words[from]?.romanised === NOT_ROMANISED) return NOT_ROMANISED
  const join = (parts: readonly (string | null)[]) => (parts.includes(null) ? null : parts.join(''))
  const parts = words.slice(from, to)
  return { chinese: join(parts.map(({ romanised }) => romanised.chinese)), korean: join(parts.map(({ romanised }) => romanised.korean)) }
}
