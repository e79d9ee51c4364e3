/**
 * Price sanity check before money moves: the pools and the price sources have to agree. A feed that is stale, contradicted or a hundred
 * times off halts trading instead of being trusted.
 */
import { ASSETS } from '@tunjo/contract/money'
import { Refused, refuse } from '../../../platform/http/refusal.ts'
import type { TradingContext } from './context.ts'
import type { PricedOrder } from './quote.ts'
import { deviationBps, wholeTokens } from './ratios.ts'
import type { TradableToken } from './rules.ts'

const PRICE_SCALE = 10n ** 8n

/** @throws Refused `trading.halted` */
export async function checkPrices(context: TradingContext, { tokenIn, tokenOut, market }: PricedOrder): Promise<void> {
  const [sold, bought] = await Promise.all([usdOf(context, tokenIn), usdOf(context, tokenOut)])
  const deviation = deviationBps(wholeTokens(market, tokenIn, tokenOut), sold, bought)
  if (deviation <= context.settings.maximumDeviationBps) return
  const [symbolIn, symbolOut] = [tokenIn.symbol, tokenOut.symbol]
  context.log.error({ symbolIn, symbolOut, deviationBps: Number(deviation) }, 'trading halted: the pools are far from the reference prices')
  refuse('trading.halted')
}

/** Dollars for one whole token, times 10^8. USDT counts as the dollar, as in the specification. */
async function usdOf({ pricing }: TradingContext, { ledgerAsset }: TradableToken): Promise<bigint> {
  const { pair } = ASSETS[ledgerAsset]
  if (pair === null) return PRICE_SCALE
  const { price } = await pricing.tradablePrice(pair).catch(haltOnRefusal)
  return ledgerAsset === 'COP' ? (PRICE_SCALE * PRICE_SCALE) / price : price
}

function haltOnRefusal(error: unknown): never {
  if (error instanceof Refused) refuse('trading.halted')
  throw error
}
