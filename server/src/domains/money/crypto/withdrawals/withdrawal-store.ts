/** SQL of token withdrawals. Addresses are stored in lower case. */
import type { CryptoWithdrawalState } from '@tunjo/contract/crypto'
import type { AssetCode } from '@tunjo/contract/money'
import type { TokenReviewReason } from '@tunjo/contract/withdrawal-queue'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { DayFlow } from '../../../customers/limits/index.ts'
import type { AddressSanction } from '../address-screening.ts'
import type { FirstPayout } from './policy.ts'
import { CRYPTO_WITHDRAWAL_MACHINE } from './states.ts'

export const WAITING = ['paused', 'on_hold', 'frozen', 'network', 'tokens'] as const
export type Waiting = (typeof WAITING)[number]

export interface NewWithdrawal {
  readonly id: string
  readonly accountId: string
  readonly requestHash: string
  readonly savedAddressId: string
  readonly alias: string
  readonly address: Address
  /** The other customer whose deposit address it is. */
  readonly receiverId: string | null
  readonly asset: AssetCode
  readonly amount: bigint
  readonly fee: bigint
  readonly valueCop: bigint
  readonly sanctions: AddressSanction
  readonly reviewReasons: readonly TokenReviewReason[]
  readonly seal: string
  readonly sendAfter: Date
  readonly createdAt: Date
}
export interface WithdrawalRow extends NewWithdrawal {
  readonly state: CryptoWithdrawalState
  readonly reason: string | null
  readonly waiting: Waiting | null
  readonly endedAt: Date | null
  /** Time since which the chain reports that its settled transfer can never pay it. */
  readonly undeliveredSince: Date | null
  readonly makerId: string | null
  readonly checkerId: string | null
  /** Seal of the officers who released it from review (release-proof.ts). */
  readonly releaseSeal: string | null
  /** Seal of those officers, when they saw its address as listed. */
  readonly listedSeal: string | null
}

const COLUMNS = sql`id, account_id AS "accountId", request_hash AS "requestHash", saved_address_id AS "savedAddressId", alias, address,
  receiver_id AS "receiverId", asset, amount, fee, value_cop AS "valueCop", sanctions, review_reasons AS "reviewReasons", seal, state, reason,
  waiting, send_after AS "sendAfter", created_at AS "createdAt", ended_at AS "endedAt", undelivered_since AS "undeliveredSince",
  maker_id AS "makerId", checker_id AS "checkerId", release_seal AS "releaseSeal", listed_seal AS "listedSeal"`

export async function findWithdrawal(db: Connection, id: string): Promise<WithdrawalRow | null> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM crypto.withdrawal WHERE id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

export async function lockWithdrawal(tx: Transaction, id: string): Promise<WithdrawalRow | null> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM crypto.withdrawal WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

/** In the order of their ids, so that two decisions about the same withdrawals do not deadlock. */
export async function lockWithdrawals(tx: Transaction, ids: readonly string[]): Promise<WithdrawalRow[]> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM crypto.withdrawal WHERE id = ANY(${[...ids]}::uuid[])
    ORDER BY id FOR UPDATE`.execute(tx)
  return found.rows
}

export async function findWithdrawals(db: Connection, ids: readonly string[]): Promise<WithdrawalRow[]> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM crypto.withdrawal WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id`.execute(
    db,
  )
  return found.rows
}

/** An officer holds it: recorded in addition to the policy's reasons. */
export async function recordHeldForReview(tx: Transaction, id: string): Promise<void> {
  await sql`UPDATE crypto.withdrawal SET review_reasons = review_reasons || 'officer'::text
    WHERE id = ${id} AND NOT 'officer' = ANY(review_reasons)`.execute(tx)
}

