/**
 * Ordinary customers of a Colombian exchange for `typologies.ts`, generated from a seed: income and its dates (once a month, or on the
 * quincena), the two premiums of a year, remittances, freelancers paid in dollars, shops with several payers, traders, and people without
 * activity for months. Amounts that people choose are round; converted dollars are not.
 */
import { pick, type Random } from './colombian-names.ts'

export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000
/** The end of 2026-11-19 in Bogotá: the same people for the same seed, whenever it runs. */
export const END = Date.UTC(2026, 10, 20, 4, 59, 59)
export const MONTHS = 13
export const START = Date.UTC(2025, 9, 20, 5)

export type FlowKind = 'bank_in' | 'bank_out' | 'token_in' | 'token_out' | 'buy' | 'sell'
export interface Flow {
  readonly kind: FlowKind
  readonly at: number
  /** Whole pesos. */
  readonly cop: number
  /** The address or the document of the other side; null: the person's own. */
  readonly other: string | null
  /** Other customer of an internal transfer. */
  readonly receiver?: Person
}
export type Persona = keyof typeof PERSONAS
export interface Person {
  readonly n: number
  readonly persona: Persona
  /** COP a month, of incoming money. */
  readonly monthly: number
  readonly joinedAt: number
  level: 1 | 2 | 3
  /** Code in the list of occupations. */
  occupation: number
  /** Shared by two people of one household. */
  home: number
  device: number
  /** Person whose bank account they use. */
  readonly bank: number
  city: number
  readonly flows: Flow[]
}

const MILLION = 1_000_000
/** Code list of the product: employee, independent, shopkeeper, pensioner, homemaker, trader. */
export const OCCUPATION = {
  employee: 11,
  independent: 13,
  shop: 15,
  pensioner: 18,
  student: 20,
  home: 21,
  trader: 26,
  unemployed: 27,
} as const

/**
 * Share of all people, monthly income and its spread, and the declared occupation. Sums and shares are guesses: no source publishes them.
 */
export const PERSONAS = {
  monthly: { share: 0.3, income: 3.2 * MILLION, spread: 0.5, occupation: OCCUPATION.employee },
  quincena: { share: 0.27, income: 2.1 * MILLION, spread: 0.4, occupation: OCCUPATION.employee },
  remittance: { share: 0.12, income: 1.3 * MILLION, spread: 0.5, occupation: OCCUPATION.home },
  freelancer: { share: 0.07, income: 6 * MILLION, spread: 0.5, occupation: OCCUPATION.independent },
  trader: { share: 0.06, income: 7 * MILLION, spread: 0.8, occupation: OCCUPATION.trader },
  shop: { share: 0.03, income: 14 * MILLION, spread: 0.5, occupation: OCCUPATION.shop },
  occasional: { share: 0.1, income: 2.5 * MILLION, spread: 0.6, occupation: OCCUPATION.employee },
  sleeper: { share: 0.05, income: 3 * MILLION, spread: 0.7, occupation: OCCUPATION.pensioner },
} as const

export const between = (random: Random, from: number, to: number): number => from + (to - from) * random()
export const whole = (random: Random, from: number, to: number): number => Math.floor(between(random, from, to + 1))
function lognormal(random: Random, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp(spread * normal)
}

/** Round as people do: mostly to fifty or a hundred thousand, to ten thousand, to a thousand, and now and then to the peso. */
export function roundAmount(random: Random, cop: number): number {
  const luck = random()
  const [few, many] = cop >= 2 * MILLION ? [500_000, 100_000] : [100_000, 50_000]
  const step = luck < 0.25 ? few : luck < 0.55 ? many : luck < 0.85 ? 10_000 : luck < 0.97 ? 1_000 : 1
  return Math.max(20_000, Math.round(cop / step) * step)
}
/** Converted dollars, some of which were round. */
export function fromDollars(random: Random, cop: number): number {
  const dollars = random() < 0.6 ? Math.max(10, Math.round(cop / 40_000) * 10) : cop / 4_000
  return Math.round(dollars * between(random, 3_850, 4_150))
}

