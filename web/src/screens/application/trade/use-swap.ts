/** State of the swap panel: the typed amount, its quote, and whether it may be sent. */
import { useQuery } from '@tanstack/react-query'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { Quote, TokenBalance } from '@tunjo/contract/trading'
import { type QuoteQuestion, quoteQuery } from '../../../api/trading.ts'
import { unitsOf } from '../../../parts/price-figures.ts'
import { useAccount } from '../../../session.ts'
import { type SwapForm, writtenSide } from './swap-form.ts'
import { isSameTrade, questionOf, quoteFact } from './swap-question.ts'
import { type SwapState, swapState } from './swap-state.ts'
import { useTypedUnits } from './use-typed-units.ts'

const REFRESH_PANEL_MS = 10_000
const REFRESH_CONFIRMATION_MS = 5_000

interface SwapInput {
  form: SwapForm
  sold: TokenBalance
  bought: TokenBalance
  slippageBps: number
  isSending: boolean
  isConfirming: boolean
}

export interface Swap {
  state: SwapState
  question: QuoteQuestion
  /** The newest quote, or the last one while a newer is loading. */
  quote: Quote | null
  /** True while the quote belongs to an earlier request. */
  isOld: boolean
  /** True while a quote for this amount is loading. */
  isSearching: boolean
  /** Time of the next quote, milliseconds since 1970; null while none is due. */
  nextQuoteAt: number | null
  retry: () => void
}

export function useSwap({ form, sold, bought, slippageBps, isSending, isConfirming }: SwapInput): Swap {
  const account = useAccount()
  const side = writtenSide(form)
  const amount = useTypedUnits(form, side === 'out' ? bought : sold)
  const question = questionOf({ side, amount, sold, bought, slippageBps })
  const isAsked = side !== null && amount !== null && amount > 0n
  const refetchInterval = isConfirming ? REFRESH_CONFIRMATION_MS : REFRESH_PANEL_MS
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useQuery({
    ...quoteQuery(question),
    enabled: isAsked,
    refetchInterval,
    placeholderData: (previous, query) => (query && isSameTrade(query.queryKey[2], question) ? previous : undefined),
  })
  const quote = (isAsked && data) || null
  const isSearching = isAsked && !error && (quote === null || isPlaceholderData)

  const state = swapState({
    isSending,
    type: form.type,
    amount,
    isVerified: account?.state !== ACCOUNT_STATE.unverified,
    balance: unitsOf(sold.balance, sold.decimals),
    quote: quoteFact(quote, isPlaceholderData, error, sold.decimals),
  })
  const nextQuoteAt = quote === null || isPlaceholderData || error ? null : dataUpdatedAt + refetchInterval
  return { state, question, quote, isOld: isPlaceholderData, isSearching, nextQuoteAt, retry: () => void refetch() }
}
