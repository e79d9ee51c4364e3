/**
 * Freezes of assets. While the books are investigated, no hold and no posting takes from a customer's account in the asset. Incoming money
 * is still credited, and operations in flight complete or are returned. Freezes are read with the head of the chain, so every writer
 * applies them.
 */
import type { AssetCode } from '@tunjo/contract/money'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { liftText } from './freeze-text.ts'
import { type Keeper, lockHead, query } from './store.ts'
import type { Freeze } from './types.ts'

interface FreezeRow extends Freeze {
  readonly lifts: readonly string[]
}

const FREEZES = `SELECT f.id, f.asset, f.reason, f.at,
    array(SELECT encode(l.seal, 'hex') FROM ledger.freeze_lift l WHERE l.freeze_id = f.id) AS lifts
  FROM ledger.asset_freeze f ORDER BY f.at`

/** Freezes in force, oldest first. */
export async function freezes(connection: Connection, { seals }: Keeper): Promise<Freeze[]> {
  const rows = await query<FreezeRow>(connection, FREEZES, [])
  return rows
    .filter(({ id, lifts }) => !lifts.some((seal) => seals.isSealOf(liftText(id), seal)))
    .map(({ id, asset, reason, at }) => ({ id, asset, reason, at }))
}

/** Lock the freezes in force: none begins or ends before the transaction does. */
export async function lockFreezes(tx: Transaction, keeper: Keeper): Promise<Freeze[]> {
  await lockHead(tx, keeper)
  return freezes(tx, keeper)
}

/** Freeze an asset. False when it is frozen for that reason already. Freezes of different reasons are independent of each other. */
export async function freeze(
  tx: Transaction,
  keeper: Keeper,
  { asset, reason, at }: { asset: AssetCode; reason: string; at: Date },
): Promise<boolean> {
  // A writer that posts from its cache finds that the head has changed, and reads the freezes again.
  if ((await lockFreezes(tx, keeper)).some((known) => known.asset === asset && known.reason === reason)) return false
  await query(tx, 'INSERT INTO ledger.asset_freeze (id, asset, reason, at) VALUES ($1, $2, $3, $4)', [newId(), asset, reason, at])
  await query(tx, 'UPDATE ledger.head SET epoch = epoch + 1, freeze_epoch = freeze_epoch + 1 WHERE shard = $1', [keeper.shard])
  return true
}

/** End all freezes of the asset. False when it was not frozen. */
export async function lift(tx: Transaction, keeper: Keeper, { asset, at }: { asset: AssetCode; at: Date }): Promise<boolean> {
  const found = (await lockFreezes(tx, keeper)).filter((known) => known.asset === asset)
  for (const { id } of found)
    await query(tx, `INSERT INTO ledger.freeze_lift (freeze_id, at, seal) VALUES ($1, $2, decode($3, 'hex'))`, [
      id,
      at,
      keeper.seals.text(liftText(id)),
    ])
  await query(tx, 'UPDATE ledger.head SET epoch = epoch + 1, freeze_epoch = freeze_epoch + 1 WHERE shard = $1', [keeper.shard])
  return found.length > 0
}
