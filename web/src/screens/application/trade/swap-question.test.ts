import { CallFailed } from '@tunjo/contract/client'
import { describe, expect, it } from 'vitest'
import { isSameTrade, questionOf, quoteFact } from './swap-question.ts'

const [sold, bought] = [
  { id: 0, decimals: 2 },
  { id: 31, decimals: 6 },
]
const written = { side: 'in', amount: 5_000_000n, sold, bought, slippageBps: 50 } as const

describe('EX-02 what is asked', () => {
  it('is the amount of the side that was written, in the decimals of its token', () => {
    const question = { tokenIn: 0, tokenOut: 31, tradeType: 'input', amount: '50000', slippage: '0.005' }
    expect(questionOf(written)).toEqual(question)
    expect(questionOf({ ...written, side: 'out' })).toEqual({ ...question, tradeType: 'output', amount: '5' })
    expect(questionOf({ ...written, amount: null })).toMatchObject({ amount: '0' })
  })

  it('of another amount is the same trade; of another pair, direction or side it is not', () => {
    const question = questionOf(written)
    expect(isSameTrade(question, { ...question, amount: '1', slippage: '0.01' })).toBe(true)
    for (const other of [{ tokenIn: 30 }, { tokenOut: 30 }, { tradeType: 'output' }] as const)
      expect(isSameTrade(question, { ...question, ...other })).toBe(false)
  })
})

describe('what the answer means', () => {
  const quote = { input_amount: '50000', maximum_sold: '50250.01', minimum_trade: '1000' }
  const failed = (code: string) => new CallFailed(409, { type: 'about:blank', code, status: 409, title: code, detail: code } as never, '')

  it('is ready with its amounts in units of the token that is sold', () => {
    expect(quoteFact(quote, false, null, 2)).toEqual({ status: 'ready', sold: 5_000_000n, maximumSold: 5_025_001n, minimum: 100_000n })
  })

  it('is on its way while there is none, or only that of an older amount', () => {
    expect(quoteFact(null, false, null, 2)).toEqual({ status: 'pending' })
    expect(quoteFact(quote, true, null, 2)).toEqual({ status: 'pending' })
  })

  it('says whether there is a way at all, though an older answer is still shown', () => {
    expect(quoteFact(quote, false, failed('trading.no_route'), 2)).toMatchObject({ status: 'failed', hasRoute: false })
    expect(quoteFact(quote, true, failed('pricing.price_unavailable'), 2)).toMatchObject({ status: 'failed', hasRoute: true })
    expect(quoteFact(null, false, new Error('no network'), 2)).toMatchObject({ status: 'failed', hasRoute: true })
  })
})
