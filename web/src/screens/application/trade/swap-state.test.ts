import { describe, expect, it } from 'vitest'
import { type SwapFacts, swapState } from './swap-state.ts'

const ready: SwapFacts = {
  isSending: false,
  type: 'input',
  amount: 100n,
  isVerified: true,
  balance: 100n,
  quote: { status: 'ready', sold: 100n, maximumSold: 100n, minimum: 100n, impact: 'low' },
}
const kind = (facts: Partial<SwapFacts>) => swapState({ ...ready, ...facts }).kind

describe('EX-01 INTERCAMBIAR', () => {
  it('is ready only with an amount, a price and sufficient balance', () => {
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
  it('distinguishes a missing route from a price that did not arrive', () => {
    const error = new Error('offline')
    expect(kind({ quote: { status: 'failed', hasRoute: false, error } })).toBe('noRoute')
    expect(swapState({ ...ready, quote: { status: 'failed', hasRoute: true, error } })).toEqual({ kind: 'quoteFailed', error })
  })
  it('checks the balance before the price when selling, and with the maximum cost when buying', () => {
    expect(kind({ amount: 101n, quote: { status: 'pending' } })).toBe('insufficientBalance')
    expect(
      kind({ type: 'output', amount: 5n, quote: { status: 'ready', sold: 100n, maximumSold: 101n, minimum: 100n, impact: 'low' } }),
    ).toBe('insufficientBalance')
    expect(kind({ type: 'output', amount: 5_000n })).toBe('ready')
  })
  it('reports the minimum sold in one trade', () => {
    const quote = { status: 'ready', sold: 99n, maximumSold: 100n, minimum: 100n, impact: 'low' } as const
    expect(swapState({ ...ready, quote })).toEqual({ kind: 'belowMinimum', minimum: 100n })
  })
  it('refuses a price impact that the server would refuse, and leaves one that is typed to the confirmation', () => {
    const quote = { status: 'ready', sold: 100n, maximumSold: 100n, minimum: 100n } as const
    expect(kind({ quote: { ...quote, impact: 'refused' } })).toBe('impactRefused')
    expect(kind({ quote: { ...quote, impact: 'confirm' } })).toBe('ready')
  })
  it('asks for verification before the balance', () => {
    expect(kind({ isVerified: false, balance: 0n })).toBe('notVerified')
  })
  it('sending has priority over every other state', () => {
    expect(kind({ isSending: true, type: 'unset' })).toBe('sending')
  })
})
