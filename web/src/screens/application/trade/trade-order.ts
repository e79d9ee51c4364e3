/** Order of an agreed quote (EX-06). */
import type { Quote } from '@tunjo/contract/trading'
import type { QuoteQuestion, TradeOrder } from '../../../api/trading.ts'

/** @param acceptedImpactPercent the whole per cent of price impact that the person typed; null where none is needed */
export function orderOf(question: QuoteQuestion, quote: Quote, acceptedImpactPercent: number | null): TradeOrder {
  const { tokenIn, tokenOut, tradeType, slippage } = question
  const accepted = acceptedImpactPercent === null ? {} : { acceptedImpactPercent }
  const common = { tokenIn, tokenOut, path: quote.path, quoteId: quote.quote_id, slippage, ...accepted }
  return tradeType === 'input'
    ? { ...common, tradeType, amountIn: quote.input_amount }
    : { ...common, tradeType, amountOut: quote.expected_output, amountInMaximum: quote.maximum_sold }
}
