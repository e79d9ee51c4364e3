import { parseUnits } from '@tunjo/contract/money'
import { type PairPrice, PRICE_SCALE } from '@tunjo/contract/pricing'
import { expect, it } from 'vitest'
import { bitcoinInCop, dollarInCop } from './price-in-cop.ts'

function price(pair: PairPrice['pair'], text: string, ageMs: number, stale = false): PairPrice {
  const source = pair === 'BTCUSDT' ? 'binance' : 'trm'
  return {
    pair,
    price: parseUnits(text, PRICE_SCALE) ?? 0n,
    bid: null,
    ask: null,
    source,
    at: '',
    ageMs,
    stale,
    frozen: false,
    refusal: null,
  }
}

it('MON-02 one BTC in pesos is its price times the pesos of a USDT, truncated to cents', () => {
  const card = bitcoinInCop(price('BTCUSDT', '97500.12', 1000), price('COPUSDT', '4012.57', 60_000, true))
  // 97500.12 × 4012.57 = 391 226 056.5084
  expect(card).toEqual({ cents: 39_122_605_650n, sources: ['binance', 'trm'], ageMs: 60_000, stale: true })
})

it('MON-02 one USDT in pesos', () => {
  expect(dollarInCop(price('COPUSDT', '4012.5', 5)).cents).toBe(401_250n)
})
