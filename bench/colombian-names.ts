/** Synthetic Colombian names, from the name statistics of the product and from rare names that are in none of its tables; by a seed. */
import {
  bearersOfGivenName,
  bearersOfSurname,
  FEMALE_NAMES_BY_RANK,
  MALE_NAMES_BY_RANK,
  SURNAMES_BY_RANK,
} from '../server/src/domains/compliance/screening/matching/name-statistics.ts'

export type Random = () => number
/** Mulberry32: the same numbers on every machine. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
export const pick = <T>(random: Random, list: readonly T[]): T => {
  const chosen = list[Math.floor(random() * list.length)]
  if (chosen === undefined) throw new Error('nothing to pick from')
  return chosen
}

export interface MadeUpPerson {
  readonly given: readonly string[]
  /** With its particles: "de la cruz". */
  readonly surnames: readonly [string, string]
  readonly birthYear: number
  readonly gender: 'male' | 'female'
}
export const fullName = ({ given, surnames }: MadeUpPerson) => [...given, ...surnames].join(' ')

const RARE =
  'quimbayo chiquillo yaguara tunjano chipatecua piraquive cuervo sogamoso tibaquira pachon bojaca fagua suesca nemocon gachancipa chia cajamarca inga muchachasoy jamioy chindoy tisoy juajibioy imbachi yaqueno tez cuaical tarapues cuastumal guaspud quenguan pistala chamorro rosasco tumal tello wilches uscategui umana tolosa suescun sotelo somoza sanin rivadeneira ricaurte rebolledo puyana porto pombo pizano piñeros peñaranda paternina ordoñez oñoro oñate noguera negret navia mutis munera monguí molinares michelsen mallarino lleras leyva lemos laverde lacouture iragorri holguin herran gnecco galan espriella dangond cotes copello consuegra char cerchiaro caycedo camargo cabal brigard bonnet barraza baquero araos abisambra abuchaibe turbay name dajud saieh amin chams eljach'
const SYLLABLES =
  'ba be bo ca co cu cha chi da di fa fu ga gua gui ha ja ju la le lo ma me mi mo na ne no pa pi po qui ra ri ro sa si so ta te ti to tu va ve ya yo za'
const ENDINGS = 'n r s z l no na que te ma qui ra la to ca'
const PARTICLES = ['de la', 'del', 'de', 'de los', 'de las']
const PARTICLE_SURNAMES = [
  'cruz',
  'rosa',
  'hoz',
  'torre',
  'rios',
  'castillo',
  'valle',
  'leon',
  'espriella',
  'pava',
  'casas',
  'toro',
  'avila',
  'vega',
]

const sampler = (names: readonly string[], bearersOf: (rank: number) => number) => {
  const sums: number[] = []
  for (const rank of names.keys()) sums.push((sums.at(-1) ?? 0) + bearersOf(rank))
  return (random: Random): string => {
    const target = random() * (sums.at(-1) ?? 0)
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < target) low = middle + 1
      else high = middle
    }
    return names[low] ?? ''
  }
}
const commonSurname = sampler(SURNAMES_BY_RANK, bearersOfSurname)
const maleName = sampler(MALE_NAMES_BY_RANK, bearersOfGivenName)
const femaleName = sampler(FEMALE_NAMES_BY_RANK, bearersOfGivenName)
const rare = RARE.normalize('NFD').replace(/\p{M}/gu, '').split(' ')
const syllables = SYLLABLES.split(' ')
const endings = ENDINGS.split(' ')

function surname(random: Random): string {
  const dice = random()
  if (dice < 0.03) return `${pick(random, PARTICLES)} ${pick(random, PARTICLE_SURNAMES)}`
  if (dice < 0.12) return pick(random, rare)
  if (dice < 0.2) return pick(random, syllables) + pick(random, syllables) + pick(random, syllables) + pick(random, endings)
  return commonSurname(random)
}

const MALE_SHARE = 0.49
const TWO_GIVEN_NAMES_SHARE = 0.72
export function makeUpPerson(random: Random): MadeUpPerson {
  const gender = random() < MALE_SHARE ? 'male' : 'female'
  const name = gender === 'male' ? maleName : femaleName
  const given = [name(random)]
  if (random() < TWO_GIVEN_NAMES_SHARE) {
    const second = name(random)
    if (second !== given[0]) given.push(second)
  }
  return { given, surnames: [surname(random), surname(random)], birthYear: 1940 + Math.floor(random() * 66), gender }
}

