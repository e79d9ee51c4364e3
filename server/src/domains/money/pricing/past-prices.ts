/** Prices of an asset in pesos at past instants, from the stored candles (MON-02). */
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
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
  const { pair: own } = ASSETS[asset]
  const [copPerUsdt, usdtPerUnit] = await Promise.all([closes('COPUSDT'), own && closes(own)])
  return instants.map((at, place) => {
    const cop = copPerUsdt[place] ?? null
    const dollars = usdtPerUnit ? (usdtPerUnit[place] ?? null) : null
    if (cop === null || (usdtPerUnit && dollars === null)) return null
    return { at, price: dollars === null ? cop : multiplyPrices(dollars, cop), scale: PRICE_SCALE }
  })
}

export async function closingCopPrice(
  connection: Connection,
  asset: Exclude<AssetCode, 'COP'>,
  day: string,
): Promise<ClosingCopPrice | null> {
  const openAt = new Date(`${day}T00:00:00Z`)
  const { pair } = ASSETS[asset]
  const [copPerUsdt, usdtPerUnit] = await Promise.all([
    closeOfDay(connection, 'COPUSDT', openAt),
    pair && closeOfDay(connection, pair, openAt),
  ])
  if (!copPerUsdt || (pair && !usdtPerUnit)) return null
  return {
    price: usdtPerUnit ? multiplyPrices(usdtPerUnit.close, copPerUsdt.close) : copPerUsdt.close,
    scale: PRICE_SCALE,
    at: new Date(openAt.getTime() + PERIOD_MS['1d']),
    isOfficial: copPerUsdt.isOfficial && (usdtPerUnit?.isOfficial ?? true),
  }
}
