import { expect, it } from 'vitest'
import { holdingOf } from './holdings.ts'

const SHOWN = { assetName: '', assetIcon: '', available: '0', price: null }

it('a holding keeps every unit, and formats its share for Colombia', () => {
  const row = { ...SHOWN, asset: 'BTC', amount: '0.12345678', held: '0.00000001', valueCop: 4_500_000_00n, percentage: '33.33%' } as const
  expect(holdingOf(row)).toEqual({
    asset: 'BTC',
    amount: 12_345_678n,
    held: 1n,
    valueCop: 4_500_000_00n,
    percent: 33.33,
    percentText: '33,33 %',
  })
})

it('an unknown share is a dash and draws nothing', () => {
  const row = { ...SHOWN, asset: 'COP', amount: '0', held: '0', valueCop: null, percentage: null } as const
  expect(holdingOf(row)).toMatchObject({ valueCop: null, percent: 0, percentText: '—' })
})
