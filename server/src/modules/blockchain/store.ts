import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Connection, Transaction } from '../../platform/database.ts'
import type { DecisionRequest } from './rules.ts'
import type { OperationKind, OperationState, SigningWallet, StoredReceipt } from './types.ts'

export interface DecisionRow {
  operation_id: string
  wallet: SigningWallet
  kind: OperationKind
  ref: string
  request: DecisionRequest
  hash: string
  refused: string | null
  decided_at: Date
}

export interface TransactionRow {
  operation_id: string
  wallet: SigningWallet
  nonce: bigint
  kind: OperationKind
  ref: string
  state: Exclude<OperationState, 'decided' | 'refused'>
  signed: Hex | null
  hash: Hex | null
  sent_at: Date | null
  block_number: bigint | null
  confirmations: number
  receipt: StoredReceipt | null
  agreed: boolean
}

export async function insertDecision(
  tx: Connection,
  row: Omit<DecisionRow, 'refused' | 'decided_at'>,
  now: Date,
): Promise<'inserted' | DecisionRow> {
  const inserted = await sql`INSERT INTO blockchain.decision (operation_id, wallet, kind, ref, request, hash, decided_at)
    VALUES (${row.operation_id}, ${row.wallet}, ${row.kind}, ${row.ref}, ${JSON.stringify(row.request)}, ${row.hash}, ${now})
    ON CONFLICT (operation_id) DO NOTHING RETURNING 1`.execute(tx)
  if (inserted.rows.length > 0) return 'inserted'
  const known = await findDecision(tx, row.operation_id)
  if (!known) throw new Error('a decision that exists cannot be read')
  return known
}

const DECISION = sql`SELECT operation_id, wallet, kind, ref, request, hash, refused, decided_at FROM blockchain.decision`

export async function findDecision(db: Connection, operationId: string): Promise<DecisionRow | null> {
  const found = await sql<DecisionRow>`${DECISION} WHERE operation_id = ${operationId}`.execute(db)
  return found.rows[0] ?? null
}

/** Held by whoever gives the operation a nonce or refuses it, so that it never has both. */
export async function lockDecision(tx: Transaction, operationId: string): Promise<DecisionRow> {
  const found = await sql<DecisionRow>`${DECISION} WHERE operation_id = ${operationId} FOR UPDATE`.execute(tx)
  if (!found.rows[0]) throw new Error(`nobody decided operation ${operationId}`)
  return found.rows[0]
}

export async function refuseDecision(db: Connection, operationId: string, reason: string): Promise<void> {
  await sql`UPDATE blockchain.decision SET refused = ${reason} WHERE operation_id = ${operationId} AND refused IS NULL`.execute(db)
}

export async function walletExists(db: Connection, name: SigningWallet): Promise<boolean> {
  return (await sql`SELECT 1 FROM blockchain.wallet WHERE name = ${name}`.execute(db)).rows.length > 0
}

export async function insertWallet(db: Connection, name: SigningWallet, address: string, nextNonce: number): Promise<void> {
  await sql`INSERT INTO blockchain.wallet (name, address, next_nonce) VALUES (${name}, ${address}, ${nextNonce})
    ON CONFLICT (name) DO NOTHING`.execute(db)
}

/** Takes the wallet's next nonce for the operation, or finds the one it has. The wallet's row lock makes it the only allocator. */
export async function reserveNonce(tx: Transaction, { operation_id, wallet, kind, ref }: DecisionRow, now: Date): Promise<TransactionRow> {
  await sql`SELECT 1 FROM blockchain.wallet WHERE name = ${wallet} FOR UPDATE`.execute(tx)
  const known = await findTransaction(tx, operation_id)
  if (known) return known
  const taken = await sql<{ nonce: bigint }>`UPDATE blockchain.wallet SET next_nonce = next_nonce + 1 WHERE name = ${wallet}
    RETURNING next_nonce - 1 AS nonce`.execute(tx)
  const nonce = taken.rows[0]?.nonce
  if (nonce === undefined) throw new Error(`wallet ${wallet} is not known`)
  await sql`INSERT INTO blockchain.chain_transaction (operation_id, wallet, nonce, kind, ref, created_at, updated_at)
    VALUES (${operation_id}, ${wallet}, ${nonce}, ${kind}, ${ref}, ${now}, ${now})`.execute(tx)
  const inserted = await findTransaction(tx, operation_id)
  if (!inserted) throw new Error('a transaction that was inserted cannot be read')
  return inserted
}

