/** SQL of the signer's own book: wallets, nonces, and everything that was ever signed. No other role can write it. */

import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { type Connection, shortIdleTimeout, type Transaction } from '../../../../platform/database/database.ts'
import { TRANSACTION_STATES } from '../states.ts'
import { type IntentRow, TRANSACTION_COLUMNS, type TransactionRow } from '../store.ts'
import type { SigningWallet } from '../types.ts'

export interface WalletRow {
  readonly address: string
  readonly nextNonce: bigint
  readonly seenBlock: bigint | null
}

export interface Attempt {
  readonly hash: Hex
  /** Null when our key signed it for no known operation. */
  readonly operationId: string | null
  readonly address: string
  readonly nonce: number
  readonly signed: Hex | null
  readonly maxFeeWei: bigint | null
  readonly priorityFeeWei: bigint | null
}

/** Decided and not judged yet, or reserved by a signer that died: oldest first. */
export async function unsignedOperations(db: Connection, except: readonly string[], limit: number): Promise<string[]> {
  const found = await sql<{ operationId: string }>`SELECT operation_id AS "operationId" FROM (
      SELECT operation_id, decided_at AS at FROM blockchain.intent WHERE state = 'decided'
      UNION ALL SELECT operation_id, created_at FROM blockchain.chain_transaction WHERE signed IS NULL) AS unsigned
    WHERE operation_id <> ALL(${[...except]}::uuid[]) ORDER BY at LIMIT ${limit}`.execute(db)
  return found.rows.map((row) => row.operationId)
}

export async function findWallet(db: Connection, address: string): Promise<WalletRow | null> {
  const found =
    await sql<WalletRow>`SELECT address, next_nonce AS "nextNonce", seen_block AS "seenBlock" FROM blockchain.wallet WHERE address = ${address}`.execute(
      db,
    )
  return found.rows[0] ?? null
}

export async function insertWallet(db: Connection, { name, ...row }: WalletRow & { name: SigningWallet }): Promise<void> {
  await sql`INSERT INTO blockchain.wallet (address, name, next_nonce, seen_block)
    VALUES (${row.address}, ${name}, ${row.nextNonce}, ${row.seenBlock}) ON CONFLICT (address) DO NOTHING`.execute(db)
}

/**
 * Idle limit for the wallet's row, for which all signers wait. A signer that stops while it holds the row is terminated; a key service
 * answers within this time.
 */
const SHORT_IDLE = shortIdleTimeout(4_000)

/** Serialises the signers of one wallet: one at a time counts limits and takes nonces. */
export async function lockWallet(tx: Transaction, address: string): Promise<void> {
  await sql`SELECT ${sql.raw(SHORT_IDLE)} FROM blockchain.wallet WHERE address = ${address} FOR UPDATE`.execute(tx)
}

export async function setSeen(db: Connection, address: string, { block, nonce }: { block: number; nonce: number }): Promise<void> {
  await sql`UPDATE blockchain.wallet SET seen_block = GREATEST(seen_block, ${block}), next_nonce = GREATEST(next_nonce, ${nonce})
    WHERE address = ${address}`.execute(db)
}

/** Next nonce of the wallet, never one that the chain has used (R18). The row's lock makes it the only allocator. */
export async function allocateNonce(tx: Transaction, address: string, chainNonce: number): Promise<bigint> {
  const taken = await sql<{ nonce: bigint }>`UPDATE blockchain.wallet SET next_nonce = GREATEST(next_nonce, ${chainNonce}) + 1
    WHERE address = ${address} RETURNING next_nonce - 1 AS nonce`.execute(tx)
  const nonce = taken.rows[0]?.nonce
  if (nonce === undefined) throw new Error(`wallet ${address} is not known`)
  return nonce
}

export interface NewTransaction {
  readonly address: string
  readonly nonce: bigint
  /** Amount that counts towards the limits; null for a transaction that was found on the chain. */
  readonly moved: { readonly asset: string; readonly amount: bigint } | null
}

export async function insertTransaction(
  tx: Transaction,
  { operationId: operation_id, wallet, kind, ref }: IntentRow,
  { address, nonce, moved }: NewTransaction,
  now: Date,
): Promise<TransactionRow> {
  const inserted =
    await sql<TransactionRow>`INSERT INTO blockchain.chain_transaction (operation_id, wallet, address, nonce, kind, ref, state,
      asset, amount, created_at, updated_at)
    VALUES (${operation_id}, ${wallet}, ${address}, ${nonce}, ${kind}, ${ref}, ${TRANSACTION_STATES.initial},
      ${moved?.asset ?? null}, ${moved?.amount ?? null}, ${now}, ${now})
    RETURNING ${TRANSACTION_COLUMNS}`.execute(tx)
  const [row] = inserted.rows
  if (!row) throw new Error('an INSERT with RETURNING answers its row')
  return row
}

