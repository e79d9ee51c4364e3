/** SQL of transaction intents and of their transactions. */
import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import { currentTraceparent } from '../../../platform/tracing/traced.ts'
import type { IntentRequest } from './rules.ts'
import { INTENT_STATES, type IntentState, type TransactionState } from './states.ts'
import type { OperationKind, SigningWallet, StoredReceipt } from './types.ts'

export interface IntentRow {
  operationId: string
  wallet: SigningWallet
  kind: OperationKind
  ref: string
  request: IntentRequest
  state: IntentState
  refused: string | null
  decidedAt: Date
  /** Position in the trace of the call that decided it; undefined in a row that is not read yet. */
  traceparent?: string | null
}

export interface TransactionRow {
  operationId: string
  wallet: SigningWallet
  /** Lower case. */
  address: string
  /** Null when another transaction used it and the signer has to take a new one. */
  nonce: bigint | null
  kind: OperationKind
  ref: string
  state: TransactionState
  signed: Hex | null
  /** Hash of the bytes to be sent. */
  hash: Hex | null
  /** Hash of the attempt that the chain mined. */
  minedHash: Hex | null
  sentAt: Date | null
  blockNumber: bigint | null
  blockHash: string | null
  confirmations: number
  receipt: StoredReceipt | null
  agreed: boolean
  disagreedAt: Date | null
  outcomeSeal: string | null
  endedBeforeSeals: boolean
  /** True when the signer recorded that it signs nothing more for it. */
  isGivenUp: boolean
  createdAt: Date
}

const INTENT_COLUMNS = sql`operation_id AS "operationId", wallet, kind, ref, request, state, refused, decided_at AS "decidedAt", traceparent`

/** Stores the intent: an operation that was decided before stays as it was. Its row holds its start. */
export async function insertIntent(
  tx: Connection,
  row: Omit<IntentRow, 'state' | 'refused' | 'decidedAt' | 'traceparent'>,
  now: Date,
): Promise<IntentRow> {
  const inserted =
    await sql<IntentRow>`INSERT INTO blockchain.intent (operation_id, wallet, kind, ref, request, state, decided_at, traceparent)
    VALUES (${row.operationId}, ${row.wallet}, ${row.kind}, ${row.ref}, ${JSON.stringify(row.request)},
      ${INTENT_STATES.initial}, ${now}, ${currentTraceparent()})
    ON CONFLICT (operation_id) DO NOTHING RETURNING ${INTENT_COLUMNS}`.execute(tx)
  const stored = inserted.rows[0] ?? (await findIntent(tx, row.operationId))
  if (!stored) throw new Error('an intent that exists cannot be read')
  return stored
}

const INTENT = sql`SELECT ${INTENT_COLUMNS} FROM blockchain.intent`

export async function findIntent(db: Connection, operationId: string): Promise<IntentRow | null> {
  const found = await sql<IntentRow>`${INTENT} WHERE operation_id = ${operationId}`.execute(db)
  return found.rows[0] ?? null
}

/** Locks the intent for a nonce or a refusal, so that it never has both. */
export async function lockIntent(tx: Transaction, operationId: string): Promise<IntentRow> {
  const found = await sql<IntentRow>`${INTENT} WHERE operation_id = ${operationId} FOR UPDATE`.execute(tx)
  if (!found.rows[0]) throw new Error(`no decision for operation ${operationId}`)
  return found.rows[0]
}

export const TRANSACTION_COLUMNS = sql`operation_id AS "operationId", wallet, address, nonce, kind, ref, state, signed, hash,
  mined_hash AS "minedHash", sent_at AS "sentAt", block_number AS "blockNumber", block_hash AS "blockHash", confirmations, receipt,
  agreed, disagreed_at AS "disagreedAt", outcome_seal AS "outcomeSeal", ended_before_seals AS "endedBeforeSeals", created_at AS "createdAt",
  EXISTS (SELECT 1 FROM blockchain.given_up g WHERE g.operation_id = chain_transaction.operation_id) AS "isGivenUp"`

export async function findTransaction(db: Connection, operationId: string): Promise<TransactionRow | null> {
  const found =
    await sql<TransactionRow>`SELECT ${TRANSACTION_COLUMNS} FROM blockchain.chain_transaction WHERE operation_id = ${operationId}`.execute(
      db,
    )
  return found.rows[0] ?? null
}

