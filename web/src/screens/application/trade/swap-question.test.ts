import { CallFailed } from '@tunjo/contract/client'
import { describe, expect, it } from 'vitest'
import { isSameTrade, questionOf, quoteFact } from './swap-question.ts'

const [sold, bought] = [
  { id: 0, decimals: 2 },
  { id: 31, decimals: 6 },
]
const written = { side: 'in', amount: 5_000_000n, sold, bought, slippageBps: 50 } as const

describe('EX-02 quote request', () => {
  it('has the amount of the typed side, in the decimals of its token', () => {
    const question = { tokenIn: 0, tokenOut: 31, tradeType: 'input', amount: '50000', slippage: '0.005' }
    expect(questionOf(written)).toEqual(question)
    expect(questionOf({ ...written, side: 'out' })).toEqual({ ...question, tradeType: 'output', amount: '5' })
    expect(questionOf({ ...written, amount: null })).toMatchObject({ amount: '0' })
  })

  it('another amount is the same trade; another pair, direction or side is not', () => {
    const question = questionOf(written)
    expect(isSameTrade(question, { ...question, amount: '1', slippage: '0.01' })).toBe(true)
    for (const other of [{ tokenIn: 30 }, { tokenOut: 30 }, { tradeType: 'output' }] as const)
      expect(isSameTrade(question, { ...question, ...other })).toBe(false)
  })
})

describe('state from the answer', () => {
  const quote = { input_amount: '50000', maximum_sold: '50250.01', minimum_trade: '1000', price_impact_level: 'low' } as const
  const failed = (code: string) => new CallFailed(409, { type: 'about:blank', code, status: 409, title: code, detail: code } as never, '')

  it('is ready with its amounts in units of the sold token', () => {
    expect(quoteFact(quote, false, null, 2)).toEqual({
      status: 'ready',
      sold: 5_000_000n,
      maximumSold: 5_025_001n,
      minimum: 100_000n,
      impact: 'low',
    })
  })

  it('is loading without a quote, or with that of an earlier amount', () => {
    expect(quoteFact(null, false, null, 2)).toEqual({ status: 'pending' })
    expect(quoteFact(quote, true, null, 2)).toEqual({ status: 'pending' })
  })

  it('reports whether a route exists, even while an earlier answer is shown', () => {
    expect(quoteFact(quote, false, failed('trading.no_route'), 2)).toMatchObject({ status: 'failed', hasRoute: false })
    expect(quoteFact(quote, true, failed('pricing.price_unavailable'), 2)).toMatchObject({ status: 'failed', hasRoute: true })
    expect(quoteFact(null, false, new Error('no network'), 2)).toMatchObject({ status: 'failed', hasRoute: true })
  })
})
