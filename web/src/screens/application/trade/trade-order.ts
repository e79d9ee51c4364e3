/** Order of an agreed quote (EX-06). */
import type { Quote } from '@tunjo/contract/trading'
import type { QuoteQuestion, TradeOrder } from '../../../api/trading.ts'

export function orderOf({ tokenIn, tokenOut, tradeType, slippage }: QuoteQuestion, quote: Quote): TradeOrder {
  const common = { tokenIn, tokenOut, path: quote.path, quoteId: quote.quote_id, slippage }
  return tradeType === 'input'
    ? { ...common, tradeType, amountIn: quote.input_amount }
    : { ...common, tradeType, amountOut: quote.expected_output, amountInMaximum: quote.maximum_sold }
}
