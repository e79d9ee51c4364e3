import { describe, expect, it } from 'vitest'
import { type SwapFacts, swapState } from './swap-state.ts'

const ready: SwapFacts = {
  isSending: false,
  type: 'input',
  amount: 100n,
  isVerified: true,
  balance: 100n,
  quote: { status: 'ready', sold: 100n, maximumSold: 100n, minimum: 100n },
}
const kind = (facts: Partial<SwapFacts>) => swapState({ ...ready, ...facts }).kind

describe('EX-01 INTERCAMBIAR', () => {
  it('is ready only with an amount, a price and the money', () => {
    expect(kind({})).toBe('ready')
    expect(kind({ type: 'output', amount: 5n })).toBe('ready')
  })
  it('is unset without an amount, and while the amount is still zero', () => {
    expect(kind({ type: 'unset', amount: null })).toBe('unset')
    expect(kind({ amount: 0n })).toBe('unset')
  })
  it('refuses text that is no amount', () => {
    expect(kind({ amount: null })).toBe('amountInvalid')
  })
  it('waits for the price', () => {
    expect(kind({ quote: { status: 'pending' } })).toBe('quoting')
  })
  it('says that there is no route, and tells it from a price that did not arrive', () => {
    const error = new Error('offline')
    expect(kind({ quote: { status: 'failed', hasRoute: false, error } })).toBe('noRoute')
    expect(swapState({ ...ready, quote: { status: 'failed', hasRoute: true, error } })).toEqual({ kind: 'quoteFailed', error })
  })
  it('sees a missing balance before the price when selling, and with the most it may cost when buying', () => {
    expect(kind({ amount: 101n, quote: { status: 'pending' } })).toBe('insufficientBalance')
    expect(kind({ type: 'output', amount: 5n, quote: { status: 'ready', sold: 100n, maximumSold: 101n, minimum: 100n } })).toBe(
      'insufficientBalance',
    )
    expect(kind({ type: 'output', amount: 5_000n })).toBe('ready')
  })
  it('says the least that is sold in one trade', () => {
    const quote = { status: 'ready', sold: 99n, maximumSold: 100n, minimum: 100n } as const
    expect(swapState({ ...ready, quote })).toEqual({ kind: 'belowMinimum', minimum: 100n })
  })
  it('asks for verification before the balance', () => {
    expect(kind({ isVerified: false, balance: 0n })).toBe('notVerified')
  })
  it('is sending above all else', () => {
    expect(kind({ isSending: true, type: 'unset' })).toBe('sending')
  })
})