const DAY_HOURS = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 18, 19, 19, 20, 20, 21, 22] as const
/** Daytime hour on the day of Bogotá that contains a moment. */
export function daytime(random: Random, at: number): number {
  const midnight = Math.floor((at - 5 * HOUR_MS) / DAY_MS) * DAY_MS + 5 * HOUR_MS
  return midnight + (pick(random, DAY_HOURS) + random()) * HOUR_MS
}

/** Noon in Bogotá of a day of the month, where month 0 is that of START; the last day where a month does not have it. */
function dayOf(month: number, day: number): number {
  const last = new Date(Date.UTC(2025, 9 + month + 1, 0)).getUTCDate()
  return Date.UTC(2025, 9 + month, Math.min(day, last), 17)
}
const isPremiumMonth = (month: number): boolean => [6, 12].includes(((9 + month) % 12) + 1)

/** Activity of a person in a month, as flows. */
type Life = (random: Random, person: Person, month: number) => void

export function add(person: Person, kind: FlowKind, at: number, cop: number, other: string | null = null, receiver?: Person): void {
  if (cop >= 10_000) person.flows.push({ kind, at, cop: Math.round(cop), other, ...(receiver && { receiver }) })
}

/** Saver: a part of the pay comes in and buys; every few months something is sold and goes to the bank. */
function saves(random: Random, person: Person, payday: number, pay: number): void {
  const at = daytime(random, payday + whole(random, 0, 3) * DAY_MS)
  const cop = roundAmount(random, pay * between(random, 0.05, 0.3))
  add(person, 'bank_in', at, cop)
  add(person, 'buy', at + between(random, 0.1, 30) * HOUR_MS, cop * between(random, 0.6, 1))
  if (random() < 0.18) {
    const later = daytime(random, at + whole(random, 3, 20) * DAY_MS)
    const sold = roundAmount(random, cop * between(random, 0.5, 3))
    add(person, 'sell', later, sold)
    add(person, 'bank_out', later + HOUR_MS, sold)
  }
}

const premium = (random: Random, person: Person, month: number): void => {
  if (!isPremiumMonth(month) || random() > 0.3) return
  saves(random, person, dayOf(month, whole(random, 14, 19)), person.monthly * between(random, 1, 2.5))
}

/** Casher: tokens come in and go to the bank, all or most of them, soon. */
function cashesOut(random: Random, person: Person, at: number, sum: number, [from, to]: readonly [number, number], payer: string): void {
  const cop = fromDollars(random, sum)
  add(person, 'token_in', at, cop, payer)
  const soldAt = at + between(random, 0.2, 20) * HOUR_MS
  const taken = cop * between(random, from, to)
  add(person, 'sell', soldAt, taken)
  const pieces = random() < 0.7 ? 1 : 2
  for (let piece = 0; piece < pieces; piece++)
    add(person, 'bank_out', soldAt + between(random, 0.2, piece === 0 ? 24 : 96) * HOUR_MS, taken / pieces)
}

const addressOf = (what: string, n: number): string => `${what} ${n}`

