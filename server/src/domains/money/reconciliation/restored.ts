/**
 * Freeze of a restored copy: `tunjo restore` leaves each asset frozen, since payments made after the backup are in no row. It is lifted like
 * any freeze, but only after chain, provider and bank were compared with the restored books.
 */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { PARTS } from '@tunjo/contract/reconciliation'
import type { Transaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { stoppedAssets, stops } from './checks.ts'
import type { ReconciliationContext } from './context.ts'
import { isExplained } from './difference-transitions.ts'
import { runsOf, unequalFigures } from './store.ts'

/** Reason stored in the ledger, next to the names of comparisons. */
export const RESTORED = 'restored' as const

/** Freeze every asset of a restored database. */
export async function freezeRestored({ ledger }: Pick<ReconciliationContext, 'ledger'>, tx: Transaction): Promise<void> {
  for (const asset of ASSET_CODES) await ledger.freeze(tx, { asset, reason: RESTORED })
}

/**
 * Refuse until each comparison succeeded after the restore and found nothing that stops the asset, even once: a difference opens at the
 * second pass only. Does nothing about other freezes.
 */
export async function refuseNotCompared(
  context: Pick<ReconciliationContext, 'ledger' | 'seals'>,
  tx: Transaction,
  asset: AssetCode,
): Promise<void> {
  const restored = (await context.ledger.freezes(tx)).findLast((one) => one.asset === asset && one.reason === RESTORED)
  if (!restored) return
  const runs = new Map((await runsOf(tx)).map(({ part, finishedAt, failure }) => [part, failure === null ? finishedAt : null]))
  if (PARTS.some((part) => (runs.get(part) ?? restored.at) <= restored.at)) refuse('reconciliation.not_compared')
  for (const figure of await unequalFigures(tx))
    if (stops(figure) && stoppedAssets(figure).includes(asset) && !(await isExplained(context, tx, figure)))
      refuse('reconciliation.differences_open')
}
