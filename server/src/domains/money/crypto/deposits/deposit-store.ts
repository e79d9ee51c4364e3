/** SQL of token deposits. Addresses and hashes are stored in lower case. */
import type { CryptoDepositState } from '@tunjo/contract/crypto'
import type { AssetCode } from '@tunjo/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Address, Hash } from 'viem'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import type { AddressSanction } from '../address-screening.ts'
import { CRYPTO_DEPOSIT_MACHINE } from './states.ts'

export interface NewDeposit {
  readonly id: string
  readonly chainId: number
  readonly transactionHash: Hash
  readonly logPosition: number
  readonly accountId: string
  readonly address: Address
  readonly asset: AssetCode
  readonly amount: bigint
  readonly fromAddress: Address
  readonly blockNumber: bigint
  readonly blockHash: Hash
  readonly createdAt: Date
}
export interface DepositRow extends NewDeposit {
  readonly state: CryptoDepositState
  readonly reason: string | null
  /** Result of the control lists for its sender at the last screening; null before. */
  readonly sanctions: AddressSanction | null
  /** True for a small one that reached the minimum with others. */
  readonly isSummed: boolean
  readonly updatedAt: Date
  /** Start of the confirmed absence of one in dispute. */
  readonly absentSince: Date | null
  /** Number of blocks on its own when the chain lost it; null when it was not lost, or before that was recorded. */
  readonly lostDepth: bigint | null
}

/** Id of a deposit: one transfer of the chain, by its position in its transaction, which a reorganisation does not change. */
export const depositIdOf = ({ chainId, transactionHash, logPosition }: Pick<NewDeposit, 'chainId' | 'transactionHash' | 'logPosition'>) =>
  idOf('crypto.deposit', String(chainId), transactionHash, String(logPosition))

const COLUMNS = sql`id, chain_id AS "chainId", transaction_hash AS "transactionHash", log_position AS "logPosition", account_id AS "accountId",
  address, asset, amount, from_address AS "fromAddress", block_number AS "blockNumber", block_hash AS "blockHash", state, reason, sanctions,
  created_at AS "createdAt", updated_at AS "updatedAt", is_summed AS "isSummed", absent_since AS "absentSince",
  lost_depth AS "lostDepth"`

/** Insert a deposit. Null when it is known. */
export async function insertDeposit(tx: Transaction, deposit: NewDeposit): Promise<DepositRow | null> {
  const { id, chainId, transactionHash, logPosition, accountId, address, asset, amount, fromAddress, blockNumber, blockHash } = deposit
  const { createdAt } = deposit
  const inserted =
    await sql<DepositRow>`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset,
      amount, from_address, block_number, block_hash, state, is_booked, try_at, created_at, updated_at)
    VALUES (${id}, ${chainId}, ${transactionHash}, ${logPosition}, ${accountId}, ${address.toLowerCase()}, ${asset}, ${amount},
      ${fromAddress.toLowerCase()}, ${blockNumber}, ${blockHash}, ${CRYPTO_DEPOSIT_MACHINE.initial}, true, ${createdAt}, ${createdAt},
      ${createdAt})
    ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`.execute(tx)
  return inserted.rows[0] ?? null
}

