import { FIRST_FEE_RATES } from '@tunjo/contract/fee-schedule'
import { expect, it } from 'vitest'
import { bpsOf, draftOf, ratesOf } from './fee-draft.ts'

it.each([
  ['0', 0],
  ['0,25', 25],
  ['0.5', 50],
  ['3', 300],
  ['3,01', null],
  ['0,255', null],
  ['-1', null],
  ['', null],
  ['12', null],
])('%j is %j basis points', (text, bps) => expect(bpsOf(text)).toBe(bps))

it('a draft gives the rates it was made from, and none while its tiers do not rise', () => {
  const rates = {
    ...FIRST_FEE_RATES,
    'COP-USDT': [
      { fromCop: '0', takerBps: 25, makerBps: 10 },
      { fromCop: '50000000', takerBps: 5, makerBps: 0 },
    ],
  }
  const draft = draftOf(rates)
  expect(draft['COP-USDT'][1]).toEqual({ fromCop: '50.000.000', taker: '0,05', maker: '0' })
  expect(ratesOf(draft)).toEqual(rates)
  expect(ratesOf({ ...draft, 'COP-USDT': [...draft['COP-USDT'], { fromCop: '50.000.000', taker: '0', maker: '0' }] })).toBeNull()
  expect(ratesOf({ ...draft, 'BTC-COP': [{ fromCop: '0', taker: '4', maker: '0' }] })).toBeNull()
})
