/** Decisions about token withdrawals on plain values: least amount, fee, and whether two officers look first. */
import { formatFigure } from '@tunjo/contract/amount-text'
import type { ReviewReason } from '@tunjo/contract/crypto-officers'
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
import { type Refusal, refusal } from '../../../platform/refusal.ts'
import type { AddressSanction } from '../address-screening.ts'

export function checkMinimum(asset: AssetCode, amount: bigint, minimum: bigint): Refusal | null {
  if (amount >= minimum) return null
  return refusal('crypto.amount_below_minimum', { minimum: formatFigure(minimum, ASSETS[asset].scale), asset })
}

/**
 * What was shown is charged, while the network takes at most a quarter more than that. Who was shown more than twice what it takes is not
 * charged so much: both are asked again.
 */
export function agreeFee(shown: bigint | undefined, now: bigint): bigint | Refusal {
  if (shown === undefined) return now
  const isFair = now * 4n <= shown * 5n && shown <= now * 2n
  return isFair ? shown : refusal('crypto.fee_changed')
}

export interface ReviewFacts {
  /** With the fee. */
  readonly total: bigint
  readonly reviewFrom: bigint
  /** Of 24 hours, without this one. */
  readonly takenOfAccount: bigint
  readonly accountDayMax: bigint
  readonly takenOfAll: bigint
  readonly platformDayMax: bigint
  readonly sanctions: AddressSanction
}

/** Empty when it goes by itself. */
export function reviewReasons(facts: ReviewFacts): ReviewReason[] {
  const { total } = facts
  const reasons: [ReviewReason, boolean][] = [
    ['amount', total >= facts.reviewFrom],
    ['account_day', facts.takenOfAccount + total > facts.accountDayMax],
    ['platform_day', facts.takenOfAll + total > facts.platformDayMax],
    ['sanctions', facts.sanctions === 'listed'],
  ]
  return reasons.flatMap(([reason, holds]) => (holds ? [reason] : []))
}
