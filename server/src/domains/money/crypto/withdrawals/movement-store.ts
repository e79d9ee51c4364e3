/** SQL of token movements in one list: deposits, withdrawals, and internal transfers from other customers. */
import type { CryptoState } from '@tunjo/contract/crypto'
import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Address, Hash } from 'viem'
import type { Connection } from '../../../../platform/database/database.ts'

export interface MovementRow {
  readonly id: string
  readonly accountId: string
  readonly kind: 'DEPOSIT' | 'WITHDRAWAL'
  readonly asset: AssetCode
  readonly amount: bigint
  readonly fee: bigint
  readonly address: Address
  readonly alias: string | null
  readonly state: CryptoState
  readonly reason: string | null
  /** Transaction of a deposit on chain. */
  readonly transactionHash: Hash | null
  readonly blockNumber: bigint | null
  readonly isInternal: boolean
  readonly createdAt: Date
}
export interface MovementFilter {
  readonly accountId: string
  readonly kinds: readonly MovementRow['kind'][]
}

const COLUMNS = sql`id, account_id AS "accountId", kind, asset, amount, fee, address, alias, state, reason, transaction_hash AS "transactionHash",
  block_number AS "blockNumber", is_internal AS "isInternal", created_at AS "createdAt"`

export async function listMovements(
  db: Connection,
  { accountId, kinds }: MovementFilter,
  { pageIndex, size }: { pageIndex: number; size: number },
): Promise<{ rows: MovementRow[]; total: number }> {
  const matching = sql`account_id = ${accountId} AND kind = ANY(${[...kinds]})`
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM crypto.movement WHERE ${matching}`.execute(db)
  const found = await sql<MovementRow>`SELECT ${COLUMNS} FROM crypto.movement WHERE ${matching}
    ORDER BY created_at DESC, id DESC LIMIT ${size} OFFSET ${pageIndex * size}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findMovement(db: Connection, accountId: string, id: string, kind: MovementRow['kind']): Promise<MovementRow | null> {
  const found = await sql<MovementRow>`SELECT ${COLUMNS} FROM crypto.movement
    WHERE account_id = ${accountId} AND id = ${id} AND kind = ${kind}`.execute(db)
  return found.rows[0] ?? null
}
