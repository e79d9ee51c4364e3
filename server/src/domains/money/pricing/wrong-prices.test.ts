/**
 * Every call of the price sources with every wrong answer: the source counts as unreachable or its price is taken as returned, and it
 * recovers within a minute. Contradicting prices are tested in pricing.test.ts and rules.test.ts.
 */
import { PAIRS, type Pair, PRICE_SOURCES } from '@tunjo/contract/pricing'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../../../../../dev/sandbox/testing.ts'
import {
  mapLeaves,
  shortenTimeLimits,
  startWrongAnswers,
  UNREADABLE,
  WRONG_ANSWERS,
  type WrongAnswer,
  type WrongAnswersProxy,
  wrongBody,
} from '../../../../../dev/testing/wrong-answers.ts'
import { movableClock } from '../../../platform/time/clock.ts'
import { readPricingSettings } from './config.ts'
import { deviates } from './deviation.ts'
import { judge } from './judge.ts'
import { createBinance } from './providers/binance.ts'
import { createBitso } from './providers/bitso.ts'
import { createCoinbase } from './providers/coinbase.ts'
import { createCoinGecko } from './providers/coingecko.ts'
import { SourceUnavailable } from './providers/market-data.ts'
import { createTrm } from './providers/trm.ts'
import type { Quote } from './types.ts'

const MINUTE_MS = 60_000
const ENOUGH_MS = 250
const WRONG: Readonly<Record<string, WrongAnswer>> = {
  ...WRONG_ANSWERS,
  'prices of zero': wrongBody((body) =>
    mapLeaves(body, (value, key) => (/price|usd|valor|last|bid|ask/i.test(key) ? (typeof value === 'number' ? 0 : '0') : value)),
  ),
  'prices that are no numbers': wrongBody((body) =>
    mapLeaves(body, (value, key) => (/price|usd|valor|last|bid|ask/i.test(key) ? 'NaN' : value)),
  ),
  'another pair': wrongBody((body) =>
    mapLeaves(body, (value, key) => (/^(symbol|book)$/.test(key) ? 'DOGEUSDT' : key === 'unidad' ? 'EUR' : value)),
  ),
  'bid and ask exchanged': wrongBody((body) => mapLeaves(body, (value, key) => (/^bid(Price)?$/.test(key) ? '99999999' : value))),
}

const FACTS = {
  lastGood: null,
  confirmedPrice: null,
  operatorPrice: null,
  staleAfterMs: MINUTE_MS,
  minSources: 2,
  maxDeviationBps: 300,
  maxJumpBps: 2_000,
}

let sandbox: TestSandbox
let proxy: WrongAnswersProxy
let limits: ReturnType<typeof shortenTimeLimits>
const clock = movableClock(0)
beforeAll(async () => {
  limits = shortenTimeLimits()
  sandbox = await startTestSandbox({ clock })
  proxy = await startWrongAnswers()
  proxy.rightUrl = sandbox.sandbox.baseUrls.binance
})
const answerCorrectly = () => {
  limits.toMs = Number.POSITIVE_INFINITY
  proxy.wrong = () => null
}
afterEach(answerCorrectly)
afterAll(async () => {
  await proxy.close()
  await sandbox.close()
  limits.restore()
})

const sources = () => {
  const at = { baseUrl: proxy.url, clock }
  return {
    binance: createBinance(at),
    coinbase: createCoinbase(at),
    coingecko: createCoinGecko(at),
    bitso: createBitso(at),
    trm: createTrm(at),
  }
}
const CASES = {
  'GET /api/v3/exchangeInfo?symbol': () => sources().binance.read(),
  'GET /api/v3/ticker/bookTicker?symbol': () => sources().binance.read(),
  'GET /api/v3/ticker/24hr?symbol': () => sources().binance.read(),
  'GET /api/v3/klines?interval&limit&symbol': () => sources().binance.candles('BTCUSDT', '1m', null),
  'GET /api/v3/simple/price?ids&include_last_updated_at&vs_currencies': () => sources().coingecko.read(),
  'GET /products/BTC-USDT/ticker': () => sources().coinbase.read(),
  'GET /v3/ticker/?book': () => sources().bitso.read(),
  'GET /resource/32sa-8pi3.json?$limit&$order': () => sources().trm.read(),
} as const

