import { formatUnits, parseUnits } from '@tunjo/contract/money'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tokenBySymbol } from '../../../chain/tokens.ts'
import { FEE_TIERS } from '../../../chain/uniswap.ts'
import { isRefusal } from '../../../platform/http/refusal.ts'
import { readTradingSettings } from './config.ts'
import { boundsOf, checkBounds, checkMinimum, checkPair, parseAmount, parseOrder, parseSlippagePpm } from './rules.ts'

const amount = fc.bigInt({ min: 1n, max: 10n ** 30n })
const slippage = fc.bigInt({ min: 0n, max: 50_000n })
const RUNS = { numRuns: 10_000 }

it('EX-06 bounds are never looser than the slippage, and the price itself is always within them', () => {
  fc.assert(
    fc.property(amount, amount, slippage, fc.constantFrom('input' as const, 'output' as const), (amountIn, amountOut, ppm, tradeType) => {
      const bounds = boundsOf(tradeType, amountIn, amountOut, ppm)
      expect(bounds.minimumOut <= amountOut && bounds.maximumIn >= amountIn).toBe(true)
      expect((amountOut - bounds.minimumOut) * 1_000_000n < amountOut * ppm + 1_000_000n).toBe(true)
      expect((bounds.maximumIn - amountIn) * 1_000_000n < amountIn * ppm + 1_000_000n).toBe(true)
      if (bounds.minimumOut > 0n) expect(checkBounds({ amountIn, amountOut }, bounds)).toBeNull()
    }),
    RUNS,
  )
})

it('a fresh price outside the bounds is refused, and a minimum of zero is no agreement', () => {
  expect(checkBounds({ amountIn: 10n, amountOut: 98n }, { maximumIn: 10n, minimumOut: 99n })?.code).toBe('trading.price_moved')
  expect(checkBounds({ amountIn: 11n, amountOut: 99n }, { maximumIn: 10n, minimumOut: 99n })?.code).toBe('trading.price_moved')
  expect(checkBounds({ amountIn: 10n, amountOut: 1n }, { maximumIn: 10n, minimumOut: 0n })?.code).toBe('trading.amount_invalid')
})

it('amounts keep every unit, and more decimals than the token has are refused', () => {
  const [bitcoin, pesos] = [tokenBySymbol('BTC'), tokenBySymbol('COPT')]
  fc.assert(
    fc.property(amount, (units) => {
      expect(parseAmount(formatUnits(units, bitcoin.decimals), bitcoin)).toBe(units)
    }),
    RUNS,
  )
  for (const text of ['0.001', '1,5', '-1', '0', 'NaN', '1e5', ' 1', '0x10']) expect(isRefusal(parseAmount(text, pesos))).toBe(true)
})

it('SEC-55 an order is parsed once, with the first reason to refuse; a ceiling applies to output only', () => {
  const [pesos, dollars] = [tokenBySymbol('COPT'), tokenBySymbol('USDT')]
  const asked = { tokenIn: pesos.id, tokenOut: dollars.id, tradeType: 'output', amount: '2.5', slippage: '0.005' } as const
  const order = { tokenIn: pesos, tokenOut: dollars, tradeType: 'output', amount: parseUnits('2.5', dollars.decimals), slippagePpm: 5_000n }
  expect(parseOrder(asked)).toEqual({ ...order, ceiling: null })
  expect(parseOrder({ ...asked, amountInMaximum: '9000' })).toEqual({ ...order, ceiling: parseUnits('9000', pesos.decimals) })
  const sold = parseUnits('10', pesos.decimals)
  const input = { ...asked, tradeType: 'input', amount: '10', amountInMaximum: 'x' } as const
  expect(parseOrder(input)).toEqual({ ...order, tradeType: 'input', amount: sold, ceiling: null })
  const refused = {
    'trading.token_unknown': { ...asked, tokenIn: 999, amount: 'x' },
    'trading.same_token': { ...asked, tokenOut: pesos.id, amount: 'x' },
    'trading.amount_invalid': { ...asked, amountInMaximum: '0' },
    'trading.slippage_out_of_range': { ...asked, slippage: '6', amountInMaximum: '0' },
  }
  for (const [code, one] of Object.entries(refused)) expect(parseOrder(one)).toMatchObject({ code })
})

it('slippage is a fraction up to 0.05 and a percentage above, never more than five percent', () => {
  const cases = {
    '0': 0n,
    '0.001': 1_000n,
    '0.005': 5_000n,
    '0.01': 10_000n,
    '0.05': 50_000n,
    '0.1': 1_000n,
    '0.5': 5_000n,
    '1': 10_000n,
    '5': 50_000n,
  }
  for (const [text, ppm] of Object.entries(cases)) expect(parseSlippagePpm(text)).toBe(ppm)
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 13n }), (units) => {
      const parsed = parseSlippagePpm(formatUnits(units, 10))
      expect(isRefusal(parsed) ? units > 5n * 10n ** 10n : parsed <= 50_000n).toBe(true)
    }),
    RUNS,
  )
})

it('R3 the minimum trade still pays a fee of a base unit in the cheapest pool, and less is refused with the amount in words', () => {
  const { minimums } = readTradingSettings({})
  const cheapestPpm = BigInt(Math.min(...Object.keys(FEE_TIERS).map(Number)))
  for (const minimum of Object.values(minimums)) expect(minimum * cheapestPpm).toBeGreaterThanOrEqual(1_000_000n)
  const pair = checkPair(30, 0)
  if (isRefusal(pair)) throw new Error('no pair')
  expect(checkMinimum(minimums.BTC, minimums.BTC, pair.tokenIn)).toBeNull()
  expect(checkMinimum(1_999n, minimums.BTC, pair.tokenIn)).toEqual({
    code: 'trading.amount_below_minimum',
    params: { minimum: '0,00002', asset: 'BTC' },
  })
  expect(checkMinimum(0n, minimums.COP, pair.tokenOut)?.params).toEqual({ minimum: '1.000', asset: 'COP' })
})

it('a minimum that is no amount of its asset stops the startup', () => {
  expect(readTradingSettings({ TRADING_MINIMUM_COP: '2500.5' }).minimums.COP).toBe(250_050n)
  for (const text of ['0', '-1', '1.001', 'mil'])
    expect(() => readTradingSettings({ TRADING_MINIMUM_COP: text })).toThrow('TRADING_MINIMUM_COP')
})