export async function lockDeposit(tx: Transaction, id: string): Promise<DepositRow | null> {
  const found = await sql<DepositRow>`SELECT ${COLUMNS} FROM crypto.deposit WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

export async function findDeposit(db: Connection, id: string): Promise<DepositRow | null> {
  const found = await sql<DepositRow>`SELECT ${COLUMNS} FROM crypto.deposit WHERE id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

export async function lockDepositsOfBlock(tx: Transaction, { number, hash }: { number: bigint; hash: Hash }): Promise<DepositRow[]> {
  const found = await sql<DepositRow>`SELECT ${COLUMNS} FROM crypto.deposit
    WHERE block_number = ${number} AND block_hash = ${hash} ORDER BY id FOR UPDATE`.execute(tx)
  return found.rows
}

/** Save the transfer as it is on the chain now, in another block than before. */
export async function setSeen(tx: Transaction, id: string, seen: NewDeposit): Promise<void> {
  const { accountId, address, asset, amount, fromAddress, blockNumber, blockHash } = seen
  await sql`UPDATE crypto.deposit SET account_id = ${accountId}, address = ${address.toLowerCase()}, asset = ${asset}, amount = ${amount},
      from_address = ${fromAddress.toLowerCase()}, block_number = ${blockNumber}, block_hash = ${blockHash} WHERE id = ${id}`.execute(tx)
}

/** True for exactly the proved transfer, so that the row did not change since. */
export const isSameTransfer = (one: DepositRow, other: DepositRow): boolean =>
  one.accountId === other.accountId &&
  one.asset === other.asset &&
  one.amount === other.amount &&
  one.fromAddress === other.fromAddress &&
  one.blockHash === other.blockHash &&
  one.transactionHash === other.transactionHash &&
  one.logPosition === other.logPosition

/** Whether its arrival is in the ledger. Rows from before such postings have none. */
export async function setBooked(tx: Transaction, id: string, isBooked: boolean): Promise<void> {
  await sql`UPDATE crypto.deposit SET is_booked = ${isBooked} WHERE id = ${id}`.execute(tx)
}

/** The chain had the disputed one again: its waiting period restarts. */
export async function renewDispute(tx: Transaction, id: string, at: Date): Promise<void> {
  await sql`UPDATE crypto.deposit SET updated_at = ${at}, try_at = ${at}, absent_since = NULL WHERE id = ${id}`.execute(tx)
}

/** Record the first of the checks that reverse a credit, unless there was one in this dispute; null when the chain has it. */
export async function setAbsent(tx: Transaction, id: string, since: Date | null): Promise<void> {
  await sql`UPDATE crypto.deposit SET absent_since = CASE WHEN ${since}::timestamptz IS NULL THEN NULL ELSE coalesce(absent_since, ${since}) END
    WHERE id = ${id}`.execute(tx)
}

export async function setLostDepth(tx: Transaction, id: string, depth: bigint | null): Promise<void> {
  await sql`UPDATE crypto.deposit SET lost_depth = ${depth} WHERE id = ${id}`.execute(tx)
}

/** A deposit that is certainly on the chain, in an older block than the queried one: a node that does not show it shows no receipts. */
export async function knownDepositBefore(db: Connection, blockNumber: bigint): Promise<{ hash: Hash; blockHash: Hash } | null> {
  const found = await sql<{ hash: Hash; blockHash: Hash }>`SELECT transaction_hash AS hash, block_hash AS "blockHash" FROM crypto.deposit
    WHERE state = 'COMPLETED' AND block_number < ${blockNumber} ORDER BY block_number DESC LIMIT 1`.execute(db)
  return found.rows[0] ?? null
}

/** Mark one below the minimum, which is summed with others from now on. */
export async function startSum(tx: Transaction, id: string): Promise<void> {
  await sql`UPDATE crypto.deposit SET is_summed = false, too_few_for = NULL WHERE id = ${id}`.execute(tx)
}

export async function setSanctions(tx: Transaction, id: string, sanctions: AddressSanction): Promise<void> {
  await sql`UPDATE crypto.deposit SET sanctions = ${sanctions} WHERE id = ${id}`.execute(tx)
}

/** Save the screening result for the sender of a small deposit at its arrival. */
export async function setSmallSender(
  tx: Transaction,
  id: string,
  { sanctions, isSenderBarred }: { sanctions: AddressSanction; isSenderBarred: boolean },
): Promise<void> {
  await sql`UPDATE crypto.deposit SET sanctions = ${sanctions}, is_sender_barred = ${isSenderBarred} WHERE id = ${id}`.execute(tx)
}

/** Record that its sender was on a sanctions list, in an append-only table. */
export async function recordListed(tx: Transaction, id: string, at: Date): Promise<void> {
  await sql`INSERT INTO crypto.listed_deposit (deposit_id, at) VALUES (${id}, ${at}) ON CONFLICT DO NOTHING`.execute(tx)
}

export async function wasListed(tx: Transaction, id: string): Promise<boolean> {
  return (await sql`SELECT 1 FROM crypto.listed_deposit WHERE deposit_id = ${id}`.execute(tx)).rows.length > 0
}

/** Deposits that are not credited, deep enough, and not deferred. */
export async function dueDeposits(db: Connection, upToBlock: bigint, now: Date, limit: number): Promise<DepositRow[]> {
  const found = await sql<DepositRow>`SELECT ${COLUMNS} FROM crypto.deposit
    WHERE (state IN ('PENDING', 'IN_REVIEW') OR (state = 'BELOW_MINIMUM' AND is_summed)) AND block_number <= ${upToBlock} AND try_at <= ${now}
    ORDER BY try_at, id LIMIT ${limit}`.execute(db)
  return found.rows
}

export async function dueDisputes(db: Connection, now: Date, limit: number): Promise<DepositRow[]> {
  const found = await sql<DepositRow>`SELECT ${COLUMNS} FROM crypto.deposit
    WHERE state = 'DISPUTED' AND try_at <= ${now} ORDER BY try_at, id LIMIT ${limit}`.execute(db)
  return found.rows
}

interface PlaceOfPage {
  readonly offset: number
  readonly size: number
}
interface DepositPage {
  readonly rows: DepositRow[]
  /** Number of all, on every page. */
  readonly total: number
}
async function pageOfDeposits(
  db: Connection,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  place: PlaceOfPage,
): Promise<DepositPage> {
  const found = await sql<DepositRow>`SELECT ${COLUMNS} FROM crypto.deposit WHERE ${where}
    ORDER BY ${order}, id LIMIT ${place.size} OFFSET ${place.offset}`.execute(db)
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM crypto.deposit WHERE ${where}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Longest waiting first. */
export const listDisputes = (db: Connection, place: PlaceOfPage): Promise<DepositPage> =>
  pageOfDeposits(db, sql`state = 'DISPUTED'`, sql`updated_at`, place)

/** Rows that claim a decision of officers, valid or not. */
export async function decidedDepositsInReview(db: Connection): Promise<DepositRow[]> {
  const found = await sql<DepositRow>`SELECT ${COLUMNS} FROM crypto.deposit
    WHERE state = 'IN_REVIEW' AND EXISTS (SELECT FROM crypto.deposit_decision WHERE deposit_id = deposit.id) ORDER BY id`.execute(db)
  return found.rows
}

export async function deferDeposit(db: Connection, id: string, until: Date): Promise<void> {
  await sql`UPDATE crypto.deposit SET try_at = ${until} WHERE id = ${id}`.execute(db)
}

/** Deposits held for a sanctions list; undecided ones first, oldest first: retained ones stay permanently. */
export const listListed = (db: Connection, place: PlaceOfPage): Promise<DepositPage> =>
  pageOfDeposits(
    db,
    sql`state = 'IN_REVIEW' AND sanctions = 'listed'`,
    sql`EXISTS (SELECT FROM crypto.deposit_decision WHERE deposit_id = deposit.id), created_at`,
    place,
  )
