/** HTTP routes over what an exchange costs (ADM-15, Taker/Maker fees). The house takes nothing of its own: pools keep their fee, the network its gas. */
import { ASSET_CODES, type AssetCode, formatUnits } from '@tunjo/contract/money'
import { tradeFees as contract, type SampleTrade, type TradeFees } from '@tunjo/contract/trade-fees'
import { isChainToken, TOKENS, tokenBySymbol, tokenOfAsset } from '../../chain/tokens.ts'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Allowance, RateLimit } from '../../platform/rate-limit.ts'
import type { TradingContext } from './context.ts'
import { findRoutes } from './path-finder.ts'
import { addressOf, quote } from './quote.ts'
import { feePpm, percentText } from './ratios.ts'
import { feesTaken } from './store.ts'

/** Far above a person at work; each asks the node. */
const SAMPLE_ALLOWANCE: Allowance = { tries: 60, windowMs: 60_000 }
const TAKEN_DAYS = 30
const DAY_MS = 86_400_000
const SHOWN_ROUTES = 3
const HOUSE_FEE = '0'

export function feeRoutes(context: TradingContext & { readonly rateLimit: RateLimit }): Route[] {
  return implement(contract, {
    fees: () => showFees(context),
    async sample({ caller, query }) {
      await context.rateLimit.take([{ kind: 'fee-sample', key: caller.accountId, allowance: SAMPLE_ALLOWANCE }], 'request.too_many')
      return sampleTrade(context, caller.accountId, query)
    },
  })
}

async function showFees({ db, clock, deployment, settings }: TradingContext): Promise<TradeFees> {
  const from = new Date(clock.now().getTime() - TAKEN_DAYS * DAY_MS)
  const { networkFees, paidUsdMicros, gasUsdMicros } = await feesTaken(db, from)
  const pairs = ASSET_CODES.flatMap((sold) => ASSET_CODES.filter((bought) => bought !== sold).map((bought) => ({ sold, bought })))
  return {
    pairs: pairs.map(({ sold, bought }) => ({
      sold,
      bought,
      taker: HOUSE_FEE,
      maker: HOUSE_FEE,
      routes: routesOf(deployment, sold, bought),
      minimum: formatUnits(settings.minimums[sold], tokenOfAsset(sold).decimals),
    })),
    taken: {
      from: from.toISOString(),
      networkFees: networkFees.map(({ token, orders, amount }) => {
        const { ledgerAsset, decimals } = TOKENS[token] ?? { ledgerAsset: null, decimals: 0 }
        if (!ledgerAsset) throw new Error('a stored trade has a token that nobody can trade')
        return { asset: ledgerAsset, orders, amount: formatUnits(amount, decimals) }
      }),
      paidUsd: formatUnits(paidUsdMicros, tokenBySymbol('USDC').decimals),
      gasUsd: formatUnits(gasUsdMicros, tokenBySymbol('USDC').decimals),
    },
  }
}

function routesOf(deployment: TradingContext['deployment'], sold: AssetCode, bought: AssetCode): TradeFees['pairs'][number]['routes'] {
  const symbolOf = (address: string) =>
    TOKENS.find(({ symbol }) => isChainToken(symbol) && deployment.tokens[symbol] === address)?.symbol ?? ''
  return findRoutes(deployment.pools, addressOf(deployment, tokenOfAsset(sold)), addressOf(deployment, tokenOfAsset(bought)))
    .map(({ tokens, pools }) => ({ path: tokens.map(symbolOf), ppm: feePpm(pools.map(({ fee }) => fee)) }))
    .toSorted((a, b) => Number(a.ppm - b.ppm) || a.path.length - b.path.length)
    .slice(0, SHOWN_ROUTES)
    .map(({ path, ppm }) => ({ path, percent: percentText(ppm) }))
}

interface Sample {
  readonly sold: AssetCode
  readonly bought: AssetCode
  readonly amount: string
}

/** A quote as a customer gets it; its seal stays here, so that it can be used for nothing. */
async function sampleTrade(context: TradingContext, accountId: string, { sold, bought, amount }: Sample): Promise<SampleTrade> {
  const order = { tokenIn: tokenOfAsset(sold).id, tokenOut: tokenOfAsset(bought).id, tradeType: 'input', amount, slippage: '0' } as const
  const quoted = await quote(context, accountId, order)
  return {
    received: quoted.expected_output,
    poolPercent: quoted.liquidity_fee_percent,
    impactPercent: quoted.price_impact_percent,
    networkFee: quoted.network_fee,
    networkFeeCop: quoted.network_fee_cop,
    houseFee: HOUSE_FEE,
  }
}
