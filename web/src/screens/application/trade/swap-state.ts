/** State of INTERCAMBIAR, enabled or the reason why not: one answer for button, hint and modal. */
import type { ImpactLevel } from '@tunjo/contract/price-impact'
import type { QuoteType } from './swap-form.ts'

export type SwapState =
  | {
      kind:
        | 'sending'
        | 'unset'
        | 'notVerified'
        | 'amountInvalid'
        | 'quoting'
        | 'insufficientBalance'
        | 'noRoute'
        | 'impactRefused'
        | 'ready'
    }
  | { kind: 'quoteFailed'; error: unknown }
  | { kind: 'belowMinimum'; minimum: bigint }

export interface SwapFacts {
  isSending: boolean
  type: QuoteType
  /** Base units of the typed side; null when the text is no amount. */
  amount: bigint | null
  isVerified: boolean
  /** Amount that can be sold now, base units. */
  balance: bigint
  quote:
    | { status: 'pending' }
    | { status: 'failed'; hasRoute: boolean; error: unknown }
    /** Base units. `maximumSold`: the maximum that the trade may take; `minimum`: the minimum sold in one trade. */
    | { status: 'ready'; sold: bigint; maximumSold: bigint; minimum: bigint; impact: ImpactLevel }
}

/** Ordered so that the first reason is one the person can resolve, without waiting for a price where none is needed. */
export function swapState({ isSending, type, amount, isVerified, balance, quote }: SwapFacts): SwapState {
  if (isSending) return { kind: 'sending' }
  if (type === 'unset' || amount === 0n) return { kind: 'unset' }
  if (amount === null) return { kind: 'amountInvalid' }
  if (!isVerified) return { kind: 'notVerified' }
  if (type === 'input' && amount > balance) return { kind: 'insufficientBalance' }
  if (quote.status === 'pending') return { kind: 'quoting' }
  if (quote.status === 'failed') return quote.hasRoute ? { kind: 'quoteFailed', error: quote.error } : { kind: 'noRoute' }
  if (quote.sold < quote.minimum) return { kind: 'belowMinimum', minimum: quote.minimum }
  if (quote.impact === 'refused') return { kind: 'impactRefused' }
  return { kind: quote.maximumSold > balance ? 'insufficientBalance' : 'ready' }
}