describe('wrong answers of price sources', () => {
  it('MON-02 one source with any wrong answer is left out or agrees, and decides nothing', async () => {
    const right = sources()
    const rights = { binance: await right.binance.read(), coinbase: await right.coinbase.read(), coingecko: await right.coingecko.read() }
    const rest = { bitso: await right.bitso.read(), trm: await right.trm.read() }
    const honest = { ...rights, ...rest }
    const { sources: configured } = readPricingSettings({}, { profile: 'demo' })
    limits.toMs = ENOUGH_MS
    for (const wrongSource of PRICE_SOURCES) {
      for (const [name, wrong] of Object.entries(WRONG)) {
        proxy.wrong = () => wrong
        const answered: Partial<Record<Pair, Quote>> = await sources()
          [wrongSource].read()
          .catch(() => ({}))
        for (const pair of PAIRS) {
          const answers = configured[pair].map((one) => {
            const quotes: Partial<Record<Pair, Quote>> = one.source === wrongSource ? answered : honest[one.source]
            return { ...one, quote: quotes[pair] ?? null }
          })
          const { verdict } = judge({ ...FACTS, answers, now: clock.now() })
          const others = answers.filter(({ source }) => source !== wrongSource).flatMap(({ quote }) => quote?.price ?? [])
          const isWithin = verdict.kind === 'accept' && others.some((price) => !deviates(price, verdict.quote.price, 100))
          expect([wrongSource, name, pair, isWithin]).toEqual([wrongSource, name, pair, true])
        }
      }
    }
  }, 120_000)

  it.each(Object.keys(CASES) as (keyof typeof CASES)[])(
    '%s: the source is unreachable or returns positive prices, and there is never an internal error',
    async (call) => {
      const read = CASES[call]
      limits.toMs = ENOUGH_MS
      for (const [name, wrong] of Object.entries(WRONG)) {
        proxy.wrong = (asked) => (asked.call === call ? wrong : null)
        const said = await read().then(
          (answer) => ({ answer }),
          (error) => ({ error }),
        )
        if ('answer' in said) {
          for (const quote of Object.values(said.answer))
            expect([name, Object.values(quote ?? {}).every((value) => typeof value !== 'bigint' || value > 0n)]).toEqual([name, true])
          // An empty list of candles is right when there are none since the last.
          expect([name, name in UNREADABLE && !(call.includes('klines') && name === '[] with 200')]).toEqual([name, false])
        } else expect([name, isAway(said.error)]).toEqual([name, true])
      }
      answerCorrectly()
      expect(Object.values(await read()).length).toBeGreaterThan(0)
    },
  )

  it('tests every call', () => {
    expect([...proxy.asked].toSorted()).toEqual(Object.keys(CASES).toSorted())
    expect(limits.longestMs).toBeLessThanOrEqual(MINUTE_MS)
  })

  it.each(['empty lists', '400 with {}'])('a pair that %s removes from the list is read again within a minute', async (name) => {
    const { binance } = sources()
    proxy.wrong = ({ call }) => (call.includes('exchangeInfo') ? (WRONG[name] ?? null) : null)
    expect(await binance.read()).toEqual({})
    answerCorrectly()
    const now = performance.now()
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now + MINUTE_MS)
    const read = await binance.read()
    later.mockRestore()
    expect(Object.keys(read)).toContain('BTCUSDT')
  })
})

const isAway = (error: unknown) =>
  error instanceof SourceUnavailable ||
  (error instanceof Error && (error.name === 'TimeoutError' || /^(fetch failed|terminated)$/.test(error.message)))
