/**
 * HTTP routes of the costs of an exchange (ADM-15, Taker/Maker fees): the platform's rates and their versions, the pools' fees, and the gas
 * of the network.
 */

import { FEE_PAIRS, pairOf } from '@tunjo/contract/fee-schedule'
import { ASSET_CODES, type AssetCode, formatUnits } from '@tunjo/contract/money'
import { tradeFees as contract, type SampleTrade, type TradeFees } from '@tunjo/contract/trade-fees'
import { isChainToken, TOKENS, tokenBySymbol, tokenOfAsset } from '../../../chain/tokens.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import { excerpt, tidyText } from '../../../platform/phrases/visible-text.ts'
import { formatDay } from '../../../platform/time/format-date.ts'
import { APPROVAL_WORDS } from './approval-words.ts'
import type { TradingContext } from './context.ts'
import type { FeeContext } from './fees/context.ts'
import { FEE_APPROVAL } from './fees/fee-approval.ts'
import { versionAt } from './fees/fee-store.ts'
import { presentSchedule } from './fees/present-schedule.ts'
import { textOfTiers } from './fees/version.ts'
import { findRoutes } from './path-finder.ts'
import { addressOf, percentOfBps, quote } from './quote.ts'
import { feePpm, percentText } from './ratios.ts'
import { feesTaken, type TakenFee } from './store.ts'

const TAKEN_DAYS = 30
const DAY_MS = 86_400_000
const SHOWN_ROUTES = 3

export function feeRoutes(context: FeeContext): Route[] {
  return implement(
    contract,
    {
      schedule: () => presentSchedule(context),
      changeSchedule({ caller, operation, body: { rates, fromDay, reason } }) {
        return context.approvals.perform(FEE_APPROVAL, { params: { rates, fromDay }, caller, operation, reason: tidyText(reason) })
      },
      fees: () => showFees(context),
      async sample({ caller, query }) {
        return sampleTrade(context, caller.accountId, query)
      },
    },
    {
      async changeSchedule({ body: { rates, fromDay, reason }, locale }) {
        const words = APPROVAL_WORDS[locale]
        const details = [
          ...FEE_PAIRS.map((pair) => ({ label: pair.replace('-', ' / '), value: textOfTiers(rates[pair], locale) })),
          { label: words.from, value: fromDay === null ? words.atApproval : formatDay(fromDay) },
          { label: words.reason, value: excerpt(reason) },
        ]
        return { title: words.title, details }
      },
    },
  )
}

async function showFees({ db, clock, deployment, settings }: TradingContext): Promise<TradeFees> {
  const now = clock.now()
  const from = new Date(now.getTime() - TAKEN_DAYS * DAY_MS)
  const { networkFees, houseFees, paidUsdMicros, gasUsdMicros } = await feesTaken(db, from)
  const { rates } = await versionAt(db, now)
  const rateOf = (sold: AssetCode, bought: AssetCode) => rates[pairOf(sold, bought)][0] ?? { takerBps: 0, makerBps: 0 }
  const pairs = ASSET_CODES.flatMap((sold) => ASSET_CODES.filter((bought) => bought !== sold).map((bought) => ({ sold, bought })))
  return {
    pairs: pairs.map(({ sold, bought }) => ({
      sold,
      bought,
      taker: percentOfBps(rateOf(sold, bought).takerBps),
      maker: percentOfBps(rateOf(sold, bought).makerBps),
      routes: routesOf(deployment, sold, bought),
      minimum: formatUnits(settings.minimums[sold], tokenOfAsset(sold).decimals),
    })),
    taken: {
      from: from.toISOString(),
      networkFees: networkFees.map(shownTaken),
      houseFees: houseFees.map(shownTaken),
      paidUsd: formatUnits(paidUsdMicros, tokenBySymbol('USDC').decimals),
      gasUsd: formatUnits(gasUsdMicros, tokenBySymbol('USDC').decimals),
    },
  }
}

function shownTaken({ token, orders, amount }: TakenFee): TradeFees['taken']['networkFees'][number] {
  const { ledgerAsset, decimals } = TOKENS[token] ?? { ledgerAsset: null, decimals: 0 }
  if (!ledgerAsset) throw new Error('a stored trade has a token that cannot be traded')
  return { asset: ledgerAsset, orders, amount: formatUnits(amount, decimals) }
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

/** A quote as a customer gets it, without its seal, so that it cannot be traded. */
async function sampleTrade(context: TradingContext, accountId: string, { sold, bought, amount }: Sample): Promise<SampleTrade> {
  const order = { tokenIn: tokenOfAsset(sold).id, tokenOut: tokenOfAsset(bought).id, tradeType: 'input', amount, slippage: '0' } as const
  const quoted = await quote(context, accountId, order)
  return {
    received: quoted.expected_output,
    poolPercent: quoted.liquidity_fee_percent,
    impactPercent: quoted.price_impact_percent,
    networkFee: quoted.network_fee,
    networkFeeCop: quoted.network_fee_cop,
    houseFee: quoted.house_fee,
  }
}
