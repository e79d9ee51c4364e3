/** Prices of an asset in pesos at past instants, from the stored candles (MON-02). */
import type { AssetCode } from '@tunjo/contract/money'
import { type Pair, PRICE_SCALE } from '@tunjo/contract/pricing'
import type { Connection } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/module.ts'
import { multiplyPrices, PERIOD_MS, periodFor } from './rules.ts'
import { closeOfDay, closesAt } from './store.ts'
import type { ClosingCopPrice, PastCopPrice } from './types.ts'

/** A rate that is published on working days remains valid over a long weekend. */
const VALID_FOR_MS = 5 * PERIOD_MS['1d']

export async function copPricesAt(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  asset: Exclude<AssetCode, 'COP'>,
  instants: readonly Date[],
): Promise<(PastCopPrice | null)[]> {
  const period = periodFor(instants, clock.now())
  const closes = (pair: Pair) => closesAt(db, { pair, period, lengthMs: PERIOD_MS[period], validForMs: VALID_FOR_MS }, instants)
  const [copPerUsdt, usdtPerBtc] = await Promise.all([closes('COPUSDT'), asset === 'BTC' ? closes('BTCUSDT') : null])
  return instants.map((at, place) => {
    const cop = copPerUsdt[place] ?? null
    const dollars = usdtPerBtc ? (usdtPerBtc[place] ?? null) : null
    if (cop === null || (usdtPerBtc && dollars === null)) return null
    return { at, price: dollars === null ? cop : multiplyPrices(dollars, cop), scale: PRICE_SCALE }
  })
}

export async function closingCopPrice(
  connection: Connection,
  asset: Exclude<AssetCode, 'COP'>,
  day: string,
): Promise<ClosingCopPrice | null> {
  const openAt = new Date(`${day}T00:00:00Z`)
  const [copPerUsdt, usdtPerBtc] = await Promise.all([
    closeOfDay(connection, 'COPUSDT', openAt),
    asset === 'BTC' ? closeOfDay(connection, 'BTCUSDT', openAt) : undefined,
  ])
  if (!copPerUsdt || (asset === 'BTC' && !usdtPerBtc)) return null
  return {
    price: usdtPerBtc ? multiplyPrices(usdtPerBtc.close, copPerUsdt.close) : copPerUsdt.close,
    scale: PRICE_SCALE,
    at: new Date(openAt.getTime() + PERIOD_MS['1d']),
    isOfficial: copPerUsdt.isOfficial && (usdtPerBtc?.isOfficial ?? true),
  }
}