/** Keeps the first signature: a later one of the same operation changes nothing. */
export async function storeSigned(tx: Connection, operationId: string, signed: Hex, hash: Hex, now: Date): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET signed = ${signed}, hash = ${hash}, state = 'signed', updated_at = ${now}
    WHERE operation_id = ${operationId} AND signed IS NULL`.execute(tx)
}

const COLUMNS = sql`operation_id, wallet, nonce, kind, ref, state, signed, hash, sent_at, block_number, confirmations, receipt, agreed`

export async function findTransaction(db: Connection, operationId: string): Promise<TransactionRow | null> {
  const found = await sql<TransactionRow>`SELECT ${COLUMNS} FROM blockchain.chain_transaction WHERE operation_id = ${operationId}`.execute(
    db,
  )
  return found.rows[0] ?? null
}

export async function findTransactions(db: Connection, operationIds: readonly string[]): Promise<TransactionRow[]> {
  const found =
    await sql<TransactionRow>`SELECT ${COLUMNS} FROM blockchain.chain_transaction WHERE operation_id = ANY(${operationIds})`.execute(db)
  return found.rows
}

export async function findByHash(db: Connection, hash: string): Promise<TransactionRow | null> {
  const found = await sql<TransactionRow>`SELECT ${COLUMNS} FROM blockchain.chain_transaction WHERE hash = ${hash.toLowerCase()}`.execute(
    db,
  )
  return found.rows[0] ?? null
}

/** Everything signed that is not settled, and everything the chain does not have: in nonce order. */
export async function openTransactions(
  db: Connection,
  wallet: SigningWallet,
  chainNonce: number,
  limit: number,
): Promise<TransactionRow[]> {
  const found = await sql<TransactionRow>`SELECT ${COLUMNS} FROM blockchain.chain_transaction
    WHERE wallet = ${wallet} AND signed IS NOT NULL
      AND (state NOT IN ('confirmed', 'reverted') OR (NOT agreed AND disagreement IS NULL) OR nonce >= ${chainNonce})
    ORDER BY nonce LIMIT ${limit}`.execute(db)
  return found.rows
}

/** Changes the state only from one that it may follow, and says whether it did: two watchers never both announce it. */
export async function moveState(
  tx: Connection,
  operationId: string,
  from: readonly TransactionRow['state'][],
  to: TransactionRow['state'],
  now: Date,
): Promise<boolean> {
  const moved = await sql`UPDATE blockchain.chain_transaction SET state = ${to}, updated_at = ${now}
    WHERE operation_id = ${operationId} AND state = ANY(${from}) RETURNING 1`.execute(tx)
  return moved.rows.length > 0
}

export async function setSent(db: Connection, operationIds: readonly string[], now: Date): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET sent_at = ${now} WHERE operation_id = ANY(${operationIds})`.execute(db)
}

export async function setMined(
  tx: Connection,
  operationId: string,
  { receipt, confirmations }: { receipt: StoredReceipt; confirmations: number },
): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET receipt = ${JSON.stringify(receipt)}, block_number = ${receipt.blockNumber},
    confirmations = ${confirmations} WHERE operation_id = ${operationId} AND state NOT IN ('confirmed', 'reverted')`.execute(tx)
}

/** The chain no longer has it: what was settled stays settled, and waits for the chain to agree again. */
export async function setUnmined(tx: Connection, operationId: string): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET
    agreed = CASE WHEN state IN ('confirmed', 'reverted') THEN false ELSE agreed END,
    block_number = NULL, confirmations = 0,
    receipt = CASE WHEN state IN ('confirmed', 'reverted') THEN receipt ELSE NULL END
    WHERE operation_id = ${operationId}`.execute(tx)
}

export async function setAgreement(db: Connection, operationId: string, blockNumber: number, disagreement: string | null): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET agreed = ${disagreement === null}, disagreement = ${disagreement}, block_number = ${blockNumber}
    WHERE operation_id = ${operationId}`.execute(db)
}
