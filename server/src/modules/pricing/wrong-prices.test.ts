/**
 * Every call of the price sources with every wrong answer: the source counts as unreachable or its price is taken as returned, and it
 * recovers within a minute. Contradicting prices are tested in pricing.test.ts and rules.test.ts.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import { startTestSandbox, type TestSandbox } from '../../sandbox/testing.ts'
import {
  mapLeaves,
  shortenTimeLimits,
  startWrongAnswers,
  UNREADABLE,
  WRONG_ANSWERS,
  type WrongAnswer,
  type WrongAnswersProxy,
  wrongBody,
} from '../../testing/wrong-answers.ts'
import { createBinance } from './providers/binance.ts'
import { createCoinGecko } from './providers/coingecko.ts'
import { SourceUnavailable } from './providers/market-data.ts'
import { createTrm } from './providers/trm.ts'

const MINUTE_MS = 60_000
const ENOUGH_MS = 250
const WRONG: Readonly<Record<string, WrongAnswer>> = {
  ...WRONG_ANSWERS,
  'prices of zero': wrongBody((body) =>
    mapLeaves(body, (value, key) => (/price|usd|valor/i.test(key) ? (typeof value === 'number' ? 0 : '0') : value)),
  ),
  'bid and ask exchanged': wrongBody((body) => mapLeaves(body, (value, key) => (key === 'bidPrice' ? '99999999' : value))),
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
  return { binance: createBinance(at), coingecko: createCoinGecko(at), trm: createTrm(at) }
}
const CASES = {
  'GET /api/v3/exchangeInfo?symbol': () => sources().binance.read(),
  'GET /api/v3/ticker/bookTicker?symbol': () => sources().binance.read(),
  'GET /api/v3/ticker/24hr?symbol': () => sources().binance.read(),
  'GET /api/v3/klines?interval&limit&symbol': () => sources().binance.candles('BTCUSDT', '1m', null),
  'GET /api/v3/simple/price?ids&include_last_updated_at&vs_currencies': () => sources().coingecko.read(),
  'GET /resource/32sa-8pi3.json?$limit&$order': () => sources().trm.read(),
} as const

describe('wrong answers of price sources', () => {
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
