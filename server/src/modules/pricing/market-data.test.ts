import { expect, it } from 'vitest'
import { readPricingSettings } from './config.ts'
import { parsePrice } from './providers/market-data.ts'

it.each([
  ['91234.56000000', 9_123_456_000_000n],
  [91234.56, 9_123_456_000_000n],
  ['3801.25', 380_125_000_000n],
  ['0.123456789999', 12_345_678n],
  [1, 100_000_000n],
])('reads %s exactly', (value, expected) => {
  expect(parsePrice(value)).toBe(expected)
})

it.each(['0', '0.000000001', '-1', '', 'NaN', '1,234.5', 1e-7, Number.NaN])('rejects %s as a price', (value) => {
  expect(parsePrice(value)).toBeNull()
})

it('accepts the embedded addresses, and refuses them in production', () => {
  const env = { BINANCE_URL: 'http://127.0.0.1:4010/prices/', COINGECKO_URL: 'https://localhost/prices' }
  expect(readPricingSettings(env, { profile: 'demo' })).toMatchObject({
    binanceUrl: 'http://127.0.0.1:4010/prices',
    trmUrl: 'https://www.datos.gov.co',
    maxDeviationBps: 300,
    staleAfterMs: 60_000,
  })
  expect(() => readPricingSettings(env, { profile: 'production' })).toThrow('https://')
  expect(() => readPricingSettings({ COINGECKO_URL: env.COINGECKO_URL }, { profile: 'production' })).toThrow('on this machine')
  expect(readPricingSettings({}, { profile: 'production' }).binanceUrl).toBe('https://api.binance.com')
  expect(() => readPricingSettings({ TRM_URL: 'datos.gov.co' }, { profile: 'demo' })).toThrow('TRM_URL')
})
