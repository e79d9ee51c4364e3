/**
 * The switch of one asset (kill switch): one officer stops who takes from it at once, on every rail; only two let it go on (lift-approval.ts).
 * Also where a comparison froze it before: the stop holds when the difference is explained, and whoever lifts has to know of it.
 */
import type { AssetCode } from '@tunjo/contract/money'
import type { PersonActor } from '../../platform/audit/index.ts'
import { inTransaction } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { ReconciliationContext } from './context.ts'

/** As the ledger keeps it, beside the names of comparisons. */
export const BY_OFFICER = 'officer' as const

export async function freezeAsset(
  { db, ledger, audit, log }: ReconciliationContext,
  { asset, reason, actor }: { asset: AssetCode; reason: string; actor: PersonActor },
): Promise<{ frozen: true }> {
  await inTransaction(db, async (tx) => {
    if (!(await ledger.freeze(tx, { asset, reason: BY_OFFICER }))) refuse('reconciliation.already_frozen')
    await audit.record(tx, { actor, action: 'reconciliation.asset_frozen', object: { type: 'asset', id: asset }, reason })
  })
  log.error({ securityEvent: 'asset_frozen_by_officer', asset }, 'an officer stopped withdrawals and swaps of an asset')
  return { frozen: true }
}
