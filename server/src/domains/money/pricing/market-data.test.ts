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
    urls: { binance: 'http://127.0.0.1:4010/prices', trm: 'https://www.datos.gov.co' },
    maxDeviationBps: 300,
    staleAfterMs: 60_000,
  })
  expect(() => readPricingSettings(env, { profile: 'production' })).toThrow('https://')
  expect(() => readPricingSettings({ COINGECKO_URL: env.COINGECKO_URL }, { profile: 'production' })).toThrow('on this machine')
  expect(readPricingSettings({}, { profile: 'production' }).urls.binance).toBe('https://api.binance.com')
  expect(() => readPricingSettings({ TRM_URL: 'datos.gov.co' }, { profile: 'demo' })).toThrow('TRM_URL')
})

it('MON-02 reads the sources of a pair with their age limits and bands, and refuses unknown, repeated and half ones', () => {
  const read = (text: string) => readPricingSettings({ PRICING_SOURCES_COPUSDT: text }, { profile: 'demo' }).sources.COPUSDT
  expect(read('trm:86400:500, bitso:30:150')).toEqual([
    { source: 'trm', maxAgeMs: 86_400_000, bandBps: 500 },
    { source: 'bitso', maxAgeMs: 30_000, bandBps: 150 },
  ])
  for (const wrong of ['trm', 'trm:60', 'trm:0:300', 'trm:60:0', 'coingecko:60:300', 'trm:60:300,trm:30:300', 'trm:60:300,'])
    expect(() => read(wrong), wrong).toThrow('PRICING_SOURCES_COPUSDT')
})
