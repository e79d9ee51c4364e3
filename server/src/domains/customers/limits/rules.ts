/** Monthly limits as decisions on plain values (KYC-18). */
import { copFigure } from '@tunjo/contract/amount-text'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { type Refusal, refusal } from '../../../platform/http/refusal.ts'
import type { InForce } from '../../reference/configuration/index.ts'
import type { KycPerson } from '../kyc/index.ts'

export type Level = KycPerson['verifiedLevel']
/** COP cents for each month and direction at a verified level; null = no limit (KYC-18). */
export type MaximumOf = (level: Level) => bigint | null

/** Monthly maximums by one version of the configuration. */
export const maximumsOf =
  ({ level1, level2 }: InForce<'limits'>['numbers']): MaximumOf =>
  (level) =>
    ({ 0: 0n, 1: level1, 2: level2, 3: null })[level]

export function checkPerson(person: KycPerson): Refusal | null {
  if (person.accountState === ACCOUNT_STATE.suspended || person.accountState === ACCOUNT_STATE.closed) return refusal('limits.blocked')
  if (person.accountState === ACCOUNT_STATE.unverified || person.verifiedLevel === 0) return refusal('limits.not_verified')
  return null
}

export function checkMonth({ used, amount, maximum }: { used: bigint; amount: bigint; maximum: bigint | null }): Refusal | null {
  if (maximum === null || used + amount <= maximum) return null
  return refusal('limits.monthly_exceeded', { used: copFigure(used), maximum: copFigure(maximum) })
}

/** First day of the month in Bogotá, `2026-02-01`. */
export const bogotaMonth = (instant: Date): string => `${bogotaDay(instant).slice(0, 7)}-01`