const LIVES: Readonly<Record<Persona, Life>> = {
  monthly(random, person, month) {
    if (random() < 0.65) saves(random, person, dayOf(month, pick(random, [28, 29, 30, 30, 1])), person.monthly)
    premium(random, person, month)
  },
  quincena(random, person, month) {
    for (const day of [15, 30]) if (random() < 0.5) saves(random, person, dayOf(month, day), person.monthly / 2)
    premium(random, person, month)
  },
  remittance(random, person, month) {
    const family = addressOf('family', person.n)
    for (let time = whole(random, 0, 2); time > 0; time--)
      cashesOut(
        random,
        person,
        daytime(random, dayOf(month, whole(random, 1, 28))),
        lognormal(random, person.monthly, 0.4),
        [0.85, 1],
        family,
      )
  },
  freelancer(random, person, month) {
    for (let time = whole(random, 1, 2); time > 0; time--) {
      const client = addressOf('client', person.n * 3 + whole(random, 0, 2))
      const at = daytime(random, dayOf(month, pick(random, [1, 2, 5, 15, 16, 28, 30])))
      cashesOut(random, person, at, lognormal(random, person.monthly / 1.5, 0.3), [0.4, 1], client)
    }
  },
  trader(random, person, month) {
    for (let time = whole(random, 1, 5); time > 0; time--) {
      const at = daytime(random, dayOf(month, whole(random, 1, 30)))
      const cop = roundAmount(random, lognormal(random, person.monthly / 3, 0.8))
      add(person, 'bank_in', at, cop)
      for (let turn = whole(random, 1, 5); turn > 0; turn--)
        add(person, pick(random, ['buy', 'sell']), at + between(random, 0.1, 90) * HOUR_MS, cop * between(random, 0.2, 1))
      const out = pick(random, ['bank_out', 'bank_out', 'token_out', null] as const)
      const own = out === 'token_out' ? addressOf('own', person.n) : null
      if (out) add(person, out, daytime(random, at + whole(random, 0, 12) * DAY_MS), cop * between(random, 0.3, 1.2), own)
    }
  },
  shop(random, person, month) {
    for (let sale = whole(random, 3, 12); sale > 0; sale--) {
      const payer = addressOf('buyer', person.n * 15 + whole(random, 0, 14))
      const at = daytime(random, dayOf(month, whole(random, 1, 28)))
      const cop = fromDollars(random, lognormal(random, person.monthly / 7, 0.6))
      add(person, 'token_in', at, cop, payer)
      if (random() < 0.3) add(person, 'bank_in', at + DAY_MS, roundAmount(random, cop * between(random, 0.2, 0.8)))
      const [paidAt, cost] = [daytime(random, at + whole(random, 1, 6) * DAY_MS), cop * between(random, 0.4, 0.9)]
      if (random() < 0.4) add(person, 'token_out', paidAt, cost, addressOf('supplier', person.n * 5 + whole(random, 0, 4)))
      else add(person, 'bank_out', paidAt, roundAmount(random, cost))
    }
  },
  occasional(random, person, month) {
    if (random() < 0.25) saves(random, person, dayOf(month, whole(random, 1, 28)), person.monthly)
  },
  sleeper(random, person, month) {
    if (month < 2 && random() < 0.7) saves(random, person, dayOf(month, whole(random, 1, 28)), person.monthly)
    // Sale of a car or a plot, or a severance payment: once, for a few people.
    if (month > 8 && random() < 0.03) {
      const at = daytime(random, dayOf(month, whole(random, 1, 28)))
      const cop = roundAmount(random, lognormal(random, 9 * MILLION, 0.8))
      add(person, 'bank_in', at, cop)
      add(person, 'buy', at + 2 * HOUR_MS, cop * 0.9)
    }
  },
}

function personaBy(random: Random): Persona {
  let luck = random()
  for (const persona of Object.keys(PERSONAS) as Persona[]) {
    luck -= PERSONAS[persona].share
    if (luck < 0) return persona
  }
  return 'monthly'
}

/** Level that their movements need; most stay at the level with few documents. */
const levelFor = (monthly: number): Person['level'] => (monthly > 16 * MILLION ? 3 : monthly > 5 * MILLION ? 2 : 1)

/** Three in ten joined within the last year. */
export function makePerson(random: Random, n: number, joined: number | null = null): Person {
  const persona = personaBy(random)
  const { income, spread, occupation } = PERSONAS[persona]
  const monthly = lognormal(random, income, spread)
  const joinedAt = joined ?? (random() < 0.3 ? between(random, START, END - DAY_MS) : START - between(random, 1, 900) * DAY_MS)
  const isFamily = n > 0 && random() < 0.12
  const home = isFamily ? n - 1 : n
  const device = isFamily && random() < 0.3 ? n - 1 : n
  const level = persona === 'occasional' || persona === 'sleeper' ? (monthly > 6 * MILLION ? 3 : 2) : levelFor(monthly)
  const person: Person = {
    n,
    persona,
    monthly,
    joinedAt,
    level,
    occupation,
    home,
    device,
    bank: device,
    city: whole(random, 0, 4),
    flows: [],
  }
  for (let month = 0; month <= MONTHS; month++) LIVES[persona](random, person, month)
  return person
}