export async function insertWithdrawal(tx: Transaction, row: NewWithdrawal): Promise<WithdrawalRow> {
  const { id, accountId, requestHash, savedAddressId, alias, address, receiverId, asset, amount, fee, valueCop } = row
  const { sanctions, reviewReasons, seal, sendAfter, createdAt } = row
  const inserted = await sql<WithdrawalRow>`INSERT INTO crypto.withdrawal (id, account_id, request_hash, saved_address_id, alias, address,
      receiver_id, asset, amount, fee, value_cop, sanctions, review_reasons, seal, state, send_after, try_at, created_at)
    VALUES (${id}, ${accountId}, ${requestHash}, ${savedAddressId}, ${alias}, ${address}, ${receiverId}, ${asset}, ${amount}, ${fee},
      ${valueCop}, ${sanctions}, ${[...reviewReasons]}, ${seal}, ${CRYPTO_WITHDRAWAL_MACHINE.initial}, ${sendAfter}, ${sendAfter}, ${createdAt})
    RETURNING ${COLUMNS}`.execute(tx)
  const [inserting] = inserted.rows
  if (!inserting) throw new Error('an INSERT with RETURNING answers its row')
  return inserting
}

export async function dueWithdrawals(db: Connection, now: Date, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM crypto.withdrawal
    WHERE state IN ('REQUESTED', 'APPROVED') AND try_at <= ${now} ORDER BY try_at, id LIMIT ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

export interface Delay {
  readonly at: Date
  readonly until: Date
  /** Null for a fault that is not shown to the customer. */
  readonly waiting: Waiting | null
}
/** Defer the next attempt. The customer's own hold (`on_hold`) is not counted as a delay of the platform. */
export async function deferWithdrawal(db: Connection, id: string, { at, until, waiting }: Delay): Promise<void> {
  const since = waiting === 'on_hold' ? sql`NULL` : sql`coalesce(delayed_since, ${at})`
  await sql`UPDATE crypto.withdrawal SET try_at = ${until}, waiting = ${waiting}, delayed_since = ${since} WHERE id = ${id}`.execute(db)
}

/** Make it due now instead of later; never before its cancellation period has ended. */
export async function tryNow(db: Connection, id: string, now: Date): Promise<void> {
  await sql`UPDATE crypto.withdrawal SET try_at = ${now}
    WHERE id = ${id} AND state IN ('REQUESTED', 'APPROVED') AND send_after <= ${now} AND try_at > ${now}`.execute(db)
}

/** Key of a lock that lets one withdrawal of an asset leave at a time. */
const LEAVE_LOCK = 7_406_013
/**
 * Base units of the asset that other withdrawals will take from the hot wallet; callers are serialised. Counted twice while a block waits
 * for confirmations.
 */
export async function lockLeaving(tx: Transaction, asset: AssetCode): Promise<bigint> {
  await sql`SELECT pg_advisory_xact_lock(${LEAVE_LOCK}, hashtext(${asset}))`.execute(tx)
  const found = await sql<{ total: bigint }>`SELECT coalesce(sum(amount), 0)::numeric AS total FROM crypto.withdrawal
    WHERE asset = ${asset} AND state IN ('SIGNING', 'SENT') AND receiver_id IS NULL`.execute(tx)
  return found.rows[0]?.total ?? 0n
}

/** Base units that a customer requested since then, without refunds. */
export async function withdrawnByAccount(tx: Connection, accountId: string, asset: AssetCode, since: Date): Promise<bigint> {
  const found = await sql<{ total: bigint }>`SELECT coalesce(sum(amount + fee), 0)::numeric AS total FROM crypto.withdrawal
    WHERE account_id = ${accountId} AND asset = ${asset} AND created_at > ${since} AND state NOT IN ('REJECTED', 'FAILED', 'CANCELLED')`.execute(
    tx,
  )
  return found.rows[0]?.total ?? 0n
}

/** The same for all customers. */
export async function withdrawnByAll(tx: Connection, asset: AssetCode, since: Date): Promise<bigint> {
  const found = await sql<{ total: bigint }>`SELECT coalesce(sum(amount), 0)::numeric AS total FROM crypto.withdrawal
    WHERE asset = ${asset} AND created_at > ${since} AND receiver_id IS NULL AND state NOT IN ('REJECTED', 'FAILED', 'CANCELLED')`.execute(
    tx,
  )
  return found.rows[0]?.total ?? 0n
}

/** Incoming and outgoing sums since then, pesos and tokens, in COP cents, without the withdrawal that is not written yet. */
export async function flowOf(tx: Transaction, accountId: string, since: Date): Promise<DayFlow> {
  const found = await sql<DayFlow>`SELECT coalesce(sum(value_cop) FILTER (WHERE direction = 'in'), 0)::numeric AS "cameIn",
      coalesce(bool_or(direction = 'in' AND value_cop IS NULL), false) AS "isCameInUnknown",
      coalesce(sum(value_cop) FILTER (WHERE direction = 'out'), 0)::numeric AS "goesOut"
    FROM (SELECT account_id, direction, value_cop, at FROM payments.money_flow
      UNION ALL SELECT account_id, direction, value_cop, at FROM crypto.money_flow) AS flow
    WHERE account_id = ${accountId} AND at > ${since}`.execute(tx)
  return found.rows[0] ?? { cameIn: 0n, isCameInUnknown: false, goesOut: 0n }
}

/** An internal transfer to another customer is no payout on chain. */
export async function firstPayoutOf(tx: Connection, accountId: string, since: Date): Promise<FirstPayout> {
  const found = await sql<FirstPayout>`SELECT count(*) FILTER (WHERE state = 'CONFIRMED' AND receiver_id IS NULL) = 0 AS "isFirst",
      coalesce(sum(value_cop) FILTER (WHERE ended_at IS NULL OR state = 'CONFIRMED' AND created_at > ${since}), 0)::numeric AS "inFlightCop"
    FROM crypto.withdrawal WHERE account_id = ${accountId}`.execute(tx)
  return found.rows[0] ?? { isFirst: true, inFlightCop: 0n }
}

export async function hasOpenWithdrawal(db: Connection, by: { savedAddressId: string } | { accountId: string }): Promise<boolean> {
  const which = 'accountId' in by ? sql`account_id = ${by.accountId}` : sql`saved_address_id = ${by.savedAddressId}`
  return (await sql`SELECT 1 FROM crypto.withdrawal WHERE ${which} AND ended_at IS NULL LIMIT 1`.execute(db)).rows.length > 0
}

/** The signer refuses it from now on, unless it has signed it. */
export async function markStopped(tx: Transaction, id: string, at: Date): Promise<void> {
  await sql`UPDATE crypto.withdrawal SET stopped_at = ${at} WHERE id = ${id}`.execute(tx)
}

/** Withdrawals that may not have left. */
export async function stoppableOf(db: Connection, accountId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM crypto.withdrawal
    WHERE account_id = ${accountId} AND stopped_at IS NULL
      AND state IN ('REQUESTED', 'IN_REVIEW', 'APPROVED', 'SIGNING')`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Time of the first check that found it undelivered; null when the chain answers otherwise. */
export async function setUndeliveredSince(tx: Transaction, id: string, at: Date | null): Promise<void> {
  await sql`UPDATE crypto.withdrawal SET undelivered_since = ${at} WHERE id = ${id}`.execute(tx)
}

/** Withdrawals at the signer or on chain. */
export async function openWithdrawals(db: Connection): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM crypto.withdrawal WHERE state IN ('SIGNING', 'SENT')`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** All unsent withdrawals with this external receiver, token and amount, oldest first: a transaction may name any of them. */
export async function unsentTo(
  db: Connection,
  { asset, amount, receiver }: { asset: AssetCode; amount: bigint; receiver: Address },
): Promise<WithdrawalRow[]> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM crypto.withdrawal WHERE state IN ('REQUESTED', 'IN_REVIEW', 'APPROVED')
    AND receiver_id IS NULL AND address = ${receiver.toLowerCase()} AND asset = ${asset} AND amount = ${amount}
    ORDER BY created_at, id`.execute(db)
  return found.rows
}
