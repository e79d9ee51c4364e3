/** Decision rules on plain values. Amounts are COP cents. */
import { copFigure } from '@tunjo/contract/amount-text'
import { STATE_GROUP, type TransactionState } from '@tunjo/contract/payments'
import { isLoopbackHost } from '../../../platform/http/network.ts'
import { type Refusal, refusal } from '../../../platform/http/refusal.ts'
import type { PaymentsSettings } from './config.ts'

const COP = 100n
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export interface AmountRange {
  readonly minimum: bigint
  readonly maximum: bigint
}
/** Minimum of MON-04; maxima of the providers (one PSE transaction; payouts of one day). */
export const DEPOSIT_RANGE: AmountRange = { minimum: 10_000n * COP, maximum: 10_000_000_000n * COP }
export const WITHDRAWAL_RANGE: AmountRange = { minimum: 10_000n * COP, maximum: 1_500_000_000n * COP }

/** Ordered so that the customer first reads the text of the form. */
export function checkAmount(amount: bigint, { minimum, maximum }: AmountRange): Refusal | null {
  if (amount < minimum) return refusal('payments.amount_below_minimum')
  if (amount > maximum) return refusal('payments.amount_above_maximum', { maximum: copFigure(maximum) })
  if (amount % COP !== 0n) return refusal('payments.amount_not_whole')
  return null
}

/** Each unpaid one counts in the month and is checked at the provider, until it expires. */
const MAX_OPEN_DEPOSITS = 5

export const checkOpenDeposits = (open: number): Refusal | null =>
  open < MAX_OPEN_DEPOSITS ? null : refusal('payments.too_many_open_deposits', { maximum: String(MAX_OPEN_DEPOSITS) })

/** A withdrawal costs the platform money however small it is, so that their number in a day is limited. */
export const checkRequests = (requested: number, { withdrawalsPerDay }: Pick<PaymentsSettings, 'withdrawalsPerDay'>): Refusal | null =>
  requested < withdrawalsPerDay ? null : refusal('payments.too_many_withdrawals', { maximum: String(withdrawalsPerDay) })

export const isOpen = (state: TransactionState): boolean => STATE_GROUP[state] === 'pending'

/** Time from which a new or changed bank account can be paid; null when that time has passed. */
export function accountHeldUntil(changedAt: Date, { holdMs, now }: { holdMs: number; now: Date }): Date | null {
  const knownFrom = new Date(changedAt.getTime() + holdMs)
  return knownFrom > now ? knownFrom : null
}

export interface PayoutWait {
  readonly until: Date
  readonly reason: 'account_new' | 'withdrawals_on_hold'
}

/** Reason why a held withdrawal has not left yet. The period in which it can be cancelled does not count as waiting. */
export function payoutWait(
  { createdAt, payAfter }: { createdAt: Date; payAfter: Date },
  { holdUntil, graceMs, now }: { holdUntil: Date | null; graceMs: number; now: Date },
): PayoutWait | null {
  const isAccountNew = payAfter > now && payAfter.getTime() > createdAt.getTime() + graceMs
  if (holdUntil && holdUntil > now && (!isAccountNew || holdUntil > payAfter)) return { until: holdUntil, reason: 'withdrawals_on_hold' }
  return isAccountNew ? { until: payAfter, reason: 'account_new' } : null
}

/** Allowed destinations of a payment link: the provider's hosts by https; loopback in the demo profile. */
export function isAllowedLink(link: string, { hosts, allowsLoopback }: { hosts: readonly string[]; allowsLoopback: boolean }): boolean {
  const { protocol, hostname } = new URL(link)
  if (allowsLoopback && isLoopbackHost(hostname)) return protocol === 'http:' || protocol === 'https:'
  return protocol === 'https:' && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/** A signed event further than this from now is answered as stale (R16). */
export const EVENT_SKEW_MS = 5 * MINUTE_MS
export const isStale = (signedAt: Date, now: Date): boolean => Math.abs(now.getTime() - signedAt.getTime()) > EVENT_SKEW_MS

export const DEPOSIT_CLOSES_AFTER_MS = DAY_MS
/**
 * The link expires before the deposit is closed, by more than the skew of clocks and the duration of a last payment: a closed deposit
 * cannot be paid.
 */
const DEPOSIT_PAYABLE_MS = DEPOSIT_CLOSES_AFTER_MS - 15 * MINUTE_MS
/** Deterministic for repeated requests of the transaction, since it is part of the signed text. */
export const depositPayableUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + DEPOSIT_PAYABLE_MS)
/** A deposit that the provider does not have by then was never created there: no link was ever issued for it. */
export const DEPOSIT_CREATED_WITHIN_MS = 15 * MINUTE_MS
const DEPOSIT_CHECKS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]

