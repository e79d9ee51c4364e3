/**
 * Seal the rows of a version without seals, once after an upgrade. Every balance is proved from the transfers, up to the head that the
 * migration recorded where only the database owner can write. A row that was posted later and has no seal is forged, and gets none.
 */
import { type Database, inTransaction } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/observability/log.ts'
import { type Keeper, lockHead, query, UNSEALED_ACCOUNTS, UNSEALED_HOLDS, type UnsealedAccount, type UnsealedHold } from './store.ts'
import { verify } from './verify.ts'

const PAGE = 500

export async function sealOldRows(db: Database, keeper: Keeper, log: Log): Promise<boolean> {
  const { shard } = keeper
  const isOpen = async () =>
    (await query(db, UNSEALED_ACCOUNTS, [shard, 1])).length + (await query(db, UNSEALED_HOLDS, [shard, 1])).length > 0
  if (!(await isOpen())) return true
  const [before] = await query<{ seq: bigint; hash: string }>(db, UNSEALED, [shard])
  const published = before && before.seq > 0n ? [{ seq: before.seq, hash: before.hash }] : []
  const { faults } = await verify(db, keeper, { published })
  if (faults.length > 0) {
    log.error({ securityEvent: 'ledger_unproved', faults: faults.slice(0, 10) }, 'the ledger does not prove itself: nothing was sealed')
    return false
  }
  for (;;) if ((await sealPage(db, keeper)) === 0) return true
}

const UNSEALED = `SELECT unsealed_seq AS seq, encode(unsealed_hash, 'hex') AS hash FROM ledger.head WHERE shard = $1`

/** Seal one page of rows. The head is locked, so no process posts meanwhile. */
function sealPage(db: Database, keeper: Keeper): Promise<number> {
  const { shard, seals } = keeper
  return inTransaction(db, async (tx) => {
    await lockHead(tx, keeper)
    const accounts = await query<UnsealedAccount>(tx, UNSEALED_ACCOUNTS, [shard, PAGE])
    const holds = await query<UnsealedHold>(tx, UNSEALED_HOLDS, [shard, PAGE])
    for (const row of accounts) {
      const seal = seals.account(shard, { ...row, isProved: true })
      await query(tx, `UPDATE ledger.account SET seal = decode($3, 'hex') WHERE shard = $1 AND id = $2`, [shard, row.id, seal])
    }
    for (const row of holds) {
      const seal = seals.hold(shard, { ...row, isProved: true })
      await query(tx, `UPDATE ledger.hold SET seal = decode($3, 'hex') WHERE shard = $1 AND id = $2`, [shard, row.id, seal])
    }
    return accounts.length + holds.length
  })
}
