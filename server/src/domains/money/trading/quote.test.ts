import fc from 'fast-check'
import { encodeFunctionData, maxUint256 } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { platformOfFile } from '../../../../../dev/testing/platform-of-file.ts'
import { ERC20_ABI, SWAP_ROUTER_ABI } from '../../../chain/uniswap.ts'
import { Refused } from '../../../platform/http/refusal.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { createChainReads } from '../blockchain/chain-reads.ts'
import { readChainSettings } from '../blockchain/config.ts'
import { readTradingSettings } from './config.ts'
import { createMarket } from './market.ts'
import { encodeRoute, findRoutes } from './path-finder.ts'
import { type QuoteContext, quote } from './quote.ts'
import { openQuote } from './quote-id.ts'
import { etherPrice } from './rank-quotes.ts'
import { divideUp } from './ratios.ts'
import type { OrderText } from './rules.ts'

const CUSTOMER = '0192f0c1-0000-7000-8000-000000000001'
const [COPT, BTC, USDT] = [0, 30, 31]
const clock = { now: () => new Date('2026-03-04T15:00:00Z') }
let chain: TestChain
let context: QuoteContext
const file = platformOfFile()

beforeAll(async () => {
  chain = await startTestChain()
  const market = createMarket(
    createChainReads({
      ...chain,
      log: createLog({ level: 'silent', pretty: false }),
      settings: readChainSettings(chain.env, { profile: 'demo' }),
    }),
    chain.deployment,
  )
  context = {
    db: file.database.db,
    settings: readTradingSettings({}),
    market,
    deployment: chain.deployment,
    clock,
    quoteKey: Buffer.alloc(32, 7),
  }
}, 20_000)
afterAll(() => chain.destroy())

const ask = (question: Partial<OrderText>) =>
  quote(context, CUSTOMER, { tokenIn: COPT, tokenOut: USDT, tradeType: 'input', amount: '3797000', slippage: '0.005', ...question })

