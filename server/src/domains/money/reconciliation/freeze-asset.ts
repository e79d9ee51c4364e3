/**
 * Kill switch of one asset: one officer blocks outgoing money immediately, on every rail; only two resume it (lift-approval.ts). It works
 * also where a comparison froze the asset before: the freeze stays when the difference is explained, and the lifting officers have to know
 * of it.
 */
import type { AssetCode } from '@tunjo/contract/money'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { ReconciliationContext } from './context.ts'

/** Reason stored in the ledger, next to the names of comparisons. */
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