export async function insertAttempt(tx: Connection, { hash, operationId, address, nonce, ...rest }: Attempt, now: Date): Promise<void> {
  await sql`INSERT INTO blockchain.attempt (hash, operation_id, address, nonce, signed, max_fee_wei, priority_fee_wei, signed_at)
    VALUES (${hash}, ${operationId}, ${address}, ${nonce}, ${rest.signed}, ${rest.maxFeeWei}, ${rest.priorityFeeWei}, ${now})
    ON CONFLICT (hash) DO NOTHING`.execute(tx)
}

export async function isKnownAttempt(db: Connection, hash: Hex): Promise<boolean> {
  return (await sql`SELECT 1 FROM blockchain.attempt WHERE hash = ${hash}`.execute(db)).rows.length > 0
}

export interface UnknownAttempt {
  readonly hash: Hex
  readonly nonce: bigint
  readonly signed: Hex
}
const UNKNOWN = sql`SELECT hash, nonce, signed FROM blockchain.attempt WHERE operation_id IS NULL AND signed IS NOT NULL`

export async function findUnknown(db: Connection, hash: Hex): Promise<UnknownAttempt | null> {
  return (await sql<UnknownAttempt>`${UNKNOWN} AND hash = ${hash}`.execute(db)).rows[0] ?? null
}

/** Unknown attempts whose bytes contain the id of the operation at any position; the caller checks the position. */
export async function unknownAttemptsNaming(db: Connection, address: string, operationId: string): Promise<UnknownAttempt[]> {
  const found = await sql<UnknownAttempt>`${UNKNOWN} AND address = ${address}
    AND position(${operationId.replaceAll('-', '')} IN signed) > 0 ORDER BY nonce DESC`.execute(db)
  return found.rows
}

/** Assigns the transaction to this operation. False when another signer was first. */
export async function claimUnknown(tx: Transaction, hash: Hex, operationId: string): Promise<boolean> {
  const claimed = await sql`UPDATE blockchain.attempt SET operation_id = ${operationId} WHERE hash = ${hash} AND operation_id IS NULL
    RETURNING 1`.execute(tx)
  return claimed.rows.length > 0
}