describe('EX-06 quotes', () => {
  it('an input quote follows the market price less the pool fee, and names the guaranteed amount', async () => {
    const answer = await ask({})
    expect(answer.input_amount).toBe('3797000')
    const fee = Number(answer.network_fee)
    expect(Number(answer.expected_output) + fee).toBeCloseTo(1000 * 0.9995, 0)
    expect(Number(answer.minimum_received) + fee).toBeCloseTo((Number(answer.expected_output) + fee) * 0.995, 5)
    expect([fee, Number(answer.network_fee_cop)]).toEqual([
      expect.closeTo(Number(answer.network_fee_usd), 2),
      expect.closeTo(fee * 3797, -2),
    ])
    expect(answer.maximum_sold).toBe('3797000')
    expect(answer.liquidity_fee_percent).toBe('0.05')
    expect(answer.slippage_percent).toBe('0.5')
    expect(Number(answer.price_impact_percent)).toBeGreaterThan(0)
    expect(Number(answer.price_impact_percent)).toBeLessThan(0.02)
    expect(Number(answer.network_fee_usd)).toBeGreaterThan(0)
    expect(answer.path).toEqual([chain.deployment.tokens.COPT, chain.deployment.tokens.USDT])
    expect(new Date(answer.expires_at).getTime()).toBe(clock.now().getTime() + 30_000)
  })

  it('an output quote names the amount to sell and its ceiling', async () => {
    const answer = await ask({ tradeType: 'output', tokenOut: BTC, amount: '0.01' })
    expect(answer.expected_output).toBe('0.01')
    expect(answer.minimum_received).toBe('0.01')
    expect(Number(answer.input_amount) - Number(answer.network_fee_cop)).toBeCloseTo(912.3456 * 3797 * 1.001, -4)
    expect(Number(answer.maximum_sold)).toBeCloseTo(Number(answer.input_amount) * 1.005, 1)
  })

  it('takes two pools when the price is better, and three for a large amount', async () => {
    const small = await ask({ tokenOut: BTC, amount: '1000000' })
    expect(small.hops.map((hop) => `${hop.token_in}>${hop.token_out} ${hop.fee_percent}`)).toEqual(['COPT>USDT 0.05', 'USDT>BTC 0.05'])
    const large = await ask({ tokenOut: BTC, amount: '600000000' })
    expect(large.hops.map((hop) => hop.token_out)).toEqual(['USDC', 'WETH', 'BTC'])
    expect(large.hops).toHaveLength(3)
  })

  it('takes the deeper pool with a higher fee for a large amount', async () => {
    const [small, large] = [await ask({ amount: '1000000' }), await ask({ amount: '4000000000' })]
    expect(small.hops.map((hop) => hop.fee_percent)).toEqual(['0.05'])
    expect(Number(large.price_impact_percent)).toBeGreaterThan(Number(small.price_impact_percent))
    expect(large.hops).not.toEqual(small.hops)
  })

  it('is the best of all routes quoted separately, after the gas of each', async () => {
    const { COPT: from, BTC: to } = chain.deployment.tokens
    const routes = findRoutes(chain.deployment.pools, from, to)
    expect(routes.length).toBeGreaterThan(6)
    const reading = await context.market.read({ tokenIn: from, tokenOut: to, tradeType: 'input', amount: 123_456_700n })
    expect(reading.quotes).toHaveLength(routes.length)
    const price = etherPrice(chain.deployment.pools, chain.deployment.tokens.WETH, to, reading.poolPrices)
    if (!price) throw new Error('no price of ether')
    const afterGas = reading.quotes.map(
      ({ amountOut, swapGas }) => amountOut - divideUp(swapGas * reading.gasPriceWei * price.numerator, price.denominator),
    )
    expect(afterGas).toEqual(afterGas.toSorted((a, b) => (b > a ? 1 : -1)))
  })

  it('quotes the actual result of the router', async () => {
    const { tokens, swapRouter } = chain.deployment
    const reading = await context.market.read({ tokenIn: tokens.COPT, tokenOut: tokens.BTC, tradeType: 'input', amount: 5_000_000_00n })
    const best = reading.quotes[0]
    if (!best) throw new Error('no quote')
    const before = await btcOfHotWallet()
    const params = {
      path: encodeRoute(best.route, 'input'),
      recipient: chain.deployment.hotWallet,
      deadline: maxUint256,
      amountIn: best.amountIn,
      amountOutMinimum: best.amountOut,
    }
    await chain.send('hot', swapRouter, encodeFunctionData({ abi: SWAP_ROUTER_ABI, functionName: 'exactInput', args: [params] }))
    expect((await btcOfHotWallet()) - before).toBe(best.amountOut)

    function btcOfHotWallet() {
      return chain.client.readContract({
        address: tokens.BTC,
        abi: ERC20_ABI,
        functionName: 'balanceOf',
        args: [chain.deployment.hotWallet],
      })
    }
  })

  it('reads slippage as a fraction up to 0.05 and as a percentage above', async () => {
    expect((await ask({ slippage: '0.001' })).slippage_percent).toBe('0.1')
    expect((await ask({ slippage: '0.5' })).slippage_percent).toBe('0.5')
    expect((await ask({ slippage: '0.05' })).slippage_percent).toBe('5')
    for (const slippage of ['5.01', '-0.1', 'x']) expect(await codeOf(ask({ slippage }))).toBe('trading.slippage_out_of_range')
  })

  it('refuses unknown tokens, one token twice, excess precision and amounts without liquidity', async () => {
    expect(await codeOf(ask({ tokenOut: 5 }))).toBe('trading.token_unknown')
    expect(await codeOf(ask({ tokenOut: 1 }))).toBe('trading.token_unknown')
    expect(await codeOf(ask({ tokenOut: COPT }))).toBe('trading.same_token')
    for (const amount of ['0', '-5', '1.001', '1e3', '', '9'.repeat(60)])
      expect(await codeOf(ask({ amount }))).toBe('trading.amount_invalid')
    expect(await codeOf(ask({ tradeType: 'output', amount: '900000000000' }))).toBe('trading.no_route')
  })

  it('returns the price of any amount, and the minimum of a trade', async () => {
    const answer = await ask({ amount: '1' })
    expect([answer.input_amount, answer.expected_output, answer.minimum_received]).toEqual(['1', '0', '0'])
    expect(Number(answer.minimum_trade)).toBeGreaterThan(1_000)
    // Twice the network fee, where that is more than the setting.
    const ofBitcoin = await ask({ tokenIn: BTC, tokenOut: COPT, amount: '1' })
    expect(Number(ofBitcoin.minimum_trade)).toBeGreaterThanOrEqual(0.00002)
    const { minimum_trade } = await ask({ amount: '50000' })
    const least = await ask({ amount: minimum_trade })
    // About half of it: the price of gas moves by an eighth from block to block.
    const left = Number(least.expected_output) / Number(least.network_fee)
    expect([left > 0.5, left < 2]).toEqual([true, true])
  })

  it('R3 a round trip never makes a profit, from one base unit to the largest amounts', async () => {
    const { COPT: pesos, BTC: bitcoin, USDT: dollars } = chain.deployment.tokens
    const pair = fc.constantFrom([pesos, bitcoin], [bitcoin, pesos], [dollars, bitcoin], [pesos, dollars] as const)
    const amount = fc.integer({ min: 0, max: 9 }).chain((digits) => fc.bigInt({ min: 1n, max: 10n ** BigInt(digits) }))
    const sides = fc.tuple(pair, amount, fc.constantFrom('input' as const, 'output' as const))
    await fc.assert(
      fc.asyncProperty(sides, async ([[from, to], base, tradeType]) => {
        if (!from || !to) throw new Error('no pair')
        const there = (await context.market.read({ tokenIn: from, tokenOut: to, tradeType, amount: base })).quotes[0]
        // Below the dust threshold there is no quote.
        if (!there || there.amountOut === 0n) return
        const back = await context.market.read({ tokenIn: to, tokenOut: from, tradeType: 'input', amount: there.amountOut })
        expect(back.quotes[0]?.amountOut ?? 0n).toBeLessThan(there.amountIn)
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  it('is sealed for one account, and no term can be changed', async () => {
    const units = (text: string) => BigInt(text.replace('.', '').padEnd(text.indexOf('.') + 6, '0'))
    const { quote_id: quoteId, minimum_received, network_fee } = await ask({})
    const terms = openQuote(context.quoteKey, CUSTOMER, quoteId)
    expect(terms?.minimumOut).toBe(units(minimum_received) + units(network_fee))
    expect(openQuote(context.quoteKey, 'someone else', quoteId)).toBeNull()
    const [body = '', seal] = quoteId.split('.')
    const cheaper = Buffer.from(body, 'base64url')
      .toString()
      .replace(/ input \d+/, ' input 1')
    expect(openQuote(context.quoteKey, CUSTOMER, `${Buffer.from(cheaper).toString('base64url')}.${seal}`)).toBeNull()
    for (const text of ['', '.', 'abc', `${body}.`]) expect(openQuote(context.quoteKey, CUSTOMER, text)).toBeNull()
  })

  it('answers in well under 300 ms', async () => {
    const times: number[] = []
    for (let n = 0; n < 20; n++) {
      const startedAt = performance.now()
      await ask({ tokenOut: BTC, amount: String(1_000_000 + n) })
      times.push(performance.now() - startedAt)
    }
    times.sort((a, b) => a - b)
    expect(times[10]).toBeLessThan(150)
  })
})

async function codeOf(answer: Promise<unknown>): Promise<string | undefined> {
  return answer.then(
    () => undefined,
    (error) => (error instanceof Refused ? error.refusal.code : String(error)),
  )
}
