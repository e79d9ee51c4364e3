/**
 * Patterns of money laundering for `typologies.ts`, in the manner of IBM AMLSim's typologies, each played by people who otherwise behave as
 * ordinary customers. Half of them are plain: as the pattern is described. The other half are careful: their sizes and times come from
 * ranges beyond what rules count, so that some stay below every threshold, since launderers learn them.
 */
import type { RuleName } from '@tunjo/contract/alert-rule-catalogue'
import { pick, type Random } from './colombian-names.ts'
import {
  add,
  between,
  DAY_MS,
  daytime,
  END,
  fromDollars,
  HOUR_MS,
  makePerson,
  OCCUPATION,
  type Person,
  roundAmount,
  whole,
} from './typology-people.ts'

const MILLION = 1_000_000
/** Period in which alerts are counted. */
export const WINDOW_DAYS = 90
export const WINDOW_START = END - WINDOW_DAYS * DAY_MS

/** Alert in which officers look for it: kind 18 and its type, or another kind. */
export const TYPOLOGIES = {
  structuring: { kind: 18, typeId: 801, title: 'structuring' },
  inAndOut: { kind: 18, typeId: 802, title: 'in and out' },
  dormant: { kind: 18, typeId: 810, title: 'dormant account that wakes' },
  newAccount: { kind: 18, typeId: 811, title: 'new account that uses its limit' },
  fanIn: { kind: 18, typeId: 812, title: 'fan-in' },
  fanOut: { kind: 18, typeId: 813, title: 'fan-out' },
  cycle: { kind: 18, typeId: 814, title: 'cycle' },
  roundAmounts: { kind: 18, typeId: 816, title: 'round amounts' },
  occupation: { kind: 18, typeId: 800, title: 'not by occupation' },
  mules: { kind: null, typeId: null, title: 'mule network' },
} as const
export type Typology = keyof typeof TYPOLOGIES
export const TYPOLOGY_NAMES = Object.keys(TYPOLOGIES) as Typology[]

export interface Label {
  readonly typology: Typology
  readonly isCareful: boolean
  /** The first step of the pattern. */
  readonly from: number
  /** Number of the pattern, which all its players share. */
  readonly pattern: number
}
export interface Labelled extends Label {
  readonly person: Person
}
type Range = readonly [number, number]
interface Script {
  readonly from: number
  /** Value in one of two ranges: the plain one, or the careful one. */
  within(plain: Range, careful: Range): number
  count(plain: Range, careful: Range): number
}
type Play = (random: Random, group: readonly Person[], script: Script) => void

/** Number of people who play one pattern together. */
const GROUP: Partial<Record<Typology, Range>> = { cycle: [3, 5], mules: [5, 9] }

