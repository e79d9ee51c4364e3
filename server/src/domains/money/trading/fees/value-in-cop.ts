/** Value of an order in pesos, for the volume that selects a tier. */
import { Refused } from '../../../../platform/http/refusal.ts'
import type { TradingContext } from '../context.ts'
import type { PricedOrder } from '../quote.ts'

const PRICE_SCALE = 10n ** 8n
const CENTS_OF_MICROS = 10n ** 4n

/** Cents. By its pesos if it has some, else by its dollars: every pair has one of the two. Without a price it counts as zero. */
export async function valueInCop(
  { pricing }: Pick<TradingContext, 'pricing'>,
  { tokenIn, tokenOut, best }: Pick<PricedOrder, 'tokenIn' | 'tokenOut' | 'best'>,
): Promise<bigint> {
  const amountOf = (asset: 'COP' | 'USDT') => (tokenIn.ledgerAsset === asset ? best.amountIn : best.amountOut)
  if (tokenIn.ledgerAsset === 'COP' || tokenOut.ledgerAsset === 'COP') return amountOf('COP')
  const price = await pricing.tradablePrice('COPUSDT').then(
    (found) => found.price,
    (error: unknown) => {
      if (error instanceof Refused) return 0n
      throw error
    },
  )
  return (amountOf('USDT') * price) / (PRICE_SCALE * CENTS_OF_MICROS)
}
