/** A version of what the house takes, and which one is in force. Plain values. */
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { FEE_DAYS_AHEAD_MAX, FEE_PAIRS, type FeePair, type FeeRates, type FeeTier, FIRST_FEE_RATES } from '@tunjo/contract/fee-schedule'
import type { FeeVersion } from '@tunjo/contract/trade-fees'
import { type Refusal, refusal } from '../../../platform/refusal.ts'

export interface Version {
  readonly version: number
  readonly rates: FeeRates
  readonly from: Date
}
export interface Decision {
  readonly at: Date
  readonly makerId: string
  readonly checkerId: string
  readonly reason: string
}
export type DecidedVersion = Version & { readonly decision: Decision | null }

/** Came with the product. */
export const FIRST_VERSION: DecidedVersion = { version: 1, rates: FIRST_FEE_RATES, from: new Date(0), decision: null }

const DAY_MS = 86_400_000

/** What was quoted before is never changed: a version begins with its approval, or with a day of Bogotá that has not begun. */
export function checkDay(fromDay: string | null, now: Date): Refusal | null {
  if (fromDay === null) return null
  const from = startOfBogotaDay(fromDay)
  const isAhead = from > now && from.getTime() <= now.getTime() + FEE_DAYS_AHEAD_MAX * DAY_MS
  return isAhead ? null : refusal('trading.fees_date_out_of_bounds')
}

export const startOf = (fromDay: string | null, approvedAt: Date): Date => {
  const wanted = fromDay === null ? approvedAt : startOfBogotaDay(fromDay)
  return wanted > approvedAt ? wanted : approvedAt
}

export const checkChanges = (newest: FeeRates, wanted: FeeRates): Refusal | null =>
  changedPairs(newest, wanted).length === 0 ? refusal('trading.fees_same') : null

export const changedPairs = (before: FeeRates, after: FeeRates): FeePair[] =>
  FEE_PAIRS.filter((pair) => textOfTiers(before[pair]) !== textOfTiers(after[pair]))

/** `0,25 % taker, 0,1 % maker; desde 50.000.000 COP: …` */
export const textOfTiers = (tiers: readonly FeeTier[]): string =>
  tiers
    .map(({ fromCop, takerBps, makerBps }) => {
      const from = fromCop === '0' ? '' : `desde ${BigInt(fromCop).toLocaleString('es-CO')} COP: `
      return `${from}taker ${percentOf(takerBps)} %, maker ${percentOf(makerBps)} %`
    })
    .join('; ')

const percentOf = (bps: number): string => (bps / 100).toLocaleString('es-CO', { maximumFractionDigits: 2 })

/** Of versions in their order, the highest that has begun. */
export const inForce = <V extends Version>(versions: readonly V[], now: Date): V | undefined => versions.findLast(({ from }) => from <= now)

/** One is replaced when a higher one begins no later than it does. */
export function stateOf(version: Version, versions: readonly Version[], now: Date): FeeVersion['state'] {
  if (version === inForce(versions, now)) return 'in_force'
  const isReplaced = versions.some((other) => other.version > version.version && other.from <= version.from)
  if (isReplaced) return 'replaced'
  return version.from > now ? 'coming' : 'past'
}
