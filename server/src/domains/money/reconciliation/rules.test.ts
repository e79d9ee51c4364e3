import { describe, expect, it } from 'vitest'
import { levelOfCoverage, levelOfGas, levelOfReserve, operationsLeft } from './rules.ts'

describe('ADM-15 low reserves', () => {
  it('less than the liabilities is critical, up to one per hundred above is low', () => {
    expect([levelOfCoverage(99n, 100n), levelOfCoverage(100n, 100n), levelOfCoverage(101n, 100n)]).toEqual(['critical', 'low', 'good'])
    expect(levelOfCoverage(0n, 0n)).toBe('good')
  })

  it('prepaid pesos cover the pending withdrawals, and as much again', () => {
    expect([levelOfReserve(9n, 10n), levelOfReserve(19n, 10n), levelOfReserve(20n, 10n), levelOfReserve(0n, 0n)]).toEqual([
      'critical',
      'low',
      'good',
      'good',
    ])
  })

  it('gas is counted in operations, without the reserve, and never below zero', () => {
    const price = { gasPriceWei: 1_000n, reserveWei: 500n }
    expect(operationsLeft(500n + 300_000_000n * 20n, price)).toBe(20)
    expect(operationsLeft(499n, price)).toBe(0)
    expect(operationsLeft(10n ** 30n, { gasPriceWei: 0n, reserveWei: 0n })).toBe(1_000_000)
    expect([levelOfGas(19), levelOfGas(20), levelOfGas(99), levelOfGas(100)]).toEqual(['critical', 'low', 'low', 'good'])
  })
})
