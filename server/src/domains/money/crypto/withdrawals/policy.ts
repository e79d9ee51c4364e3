/** Decision rules for token withdrawals on plain values: minimum, fee, and the reasons of a review. */
import { formatFigure } from '@tunjo/contract/amount-text'
import { isLargeFee, LARGE_FEE_PERCENT } from '@tunjo/contract/crypto-withdrawals'
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
import type { TokenReviewReason } from '@tunjo/contract/withdrawal-queue'
import { type Refusal, refusal } from '../../../../platform/http/refusal.ts'
import { type DayFlow, isPassingThrough } from '../../../customers/limits/index.ts'
import type { AddressSanction } from '../address-screening.ts'

export function checkMinimum(asset: AssetCode, amount: bigint, minimum: bigint): Refusal | null {
  if (amount >= minimum) return null
  return refusal('crypto.amount_below_minimum', { minimum: formatFigure(minimum, ASSETS[asset].scale), asset })
}

/**
 * The displayed fee is charged while the network takes at most a quarter more. A displayed fee above twice the network's is not
 * charged: in both cases the customer is asked again.
 */
export function agreeFee(shown: bigint | undefined, now: bigint): bigint | Refusal {
  if (shown === undefined) return now
  const isFair = now * 4n <= shown * 5n && shown <= now * 2n
  return isFair ? shown : refusal('crypto.fee_changed')
}

interface AskedFee {
  readonly asset: AssetCode
  readonly amount: bigint
  /** The fee that is charged. */
  readonly fee: bigint
  /** As the customer typed it. */
  readonly confirmed: bigint | undefined
}
/** A large fee is charged only when the customer typed it, and a typed fee must equal the charged one. */
export function checkConfirmedFee({ asset, amount, fee, confirmed }: AskedFee): Refusal | null {
  if (confirmed === undefined ? !isLargeFee(fee, amount) : confirmed === fee) return null
  return refusal('crypto.fee_unconfirmed', { fee: formatFigure(fee, ASSETS[asset].scale), asset, percent: LARGE_FEE_PERCENT })
}

export interface ReviewFacts {
  /** Amount with the fee. */
  readonly total: bigint
  readonly reviewFrom: bigint
  /** Sum of 24 hours, without this one. */
  readonly takenOfAccount: bigint
  readonly accountDayMax: bigint
  readonly takenOfAll: bigint
  readonly platformDayMax: bigint
  /** Sum of 24 hours, pesos and tokens, with this one. */
  readonly flow: DayFlow
  readonly inAndOutFromCop: bigint
  readonly sanctions: AddressSanction
  /** Whether an unscreened address is reviewed by officers. */
  readonly isListNeeded: boolean
  /** COP cents, with the fee, at the time of the request. */
  readonly valueCop: bigint
  readonly first: FirstPayout
  readonly firstReviewFromCop: bigint
}
/** Payouts to a customer on chain so far. */
export interface FirstPayout {
  /** True when there were none. */
  readonly isFirst: boolean
  /** COP cents in flight, and those transferred internally today: ten small concurrent ones count as a large one. */
  readonly inFlightCop: bigint
}

const FOR_VALUE: readonly TokenReviewReason[] = ['amount', 'first_payout', 'account_day', 'platform_day']
/** Whether its customer may learn that its value is the reason. */
export const isForValue = (reasons: readonly TokenReviewReason[]): boolean => reasons.some((reason) => FOR_VALUE.includes(reason))

/** Reasons of a review; empty when it leaves automatically. */
export function reviewReasons(facts: ReviewFacts): TokenReviewReason[] {
  const { total } = facts
  const reasons: [TokenReviewReason, boolean][] = [
    ['amount', total >= facts.reviewFrom],
    ['first_payout', facts.first.isFirst && facts.first.inFlightCop + facts.valueCop >= facts.firstReviewFromCop],
    ['account_day', facts.takenOfAccount + total > facts.accountDayMax],
    ['platform_day', facts.takenOfAll + total > facts.platformDayMax],
    ['in_and_out', isPassingThrough(facts.flow, facts.inAndOutFromCop)],
    ['sanctions', facts.sanctions === 'listed'],
    ['no_list', facts.isListNeeded && facts.sanctions === 'no_list'],
  ]
  return reasons.flatMap(([reason, holds]) => (holds ? [reason] : []))
}
