import { describe, expect, it } from 'vitest'
import { amountOfPesos, costOf, pesosOf } from './trade-cost.ts'

describe('EX-01 total cost in pesos', () => {
  it('pesos to dollars: the market value less what is received', () => {
    const quote = { input_amount: '4000000', market_price: '0.00025', expected_output: '990' }
    expect(costOf(quote, { bought: '1', cop: '0.00025' })).toEqual({ cop: 4_000_000n, percentHundredths: 100n })
  })

  it('bitcoin to pesos, to the cent and rounded up', () => {
    const quote = { input_amount: '0.01', market_price: '260000000', expected_output: '2594999.999' }
    expect(costOf(quote, { bought: '0.00025', cop: '0.00025' })).toEqual({ cop: 500_001n, percentHundredths: 20n })
  })

  it('a swap no worse than the market costs nothing', () => {
    expect(costOf({ input_amount: '1', market_price: '2', expected_output: '2.1' }, { bought: '1', cop: '0.00025' })).toEqual({
      cop: 0n,
      percentHundredths: 0n,
    })
  })

  it('is null without a price', () => {
    expect(costOf({ input_amount: '1', market_price: '0', expected_output: '2.1' }, { bought: '1', cop: '0.00025' })).toBeNull()
    expect(costOf({ input_amount: '1', market_price: '2', expected_output: '1' }, { bought: '1', cop: '0' })).toBeNull()
  })
})

it('EX-01 the value of an amount in pesos', () => {
  expect(pesosOf(1_500_000n, 6, '1', '0.00025')).toBe(600_000n)
  expect(pesosOf(1_000_000n, 8, '65000', '0.00025')).toBe(260_000_000n)
  expect(pesosOf(1n, 6, '1', '0')).toBeNull()
})

it('EX-01 pesos buy an amount of a token, rounded down, which is worth no more than these pesos', () => {
  expect(amountOfPesos(26_000_000_00n, 8, '65000', '0.00025')).toBe(10_000_000n)
  expect(amountOfPesos(100n, 6, '1', '0.00025')).toBe(250n)
  expect(amountOfPesos(100n, 6, '0', '0.00025')).toBeNull()
  expect(pesosOf(amountOfPesos(12_345_67n, 8, '65000', '0.00025') ?? 0n, 8, '65000', '0.00025')).toBeLessThanOrEqual(12_345_67n)
})
