import type { Quote } from '@tunjo/contract/trading'
import { expect, it } from 'vitest'
import { orderOf } from './trade-order.ts'

const quote: Quote = {
  expected_output: '0.002',
  input_amount: '500000',
  network_fee_usd: '0.12',
  network_fee: '0.0000013',
  network_fee_cop: '480.5',
  house_fee: '0',
  house_fee_percent: '0',
  path: ['0x1', '0x2'],
  hops: [],
  routes: [],
  liquidity_fee_percent: '0.1',
  price_impact_percent: '0',
  price_impact_level: 'low',
  market_price: '0.000000004',
  price: '0.000000004',
  minimum_received: '0.00199',
  maximum_sold: '502500',
  minimum_trade: '1000',
  slippage_percent: '0.5',
  quote_id: 'sealed',
  expires_at: '2026-11-21T00:00:30.000Z',
}
const question = { tokenIn: 0, tokenOut: 30, amount: '500000', slippage: '0.005' }
const common = { tokenIn: 0, tokenOut: 30, path: quote.path, quoteId: 'sealed', slippage: '0.005' }

it('EX-06 has the sold amount, or the bought one with its maximum cost', () => {
  expect(orderOf({ ...question, tradeType: 'input' }, quote, null)).toEqual({ ...common, tradeType: 'input', amountIn: '500000' })
  expect(orderOf({ ...question, tradeType: 'output' }, quote, 12)).toEqual({
    ...common,
    tradeType: 'output',
    amountOut: '0.002',
    amountInMaximum: '502500',
    acceptedImpactPercent: 12,
  })
})
