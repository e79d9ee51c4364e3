/**
 * Holdings after each comparison with the chain: the balances of the platform's addresses, so that the closing of the day has the last ones
 * before its end.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { ASSET_CODES } from '@tunjo/contract/money'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { Figure } from '../checks.ts'
import { saveHolding } from './closing-store.ts'
import type { ClosingContext } from './context.ts'
import { holdingText } from './sealed-texts.ts'

export async function recordHoldings(
  { clock, seals }: Pick<ClosingContext, 'clock' | 'seals'>,
  tx: Transaction,
  figures: readonly Figure[],
): Promise<void> {
  const at = clock.now()
  for (const asset of ASSET_CODES) {
    const held = tokensHeld(figures, asset)
    // The ledger itself has the peso holdings of any moment.
    if (asset === 'COP' || held === null) continue
    const holding = { day: bogotaDay(at), asset, held, comparedAt: at }
    await saveHolding(tx, { ...holding, seal: seals.seal(holdingText(holding)) })
  }
}

/** Locations of customers' tokens in the books: a credited token is at a deposit address until it is swept. */
const PLACES = ['chain.hot', 'chain.cold', 'chain.deposits'] as const

/** Null until all of them were compared: unknown is not zero. */
export function tokensHeld(figures: readonly Figure[], asset: Figure['asset']): bigint | null {
  const found = PLACES.flatMap((check) => figures.find((one) => one.check === check && one.asset === asset) ?? [])
  return found.length < PLACES.length ? null : found.reduce((sum, { actual }) => sum + actual, 0n)
}