const PLAYS: Readonly<Record<Typology, Play>> = {
  structuring(random, [person], { from, within, count }) {
    if (!person) return
    person.level = pick(random, [2, 3])
    const days = within([2, 6], [4, 14])
    let total = 0
    for (let left = person.level === 2 ? count([3, 4], [3, 4]) : count([4, 8], [3, 8]); left > 0; left--) {
      const cop = roundAmount(random, 10 * MILLION * within([0.82, 0.99], [0.6, 0.97]))
      const kind = pick(random, ['bank_in', 'bank_in', 'token_in'] as const)
      add(
        person,
        kind,
        from + between(random, 0, days) * DAY_MS,
        Math.min(cop, 9_990_000),
        kind === 'token_in' ? `source ${person.n}` : null,
      )
      total += cop
    }
    add(person, 'buy', from + days * DAY_MS + HOUR_MS, total * 0.9)
    add(person, 'token_out', from + (days + 1) * DAY_MS, total * between(random, 0.6, 0.9), `own ${person.n}`)
  },
  inAndOut(random, [person], { from, within, count }) {
    if (!person) return
    person.level = 3
    let at = from
    for (let times = count([2, 4], [2, 4]); times > 0; times--) {
      const [cop, share, hours] = [within([5.2, 20], [3, 12]) * MILLION, within([0.93, 0.99], [0.75, 0.98]), within([2, 20], [4, 60])]
      passThrough(random, person, { at, cop, share, hours })
      at += within([2, 8], [4, 20]) * DAY_MS
    }
  },
  dormant(random, [person], { from, within, count }) {
    if (!person) return
    person.level = 3
    const slept = within([190, 350], [120, 300]) * DAY_MS
    const kept = person.flows.filter(({ at }) => at < from - slept)
    person.flows.splice(0, person.flows.length, ...kept)
    if (random() < 0.5) add(person, 'bank_in', from - between(random, 1, 6) * DAY_MS, 20_000)
    const [total, pieces, hours] = [within([11, 40], [6, 25]) * MILLION, count([1, 4], [2, 8]), within([2, 60], [24, 240])]
    for (let piece = 0; piece < pieces; piece++)
      add(person, 'bank_in', from + (piece === 0 ? 0 : between(random, 0, hours) * HOUR_MS), roundAmount(random, total / pieces))
    add(person, 'token_out', from + (hours + 10) * HOUR_MS, total * between(random, 0.6, 0.95), `own ${person.n}`)
  },
  newAccount(random, [person], { from, within, count }) {
    if (!person) return
    person.level = pick(random, [1, 1, 2])
    const limit = person.level === 1 ? 13 * MILLION : 40 * MILLION
    const [share, pieces] = [within([0.85, 0.99], [0.6, 0.95]), count([1, 4], [2, 6])]
    const days = within([1, 5], [3, 14])
    for (let piece = 0; piece < pieces; piece++)
      add(person, 'bank_in', from + between(random, 0, days) * DAY_MS, roundAmount(random, (limit * share) / pieces) * 0.99)
    add(person, 'token_out', from + (days + 1) * DAY_MS, limit * share * 0.9, `own ${person.n}`)
  },
  fanIn(random, [person], { from, within, count }) {
    if (!person) return
    person.level = 3
    let total = 0
    const [payers, days] = [count([6, 15], [4, 9]), within([2, 6], [5, 16])]
    for (let payer = 0; payer < payers; payer++) {
      const cop = fromDollars(random, between(random, 0.3, 3) * MILLION)
      add(person, 'token_in', from + between(random, 0, days) * DAY_MS, cop, `payer ${person.n} ${payer}`)
      total += cop
    }
    add(person, 'sell', from + days * DAY_MS + HOUR_MS, total * 0.95)
    add(person, 'bank_out', from + days * DAY_MS + 3 * HOUR_MS, total * between(random, 0.7, 0.95))
  },
  fanOut(random, [person], { from, within, count }) {
    if (!person) return
    person.level = 3
    const [places, days] = [count([6, 12], [4, 8]), within([2, 6], [5, 16])]
    const total = between(random, 6, 30) * MILLION
    for (let piece = 0; piece < 2; piece++) add(person, 'bank_in', from + piece * DAY_MS, roundAmount(random, total / 2))
    add(person, 'buy', from + DAY_MS + HOUR_MS, total)
    for (let place = 0; place < places; place++)
      add(
        person,
        'token_out',
        from + (1.1 + between(random, 0, days)) * DAY_MS,
        (total / places) * between(random, 0.7, 0.95),
        `place ${person.n} ${place}`,
      )
  },
  /** Internal transfers from one customer to the next, with a little less each time; the first brings the money in and takes it out. */
  cycle(random, group, { from, within }) {
    const [days, first] = [within([3, 20], [10, 40]), group[0]]
    let cop = between(random, 5, 25) * MILLION
    if (first) add(first, 'bank_in', from, roundAmount(random, cop))
    if (first) add(first, 'buy', from + HOUR_MS, cop)
    for (const [place, person] of group.entries()) {
      person.level = 3
      const next = group[(place + 1) % group.length]
      add(person, 'token_out', from + 3 * HOUR_MS + (days * DAY_MS * (place + random() * 0.8)) / group.length, cop, null, next)
      cop *= within([0.98, 1], [0.9, 1])
    }
  },
  roundAmounts(random, [person], { from, within, count }) {
    if (!person) return
    person.level = 3
    const share = within([0.85, 1], [0.5, 0.9])
    for (let left = count([11, 20], [8, 16]); left > 0; left--) {
      const cop = random() < share ? whole(random, 1, 4) * MILLION : roundAmount(random, between(random, 0.8, 4) * MILLION) + 1_234
      add(person, random() < 0.6 ? 'bank_in' : 'bank_out', daytime(random, from + between(random, 0, 28) * DAY_MS), cop)
    }
  },
  /** Only the amount is unusual, for the person's occupation. */
  occupation(random, [person], { from, within, count }) {
    if (!person) return
    person.level = 3
    person.occupation = pick(random, [OCCUPATION.student, OCCUPATION.home, OCCUPATION.unemployed])
    for (let left = count([7, 12], [4, 8]); left > 0; left--) {
      const at = daytime(random, from + between(random, 0, 40) * DAY_MS)
      const cop = roundAmount(random, within([3, 8], [1.5, 5]) * MILLION)
      add(person, 'bank_in', at, cop)
      add(person, 'buy', at + HOUR_MS, cop * 0.95)
    }
  },
  /** New accounts of one browser or one network, through which money goes to the same address. */
  mules(random, group, { from, within, count }) {
    const [hub] = group
    for (const mule of group) {
      mule.level = pick(random, [1, 2])
      if (hub && random() < within([0.7, 1], [0, 0.3])) mule.device = hub.device
      if (hub && random() < within([0.7, 1], [0, 0.3])) mule.home = hub.home
      let at = from + between(random, 0, 6) * DAY_MS
      for (let times = count([2, 4], [2, 3]); times > 0; times--) {
        const cop = within([2, mule.level === 1 ? 4 : 9], [1, mule.level === 1 ? 3 : 6]) * MILLION
        passThrough(
          random,
          mule,
          { at, cop, share: within([0.92, 0.98], [0.75, 0.96]), hours: within([0.5, 14], [4, 60]) },
          `collector ${hub?.n}`,
        )
        at += between(random, 2, 8) * DAY_MS
      }
    }
  },
}

