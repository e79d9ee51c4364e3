/** Forged end of an operation, as an attacker with the product's database role but no key can write it: for tests. */
import { sql } from 'kysely'
import { encodeAbiParameters, type Hex, pad } from 'viem'
import type { OperationKind, OperationState } from '../../../events.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { ReceiptLog, StoredReceipt } from './types.ts'

const TRANSFER_TOPIC: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A token movement as a receipt shows it. */
export const forgedTransfer = (address: Hex, from: Hex, to: Hex, amount: bigint): ReceiptLog => ({
  logIndex: 0,
  address,
  topics: [TRANSFER_TOPIC, pad(from), pad(to)],
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
})

export interface ForgedEnd {
  readonly kind: OperationKind
  readonly ref: string
  readonly state: Extract<OperationState, 'confirmed' | 'reverted' | 'superseded'>
  readonly logs?: readonly ReceiptLog[]
  /** The default block is too deep to be checked for a reorganisation. */
  readonly block?: { readonly number: number; readonly hash: Hex } | null
}

/** The row, the history and the event, as the product itself would write them. */
export async function forgeEnd(db: Database, operationId: string, { kind, ref, state, logs = [], block = null }: ForgedEnd): Promise<void> {
  const hash = (await sql<{ hash: Hex }>`SELECT hash FROM blockchain.chain_transaction WHERE operation_id = ${operationId}`.execute(db))
    .rows[0]?.hash
  if (!hash) throw new Error(`operation ${operationId} was not signed`)
  const receipt: StoredReceipt = {
    status: state === 'confirmed' ? 'success' : 'reverted',
    hash,
    blockNumber: block?.number ?? 1,
    blockHash: block?.hash ?? pad('0x1'),
    gasUsed: '21000',
    feeWei: '21000',
    logs,
  }
  await sql`UPDATE blockchain.chain_transaction SET state = ${state}, receipt = ${JSON.stringify(receipt)}, mined_hash = ${hash}, agreed = true,
    block_number = ${block?.number ?? null}, block_hash = ${block?.hash ?? null}, confirmations = 12, updated_at = now()
    WHERE operation_id = ${operationId}`.execute(db)
  await sql`INSERT INTO blockchain.state_history (id, machine, subject_id, from_state, to_state, at, actor)
    VALUES (${newId()}, 'blockchain.transaction', ${operationId}, 'mined', ${state}, now(), 'chain')`.execute(db)
  await announceEnd(db, operationId, { kind, ref, state })
}

export async function announceEnd(
  db: Database,
  operationId: string,
  { kind, ref, state }: { kind: OperationKind; ref: string; state: OperationState },
): Promise<void> {
  await sql`INSERT INTO platform.event (id, type, version, account_id, payload)
    VALUES (${newId()}, 'blockchain.operation_updated', 1, NULL, ${JSON.stringify({ operationId, kind, ref, state })})`.execute(db)
}