export async function lockTransaction(tx: Transaction, operationId: string): Promise<TransactionRow> {
  const found =
    await sql<TransactionRow>`SELECT ${TRANSACTION_COLUMNS} FROM blockchain.chain_transaction WHERE operation_id = ${operationId}
    FOR UPDATE`.execute(tx)
  if (!found.rows[0]) throw new Error(`operation ${operationId} has no transaction`)
  return found.rows[0]
}

export async function findTransactions(db: Connection, operationIds: readonly string[]): Promise<TransactionRow[]> {
  const found =
    await sql<TransactionRow>`SELECT ${TRANSACTION_COLUMNS} FROM blockchain.chain_transaction WHERE operation_id = ANY(${operationIds})`.execute(
      db,
    )
  return found.rows
}

export async function findByHash(db: Connection, hash: string): Promise<TransactionRow | null> {
  const found = await sql<TransactionRow>`SELECT ${TRANSACTION_COLUMNS} FROM blockchain.chain_transaction WHERE operation_id = (
      SELECT operation_id FROM blockchain.attempt WHERE hash = ${hash.toLowerCase()})`.execute(db)
  return found.rows[0] ?? null
}

/** Everything signed that is not settled, and everything the chain does not have: in nonce order. */
export async function openTransactions(db: Connection, address: string, chainNonce: number, limit: number): Promise<TransactionRow[]> {
  const found = await sql<TransactionRow>`SELECT ${TRANSACTION_COLUMNS} FROM blockchain.chain_transaction
    WHERE address = ${address.toLowerCase()} AND signed IS NOT NULL AND nonce IS NOT NULL AND state <> 'superseded'
      AND (state NOT IN ('confirmed', 'reverted') OR (NOT agreed AND disagreement IS NULL) OR nonce >= ${chainNonce})
    ORDER BY nonce LIMIT ${limit}`.execute(db)
  return found.rows
}

/** Every hash that an operation may have on the chain, the newest first. */
export async function attemptsOf(db: Connection, operationId: string): Promise<Hex[]> {
  const found = await sql<{ hash: Hex }>`SELECT hash FROM blockchain.attempt WHERE operation_id = ${operationId}
    ORDER BY signed_at DESC, nonce DESC LIMIT 50`.execute(db)
  return found.rows.map((row) => row.hash)
}

/** A transaction at the operation's nonces: one of the operation, or another one that our key signed for them. */
export interface KnownAttempt {
  readonly hash: Hex
  readonly address: string
  readonly nonce: bigint
  readonly isOwn: boolean
}
/** Attempts of the operation itself first, by the signer's book, which no other role writes. */
export async function attemptsAtItsNonces(db: Connection, operationId: string): Promise<KnownAttempt[]> {
  const found = await sql<KnownAttempt>`SELECT hash, address, nonce, coalesce(operation_id = ${operationId}, false) AS "isOwn"
    FROM blockchain.attempt WHERE (address, nonce) IN (SELECT address, nonce FROM blockchain.attempt WHERE operation_id = ${operationId})
    ORDER BY "isOwn" DESC, signed_at DESC LIMIT 200`.execute(db)
  return found.rows
}

/** True when the signer refused it and has never signed it. */
export async function isRefusedUnsigned(db: Connection, operationId: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM blockchain.given_up WHERE operation_id = ${operationId}
    AND NOT EXISTS (SELECT 1 FROM blockchain.attempt WHERE attempt.operation_id = given_up.operation_id)`.execute(db)
  return found.rows.length > 0
}

export interface EndCursor {
  readonly createdAt: Date
  readonly operationId: string
}
/** Ended operations by their rows, newest first, ordered by the signer's start time, which no other role writes. */
export async function endedBefore(db: Connection, place: EndCursor | null, since: Date, limit: number): Promise<TransactionRow[]> {
  const before = place ? sql`AND (created_at, operation_id) < (${place.createdAt}, ${place.operationId})` : sql``
  const found = await sql<TransactionRow>`SELECT ${TRANSACTION_COLUMNS} FROM blockchain.chain_transaction
    WHERE state IN ('confirmed', 'reverted', 'superseded') AND created_at > ${since} ${before}
    ORDER BY created_at DESC, operation_id DESC LIMIT ${limit}`.execute(db)
  return found.rows
}

/** Clears the recorded loss of an end that is corrected. */
export async function clearLoss(tx: Transaction, operationId: string): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET agreed = true, disagreement = NULL, disagreed_at = NULL, stopped_at = NULL, sent_at = NULL
    WHERE operation_id = ${operationId}`.execute(tx)
}