interface Passing {
  readonly at: number
  readonly cop: number
  readonly share: number
  readonly hours: number
}
function passThrough(random: Random, person: Person, { at, cop, share, hours }: Passing, to = `own ${person.n}`): void {
  const isBank = random() < 0.6
  add(
    person,
    isBank ? 'bank_in' : 'token_in',
    at,
    isBank ? roundAmount(random, cop) : fromDollars(random, cop),
    isBank ? null : `source ${person.n}`,
  )
  const out = cop * share
  const pieces = whole(random, 1, 3)
  for (let piece = 0; piece < pieces; piece++) {
    const leaves = at + between(random, 0.5, Math.max(1, hours)) * HOUR_MS
    add(person, isBank ? 'token_out' : 'bank_out', leaves, out / pieces, isBank ? to : null)
  }
}

/** Typologies in which the account itself is new. */
const NEW: readonly Typology[] = ['newAccount', 'mules']

const joinedAtOf = ({ joinedAt }: Person, typology: Typology): number | null => (NEW.includes(typology) ? joinedAt : null)

const scriptOf = (random: Random, from: number, isCareful: boolean): Script => ({
  from,
  within: (plain, careful) => between(random, ...(isCareful ? careful : plain)),
  count: (plain, careful) => whole(random, ...(isCareful ? careful : plain)),
})

/** The given number of patterns of each typology; a pattern played by several people has several entries. */
export function makePatterns(random: Random, patterns: number, firstNumber: number): Labelled[] {
  const made: Labelled[] = []
  for (const typology of TYPOLOGY_NAMES) {
    for (let pattern = 0; pattern < patterns; pattern++) {
      const from = daytime(random, WINDOW_START + between(random, 6, WINDOW_DAYS - 34) * DAY_MS)
      const size = whole(random, ...(GROUP[typology] ?? ([1, 1] as const)))
      const group = Array.from({ length: size }, (_, place) => {
        const joinedAt = NEW.includes(typology) ? from - between(random, 0.2, typology === 'mules' ? 20 : 1.5) * DAY_MS : null
        const person = makePerson(
          random,
          firstNumber + made.length + place,
          joinedAt ?? Math.min(from - 200 * DAY_MS, END - between(random, 300, 900) * DAY_MS),
        )
        return person
      })
      const isCareful = pattern % 2 === 1
      PLAYS[typology](random, group, scriptOf(random, from, isCareful))
      // Opening the account is the first step of a person who opens it for the pattern.
      made.push(
        ...group.map((person) => ({ person, typology, from: Math.min(from, joinedAtOf(person, typology) ?? from), isCareful, pattern })),
      )
    }
  }
  return made
}

/** The rule that should find it, when the product has it. */
export const isOwnRule = (typology: Typology, rule: { kind: number; typeId: number | null; name: RuleName }): boolean =>
  rule.kind === TYPOLOGIES[typology].kind && rule.typeId === TYPOLOGIES[typology].typeId