/** Null: this person's name has no such variant. */
export type Variant = (person: MadeUpPerson, random: Random) => string | null
const NICKNAMES: Readonly<Record<string, string>> = {
  francisco: 'pacho', jose: 'pepe', guillermo: 'memo', jesus: 'chucho', alberto: 'beto', enrique: 'quique', eduardo: 'lalo', ignacio: 'nacho',
  luis: 'lucho', santiago: 'santi', fernando: 'nando', alejandro: 'alejo', alejandra: 'aleja', daniel: 'dani', rafael: 'rafa', manuel: 'manolo',
  isabel: 'chavela', margarita: 'mago', guadalupe: 'lupe', dolores: 'lola', rosario: 'charo', mercedes: 'meche', graciela: 'chela', nicolas: 'nico',
  beatriz: 'betty', consuelo: 'chelo', catalina: 'cata', natalia: 'nata', patricia: 'pato', gabriel: 'gabo', gustavo: 'tavo', gonzalo: 'chalo',
} // biome-ignore format: pairs
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/z(?=$| )/, 's'], [/s(?=$| )/, 'z'], [/v/, 'b'], [/b/, 'v'], [/ll/, 'y'], [/gi/, 'ji'], [/ge/, 'je'], [/^h/, ''], [/c(?=[ei])/, 's'], [/qui/, 'ki'], [/y$/, 'i'],
] // biome-ignore format: pairs
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** One typing error in one word of five letters or more: a letter left out, inserted, changed, or two swapped. */
export function slip(name: string, random: Random): string | null {
  const words = name.split(' ')
  const long = words.flatMap((word, at) => (word.length >= 5 ? [at] : []))
  if (long.length === 0) return null
  const at = pick(random, long)
  const word = words[at] ?? ''
  const place = 1 + Math.floor(random() * (word.length - 2))
  const rest = word.slice(place + 1)
  const [head, letter] = [word.slice(0, place), word[place] ?? '']
  const slips = [
    head + rest,
    head + pick(random, [...LETTERS]) + letter + rest,
    head + pick(random, [...LETTERS]) + rest,
    head + (rest[0] ?? '') + letter + rest.slice(1),
  ]
  words[at] = pick(random, slips)
  return words.join(' ') === name ? null : words.join(' ')
}

const ACCENTS: readonly (readonly [RegExp, string])[] = [[/ez\b/g, 'éz'], [/ia\b/g, 'ía'], [/on\b/g, 'ón'], [/an\b/g, 'án'], [/a(?=[lrmn])/, 'á'], [/n(?=[aeo]\b)/, 'ñ']] // biome-ignore format: pairs

export const VARIANTS: Readonly<Record<string, Variant>> = {
  'as written': fullName,
  'accents added or missing': (person) => ACCENTS.reduce((name, [from, to]) => name.replace(from, to), fullName(person)).toUpperCase(),
  'surnames first': ({ given, surnames }) => [...surnames, ...given].join(' '),
  'surnames swapped': ({ given, surnames: [one, other] }) => [...given, other, one].join(' '),
  'second surname dropped': ({ given, surnames: [one] }) => (given.length < 2 ? null : [...given, one].join(' ')),
  'second given name dropped': ({ given, surnames }) => (given.length < 2 ? null : [given[0], ...surnames].join(' ')),
  'given names swapped': ({ given: [one, other], surnames }) => (other === undefined ? null : [other, one, ...surnames].join(' ')),
  'one slip': (person, random) => slip(fullName(person), random),
  'two slips': (person, random) => {
    const once = slip(fullName(person), random)
    return once === null ? null : slip(once, random)
  },
  spelling: (person, random) => {
    const name = fullName(person)
    const [from, to] = pick(random, SPELLINGS)
    const spelt = name.replace(from, to)
    return spelt === name ? null : spelt
  },
  'particles dropped': (person) => {
    const name = fullName(person)
    const bare = name.replace(/\b(?:de la|de los|de las|del|de) /g, '')
    return bare === name ? null : bare
  },
  'particles added': ({ given, surnames: [one, other] }) => (other.includes(' ') ? null : [...given, one, 'de', other].join(' ')),
  'names joined': ({ given: [one, other], surnames }) => (other === undefined ? null : [`${one}${other}`, ...surnames].join(' ')),
  'particles joined': (person) => {
    const name = fullName(person)
    const joined = name.replace(
      /\b(de la|de los|de las|del|de) (\w+)/g,
      (_all, particle: string, word: string) => particle.replace(/ /g, '') + word,
    )
    return joined === name ? null : joined
  },
  'second name as initial': ({ given: [one, other], surnames }) =>
    other === undefined ? null : [one, `${other[0]}.`, ...surnames].join(' '),
  'second surname as initial': ({ given, surnames: [one, other] }) =>
    given.length < 2 || other.includes(' ') ? null : [...given, one, `${other[0]}.`].join(' '),
  nickname: ({ given: [one = '', ...more], surnames }) => (NICKNAMES[one] ? [NICKNAMES[one], ...more, ...surnames].join(' ') : null),
  'married name': ({ given, surnames: [one, other], gender }, random) =>
    gender === 'female' && given.length > 1 && !one.includes(' ')
      ? [...given, one, 'de', commonSurname(random), other].slice(0, given.length + 3).join(' ')
      : null,
}