/** When a pending deposit is read again: at 1, 5 and 15 minutes of age, then hourly, and at 24 hours. */
export function nextDepositCheckInMs(ageMs: number): number {
  const early = DEPOSIT_CHECKS_MS.find((check) => check > ageMs)
  if (early !== undefined) return early - ageMs
  return Math.max(Math.min(HOUR_MS, DEPOSIT_CLOSES_AFTER_MS - ageMs), MINUTE_MS)
}

const CHECKS_AFTER_END_MS = [1, 3, 8, 24, 48, 96, 192, 360, 720, 1_440].map((hours) => hours * HOUR_MS)

/**
 * Delay until the next check of an ended movement: a payment may be approved after its deposit was abandoned, and a bank may send back
 * a payment, without an event that arrives. From 1 hour to 60 days, at growing intervals; null afterwards.
 */
export function nextCheckAfterEndInMs(endedMsAgo: number): number | null {
  const next = CHECKS_AFTER_END_MS.find((check) => check > endedMsAgo)
  return next === undefined ? null : next - endedMsAgo
}
export const isCheckDueAfterEnd = (endedMsAgo: number): boolean => endedMsAgo >= HOUR_MS
/** Delay after the provider did not answer about an ended movement. */
export const RETRY_AFTER_END_MS = HOUR_MS

/** Delay until a payout at the bank is read again; events usually come first. */
export function nextPayoutCheckInMs(sentMsAgo: number): number {
  if (sentMsAgo < MINUTE_MS) return 5_000
  if (sentMsAgo < HOUR_MS) return MINUTE_MS
  return sentMsAgo < DAY_MS ? 15 * MINUTE_MS : HOUR_MS
}

/** Period in which a key is reused: a little less than the provider keeps an idempotency key. */
export const SAME_KEY_WITHIN_MS = 23 * HOUR_MS
/** An attempt of unknown outcome may still be in flight at the provider; after this its absence is an answer. */
export const IN_FLIGHT_MS = 15 * MINUTE_MS
export const RETRY_TEMPORARY_MS = MINUTE_MS
/** Longest pause while a provider does not answer, or answers incorrectly: waiting movements continue within a minute of its recovery. */
export const ASK_AGAIN_MS = 30_000
/** Maximum wait for the platform's balance at the provider before the customer gets the money back. */
export const ABANDON_TEMPORARY_MS = DAY_MS

export type SendDecision = 'wait' | 'send' | 'look_up'

/**
 * Next step of a withdrawal that is not with the bank yet. A payment that may exist is only repeated under the key that the
 * provider still keeps; later it is only queried.
 */
export function decideSending({ payAfter, firstSentAt, now }: { payAfter: Date; firstSentAt: Date | null; now: Date }): SendDecision {
  if (firstSentAt) return now.getTime() - firstSentAt.getTime() < SAME_KEY_WITHIN_MS ? 'send' : 'look_up'
  return now < payAfter ? 'wait' : 'send'
}

/** Retry of an unknown outcome: 10 s, 20 s, 40 s … at most 5 minutes. */
export const retryUnknownInMs = (sentMsAgo: number): number => Math.min(Math.max(10_000, sentMsAgo), ASK_AGAIN_MS)

/** Label of a bank account in a sentence: enough for its owner, too little for anyone else. */
export const accountLabel = ({ accountAlias, accountNumber }: { accountAlias: string; accountNumber: string }): string =>
  `${accountAlias} (••${accountNumber.slice(-4)})`
