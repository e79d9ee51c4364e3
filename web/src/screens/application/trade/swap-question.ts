/** Quote request for a typed amount, and the panel's state from its answer. Pure. */
import { formatUnits } from '@tunjo/contract/money'
import type { Quote, TokenBalance } from '@tunjo/contract/trading'
import { hasCode } from '../../../api/error-text.ts'
import type { QuoteQuestion } from '../../../api/trading.ts'
import { unitsOf } from '../../../parts/price-figures.ts'
import type { Side } from './swap-form.ts'
import type { SwapFacts } from './swap-state.ts'
import { fractionOf } from './trade-settings.ts'

interface Written {
  readonly side: Side | null
  /** Null when the text is no amount of the token. */
  readonly amount: bigint | null
  readonly sold: Pick<TokenBalance, 'id' | 'decimals'>
  readonly bought: Pick<TokenBalance, 'id' | 'decimals'>
  readonly slippageBps: number
}

export const questionOf = ({ side, amount, sold, bought, slippageBps }: Written): QuoteQuestion => ({
  tokenIn: sold.id,
  tokenOut: bought.id,
  tradeType: side === 'out' ? 'output' : 'input',
  amount: formatUnits(amount ?? 0n, side === 'out' ? bought.decimals : sold.decimals),
  slippage: fractionOf(slippageBps),
})

type Amounts = Pick<Quote, 'input_amount' | 'maximum_sold' | 'minimum_trade' | 'price_impact_level'>
export function quoteFact(quote: Amounts | null, isOld: boolean, error: unknown, decimals: number): SwapFacts['quote'] {
  if (error) return { status: 'failed', hasRoute: !hasCode(error, 'trading.no_route'), error }
  if (!quote || isOld) return { status: 'pending' }
  const units = (text: string) => unitsOf(text, decimals)
  const { input_amount: sold, maximum_sold: maximumSold, minimum_trade: minimum, price_impact_level: impact } = quote
  return { status: 'ready', sold: units(sold), maximumSold: units(maximumSold), minimum: units(minimum), impact }
}

/** An earlier answer may be shown only for another amount of the same trade. */
export function isSameTrade(a: QuoteQuestion, b: QuoteQuestion): boolean {
  return a.tokenIn === b.tokenIn && a.tokenOut === b.tokenOut && a.tradeType === b.tradeType
}
