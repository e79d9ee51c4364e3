import { describe, expect, it } from 'vitest'
import { type Review, reviewQuote } from './review-quote.ts'

const sold = { input_amount: '100', maximum_sold: '100', expected_output: '2', minimum_received: '1.99' }
const bought = { input_amount: '100', maximum_sold: '100.5', expected_output: '2', minimum_received: '2' }
const selling: Review<typeof sold> = { tradeType: 'input', agreed: sold, agreedAtMs: 1_000, offered: null }
const buying: Review<typeof bought> = { tradeType: 'output', agreed: bought, agreedAtMs: 1_000, offered: null }
const NOW_MS = 6_000

describe('EX-05 a newer quote in the confirmation', () => {
  it('replaces the agreed one when it gives as much or more', () => {
    const better = { ...sold, expected_output: '2.1', minimum_received: '2.0895' }
    expect(reviewQuote(selling, better, NOW_MS)).toEqual({ tradeType: 'input', agreed: better, agreedAtMs: NOW_MS, offered: null })
    const cheaper = { ...bought, input_amount: '99', maximum_sold: '99.495' }
    expect(reviewQuote(buying, cheaper, NOW_MS).agreed).toBe(cheaper)
  })
  it('keeps the agreed one while it is only a little worse', () => {
    expect(reviewQuote(selling, { ...sold, expected_output: '1.995', minimum_received: '1.985' }, NOW_MS)).toEqual(selling)
    expect(reviewQuote(buying, { ...bought, input_amount: '100.2', maximum_sold: '100.7' }, NOW_MS)).toEqual(buying)
  })
  it('must be accepted when the expected output is below the minimum received', () => {
    const lower = { ...sold, expected_output: '1.98', minimum_received: '1.97' }
    expect(reviewQuote(selling, lower, NOW_MS)).toEqual({ ...selling, offered: lower })
    const dearer = { ...bought, input_amount: '101', maximum_sold: '101.5' }
    expect(reviewQuote(buying, dearer, NOW_MS)).toEqual({ ...buying, offered: dearer })
  })
  it('must be accepted when the agreed one is too old to be honoured', () => {
    const worse = { ...sold, expected_output: '1.995', minimum_received: '1.985' }
    expect(reviewQuote(selling, worse, 22_000).offered).toBe(worse)
  })
  it('withdraws the offer when the price recovers', () => {
    const offering = { ...selling, offered: { ...sold, expected_output: '1.98', minimum_received: '1.97' } }
    expect(reviewQuote(offering, { ...sold }, NOW_MS).offered).toBeNull()
  })
})
