/** SQL of transaction intents and of what was sent for them. */
import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Connection, Transaction } from '../../platform/database.ts'
import type { IntentRequest } from './rules.ts'
import { INTENT_STATES, type IntentState, TRANSACTION_STATES, type TransactionState } from './states.ts'
import type { OperationKind, SigningWallet, StoredReceipt } from './types.ts'

export interface IntentRow {
  operation_id: string
  wallet: SigningWallet
  kind: OperationKind
  ref: string
  request: IntentRequest
  state: IntentState
  refused: string | null
  decided_at: Date
}

export interface TransactionRow {
  operation_id: string
  wallet: SigningWallet
  nonce: bigint
  kind: OperationKind
  ref: string
  state: TransactionState
  signed: Hex | null
  hash: Hex | null
  sent_at: Date | null
  block_number: bigint | null
  confirmations: number
  receipt: StoredReceipt | null
  agreed: boolean
}

const INTENT_COLUMNS = sql`operation_id, wallet, kind, ref, request, state, refused, decided_at`

/** The intent as it is stored: an operation that was decided before stays as it was. Its row says when it began. */
export async function insertIntent(
  tx: Connection,
  row: Omit<IntentRow, 'state' | 'refused' | 'decided_at'>,
  now: Date,
): Promise<IntentRow> {
  const inserted = await sql<IntentRow>`INSERT INTO blockchain.intent (operation_id, wallet, kind, ref, request, state, decided_at)
    VALUES (${row.operation_id}, ${row.wallet}, ${row.kind}, ${row.ref}, ${JSON.stringify(row.request)},
      ${INTENT_STATES.initial}, ${now})
    ON CONFLICT (operation_id) DO NOTHING RETURNING ${INTENT_COLUMNS}`.execute(tx)
  const stored = inserted.rows[0] ?? (await findIntent(tx, row.operation_id))
  if (!stored) throw new Error('an intent that exists cannot be read')
  return stored
}

const INTENT = sql`SELECT ${INTENT_COLUMNS} FROM blockchain.intent`

export async function findIntent(db: Connection, operationId: string): Promise<IntentRow | null> {
  const found = await sql<IntentRow>`${INTENT} WHERE operation_id = ${operationId}`.execute(db)
  return found.rows[0] ?? null
}

/** Held by whoever gives the operation a nonce or refuses it, so that it never has both. */
export async function lockIntent(tx: Transaction, operationId: string): Promise<IntentRow> {
  const found = await sql<IntentRow>`${INTENT} WHERE operation_id = ${operationId} FOR UPDATE`.execute(tx)
  if (!found.rows[0]) throw new Error(`nobody decided operation ${operationId}`)
  return found.rows[0]
}

/** Decided and not judged yet, or reserved by a signer that died: oldest first. */
export async function unsignedOperations(db: Connection, except: readonly string[], limit: number): Promise<string[]> {
  const found = await sql<{ operation_id: string }>`SELECT operation_id FROM (
      SELECT operation_id, decided_at AS at FROM blockchain.intent WHERE state = 'decided'
      UNION ALL SELECT operation_id, created_at FROM blockchain.chain_transaction WHERE signed IS NULL) AS unsigned
    WHERE operation_id <> ALL(${[...except]}::uuid[]) ORDER BY at LIMIT ${limit}`.execute(db)
  return found.rows.map((row) => row.operation_id)
}

/** Orders the signers of one wallet: limits are counted and nonces taken by one at a time. */
export async function lockWallet(tx: Transaction, name: SigningWallet): Promise<void> {
  await sql`SELECT 1 FROM blockchain.wallet WHERE name = ${name} FOR UPDATE`.execute(tx)
}

export async function walletExists(db: Connection, name: SigningWallet): Promise<boolean> {
  return (await sql`SELECT 1 FROM blockchain.wallet WHERE name = ${name}`.execute(db)).rows.length > 0
}

export async function insertWallet(db: Connection, name: SigningWallet, address: string, nextNonce: number): Promise<void> {
  await sql`INSERT INTO blockchain.wallet (name, address, next_nonce) VALUES (${name}, ${address}, ${nextNonce})
    ON CONFLICT (name) DO NOTHING`.execute(db)
}

/** Takes the wallet's next nonce for the operation. The wallet's row lock makes it the only allocator. */
export async function reserveNonce(
  tx: Transaction,
  { operation_id, wallet, kind, ref }: IntentRow,
  moved: { asset: string; amount: bigint } | null,
  now: Date,
): Promise<TransactionRow> {
  const taken = await sql<{ nonce: bigint }>`UPDATE blockchain.wallet SET next_nonce = next_nonce + 1 WHERE name = ${wallet}
    RETURNING next_nonce - 1 AS nonce`.execute(tx)
  const nonce = taken.rows[0]?.nonce
  if (nonce === undefined) throw new Error(`wallet ${wallet} is not known`)
  const inserted = await sql<TransactionRow>`INSERT INTO blockchain.chain_transaction (operation_id, wallet, nonce, kind, ref, state,
      asset, amount, created_at, updated_at)
    VALUES (${operation_id}, ${wallet}, ${nonce}, ${kind}, ${ref}, ${TRANSACTION_STATES.initial},
      ${moved?.asset ?? null}, ${moved?.amount ?? null}, ${now}, ${now})
    RETURNING ${COLUMNS}`.execute(tx)
  const [row] = inserted.rows
  if (!row) throw new Error('an INSERT with RETURNING answers its row')
  return row
}

const COLUMNS = sql`operation_id, wallet, nonce, kind, ref, state, signed, hash, sent_at, block_number, confirmations, receipt, agreed`

export async function findTransaction(db: Connection, operationId: string): Promise<TransactionRow | null> {
  const found = await sql<TransactionRow>`SELECT ${COLUMNS} FROM blockchain.chain_transaction WHERE operation_id = ${operationId}`.execute(
    db,
  )
  return found.rows[0] ?? null
}

export async function lockTransaction(tx: Transaction, operationId: string): Promise<TransactionRow> {
  const found = await sql<TransactionRow>`SELECT ${COLUMNS} FROM blockchain.chain_transaction WHERE operation_id = ${operationId}
    FOR UPDATE`.execute(tx)
  if (!found.rows[0]) throw new Error(`operation ${operationId} has no transaction`)
  return found.rows[0]
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

export async function setSent(db: Connection, operationIds: readonly string[], now: Date): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET sent_at = ${now} WHERE operation_id = ANY(${operationIds})`.execute(db)
}

/** Of a transaction that is in a block already: another block, or one more on top. */
export async function setConfirmations(
  tx: Connection,
  operationId: string,
  { receipt, confirmations }: { receipt: StoredReceipt; confirmations: number },
): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET receipt = ${JSON.stringify(receipt)}, block_number = ${receipt.blockNumber},
    confirmations = ${confirmations} WHERE operation_id = ${operationId} AND state = 'mined'`.execute(tx)
}

/** The chain no longer has it: what was settled stays settled, and waits for the chain to agree again. */
export async function setLost(tx: Connection, operationId: string): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET agreed = false, block_number = NULL, confirmations = 0
    WHERE operation_id = ${operationId}`.execute(tx)
}

export async function setAgreement(db: Connection, operationId: string, blockNumber: number, disagreement: string | null): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET agreed = ${disagreement === null}, disagreement = ${disagreement}, block_number = ${blockNumber}
    WHERE operation_id = ${operationId}`.execute(db)
}