export async function setSent(db: Connection, operationIds: readonly string[], now: Date): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET sent_at = ${now} WHERE operation_id = ANY(${operationIds})`.execute(db)
}

/** Updates a mined transaction: another block, or one more confirmation. */
export async function setConfirmations(
  tx: Connection,
  operationId: string,
  { receipt, confirmations }: { receipt: StoredReceipt; confirmations: number },
): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET receipt = ${JSON.stringify(receipt)}, block_number = ${receipt.blockNumber},
    block_hash = ${receipt.blockHash}, mined_hash = ${receipt.hash}, confirmations = ${confirmations} WHERE operation_id = ${operationId} AND state = 'mined'`.execute(
    tx,
  )
}

/** The chain no longer has it: a settled operation stays settled, and waits for the chain to agree again. */
export async function markLostOnChain(tx: Connection, operationId: string, now: Date): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET agreed = false, disagreed_at = coalesce(disagreed_at, ${now}), block_number = NULL,
    block_hash = NULL, confirmations = 0 WHERE operation_id = ${operationId}`.execute(tx)
}

export async function setAgreed(db: Connection, operationId: string, { hash, blockNumber, blockHash }: StoredReceipt): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET agreed = true, disagreed_at = NULL, stopped_at = NULL, disagreement = NULL, mined_hash = ${hash},
    block_number = ${blockNumber}, block_hash = ${blockHash} WHERE operation_id = ${operationId}`.execute(db)
}

/** Judged: only officers continue from here. */
export async function setDisagreement(
  tx: Connection,
  operationId: string,
  { disagreement, seal }: { disagreement: string; seal: string },
): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET agreed = false, disagreement = ${disagreement}, outcome_seal = ${seal}
    WHERE operation_id = ${operationId}`.execute(tx)
}

/** Settled in blocks that are not deep yet. */
export async function finalSince(db: Connection, block: number, limit: number): Promise<TransactionRow[]> {
  const found = await sql<TransactionRow>`SELECT ${TRANSACTION_COLUMNS} FROM blockchain.chain_transaction
    WHERE state IN ('confirmed', 'reverted') AND agreed AND block_number > ${block} ORDER BY block_number DESC LIMIT ${limit}`.execute(db)
  return found.rows
}

/** Operations lost for so long, without a freeze for it yet. */
export async function disagreeingBefore(db: Connection, at: Date): Promise<TransactionRow[]> {
  const found = await sql<TransactionRow>`SELECT ${TRANSACTION_COLUMNS} FROM blockchain.chain_transaction
    WHERE NOT agreed AND disagreement IS NULL AND disagreed_at < ${at} AND stopped_at IS NULL AND state IN ('confirmed', 'reverted') LIMIT 100`.execute(
    db,
  )
  return found.rows
}

/**
 * True when a settled operation was lost for so long that assets were frozen, and the chain has not yet shown its end. A published head
 * freezes none.
 */
export async function hasLostOperation(connection: Connection): Promise<boolean> {
  const found = await sql`SELECT 1 FROM blockchain.chain_transaction
    WHERE NOT agreed AND disagreement IS NULL AND stopped_at IS NOT NULL AND kind <> 'publish' LIMIT 1`.execute(connection)
  return found.rows.length > 0
}

/** References of withdrawals whose settled transfer the chain lost and, as it was judged, did not repeat unchanged. */
export async function unrepeatedTransfers(connection: Connection): Promise<string[]> {
  const found = await sql<{ ref: string }>`SELECT ref FROM blockchain.chain_transaction
    WHERE NOT agreed AND disagreement IS NOT NULL AND kind = 'transfer' ORDER BY created_at, operation_id`.execute(connection)
  return found.rows.map(({ ref }) => ref)
}

/** False when another process did it. */
export async function markAssetsFrozen(tx: Transaction, operationId: string, now: Date): Promise<boolean> {
  const stopped = await sql`UPDATE blockchain.chain_transaction SET stopped_at = ${now}
    WHERE operation_id = ${operationId} AND NOT agreed AND stopped_at IS NULL RETURNING 1`.execute(tx)
  return stopped.rows.length > 0
}