/** Replaces the bytes of the operation, which the sender then sends immediately. Its state does not change. */
export async function setBytes(
  tx: Transaction,
  operationId: string,
  { nonce, signed, hash, now }: { nonce: number; signed: Hex; hash: Hex; now: Date },
): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET nonce = ${nonce}, signed = ${signed}, hash = ${hash}, sent_at = NULL, updated_at = ${now}
    WHERE operation_id = ${operationId}`.execute(tx)
}

/** Takes the nonce from signed operations of the wallet other than these bytes: another transaction used it. */
export async function vacateNonce(tx: Transaction, address: string, nonce: number, usedBy: Hex): Promise<string[]> {
  const vacated = await sql<{ operationId: string }>`UPDATE blockchain.chain_transaction SET nonce = NULL
    WHERE address = ${address} AND nonce = ${nonce} AND state IN ('reserved', 'signed', 'sent')
      AND NOT EXISTS (SELECT 1 FROM blockchain.attempt
        WHERE attempt.operation_id = chain_transaction.operation_id AND attempt.hash = ${usedBy})
    RETURNING operation_id AS "operationId"`.execute(tx)
  return vacated.rows.map((row) => row.operationId)
}

/** Attempts that are not known to be mined, although the chain is past their nonce. */
export async function openBelow(db: Connection, address: string, chainNonce: number): Promise<{ operationId: string }[]> {
  const found = await sql<{ operationId: string }>`SELECT operation_id AS "operationId" FROM blockchain.chain_transaction
    WHERE address = ${address} AND nonce < ${chainNonce} AND state IN ('reserved', 'signed', 'sent') ORDER BY nonce LIMIT 100`.execute(db)
  return found.rows
}

export interface LostBelow {
  readonly operationId: string
  /** Block that settled it, by its row: only the start of the search. Null when the row has no number. */
  readonly settledIn: number | null
}
/** Settled operations that the chain lost, and for whose nonce the book has no other transaction. */
export async function lostBelow(db: Connection, address: string, chainNonce: number): Promise<LostBelow[]> {
  const found = await sql<LostBelow>`SELECT operation_id AS "operationId", CASE WHEN receipt->>'blockNumber' ~ '^[0-9]{1,9}$'
      THEN (receipt->>'blockNumber')::integer END AS "settledIn"
    FROM blockchain.chain_transaction AS lost
    WHERE address = ${address} AND nonce < ${chainNonce} AND state IN ('confirmed', 'reverted') AND NOT agreed AND disagreement IS NULL
      AND receipt IS NOT NULL AND NOT EXISTS (SELECT 1 FROM blockchain.attempt AS other WHERE other.address = lost.address
        AND other.nonce = lost.nonce AND other.operation_id IS DISTINCT FROM lost.operation_id)
    ORDER BY nonce LIMIT 100`.execute(db)
  return found.rows
}

export async function withoutNonce(db: Connection, address: string): Promise<string[]> {
  const found = await sql<{ operationId: string }>`SELECT operation_id AS "operationId" FROM blockchain.chain_transaction
    WHERE address = ${address} AND nonce IS NULL AND state IN ('signed', 'sent') ORDER BY created_at LIMIT 100`.execute(db)
  return found.rows.map((row) => row.operationId)
}

/** Asset that counts towards the limits; null for a transaction that was found on the chain. */
export async function assetOf(db: Connection, operationId: string): Promise<AssetCode | null> {
  const found = await sql<{ asset: AssetCode | null }>`SELECT asset FROM blockchain.chain_transaction
    WHERE operation_id = ${operationId}`.execute(db)
  return found.rows[0]?.asset ?? null
}

/**
 * Restores the nonce when the transaction that used it is no longer in a block: the former bytes are valid again. False while it is used,
 * or another operation has it.
 */
export async function restoreNonce(db: Connection, operationId: string, chainNonce: number): Promise<boolean> {
  const given = await sql`UPDATE blockchain.chain_transaction AS mine SET nonce = attempt.nonce, sent_at = NULL FROM blockchain.attempt
    WHERE mine.operation_id = ${operationId} AND mine.nonce IS NULL AND attempt.hash = mine.hash AND attempt.nonce >= ${chainNonce}
      AND NOT EXISTS (SELECT 1 FROM blockchain.chain_transaction AS other WHERE other.address = mine.address AND other.nonce = attempt.nonce)
    RETURNING 1`.execute(db)
  return given.rows.length > 0
}

/** New nonce for an operation whose nonce another transaction used before it was signed. */
export async function setNonce(tx: Transaction, operationId: string, nonce: bigint): Promise<void> {
  await sql`UPDATE blockchain.chain_transaction SET nonce = ${nonce} WHERE operation_id = ${operationId} AND nonce IS NULL`.execute(tx)
}

/** The signer's record that it signs nothing, or nothing more, for the operation. A release of money trusts only this record. */
export async function abandonOperation(tx: Connection, operationId: string, { reason, at }: { reason: string; at: Date }): Promise<void> {
  await sql`INSERT INTO blockchain.given_up (operation_id, reason, at) VALUES (${operationId}, ${reason}, ${at})
    ON CONFLICT (operation_id) DO NOTHING`.execute(tx)
}

/** Intents that were recorded as refused by another role than the signer: the writer of an intent chooses its state. */
export async function refusalsByOtherRoles(db: Connection): Promise<string[]> {
  const found = await sql<{ operationId: string }>`SELECT operation_id AS "operationId" FROM blockchain.intent
    WHERE state = 'refused' AND NOT EXISTS (SELECT 1 FROM blockchain.given_up WHERE given_up.operation_id = intent.operation_id)
      AND NOT EXISTS (SELECT 1 FROM blockchain.chain_transaction WHERE chain_transaction.operation_id = intent.operation_id) LIMIT 100`.execute(
    db,
  )
  return found.rows.map((row) => row.operationId)
}

/** Batch size; the next pass takes the rest. */
const ADDRESSES_AT_ONCE = 500

/** Records when the signer first saw an address that a customer saved: an attacker with the product's tables cannot make it older. */
export async function recordAddresses(db: Connection, now: Date): Promise<void> {
  await sql`INSERT INTO blockchain.seen_address (id, account_id, address, seen_at)
    SELECT id, account_id, address, ${now}::timestamptz FROM crypto.saved_address_to_note n
    WHERE NOT EXISTS (SELECT 1 FROM blockchain.seen_address s WHERE s.id = n.id) LIMIT ${ADDRESSES_AT_ONCE}
    ON CONFLICT (id) DO NOTHING`.execute(db)
}

/** Null while it is not recorded, and when it is of another account or address. */
export async function seenSince(
  db: Connection,
  { id, accountId, address }: { id: string; accountId: string; address: string },
): Promise<Date | null> {
  const found = await sql<{ at: Date }>`SELECT seen_at AS at FROM blockchain.seen_address
    WHERE id = ${id} AND account_id = ${accountId} AND address = ${address}`.execute(db)
  return found.rows[0]?.at ?? null
}

export interface LastAttempt {
  readonly operationId: string
  readonly nonce: bigint
  readonly maxFeeWei: bigint | null
  readonly priorityFeeWei: bigint | null
  readonly signedAt: Date
}

/** Last attempt of the operation that holds up the wallet's others, when it was sent and is not mined. */
export async function lastAttemptAt(db: Connection, address: string, nonce: number): Promise<LastAttempt | null> {
  const found = await sql<LastAttempt>`SELECT attempt.operation_id AS "operationId", attempt.nonce, max_fee_wei AS "maxFeeWei",
      priority_fee_wei AS "priorityFeeWei", signed_at AS "signedAt"
    FROM blockchain.chain_transaction JOIN blockchain.attempt USING (hash)
    WHERE chain_transaction.address = ${address} AND chain_transaction.nonce = ${nonce} AND state IN ('signed', 'sent')`.execute(db)
  return found.rows[0] ?? null
}
