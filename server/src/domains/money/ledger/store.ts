/** Reads for postings: the head of the chain, accounts, holds, transfers. */
import { CompiledQuery } from 'kysely'
import { type Connection, shortIdleTimeout } from '../../../platform/database/database.ts'
import { PREPARED_STATEMENT } from '../../../platform/database/prepared-statements.ts'
import type { StoredTransfer } from './chain.ts'
import { FREEZES_TEXT, liftText } from './freeze-text.ts'
import type { AccountState, HoldState } from './rules.ts'
import { accountText, holdText, type Seals } from './seals.ts'

/** Shard whose rows are read, with the seals that distinguish them from forged ones. */
export interface Keeper {
  readonly shard: number
  readonly seals: Seals
}

export interface Head {
  readonly seq: bigint
  readonly hash: string
  readonly holder: string | null
  readonly epoch: bigint
  readonly at: Date
}

export interface LockedHead extends Head {
  /** Frozen assets, from which no posting takes. */
  readonly frozen: ReadonlySet<string>
}

export async function query<Row>(connection: Connection, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  const { rows } = await connection.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
  return rows
}

/** Array literals made here: the driver's own quoting of thousands of values costs more than the insert. No value needs quotes. */
export const list = (values: readonly (string | bigint | null)[]): string => `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** Idle time-out of a transaction that has the head: every other process waits for it until it ends. */
export const IDLE_WITH_HEAD = shortIdleTimeout(1_200)
const LOCKED_HEAD = `${PREPARED_STATEMENT}SELECT seq, encode(hash, 'hex') AS hash, holder, epoch, recorded_at AS at, ${FREEZES_TEXT} AS freezes,
  ${IDLE_WITH_HEAD} AS idle FROM ledger.head WHERE shard = $1 FOR UPDATE`

/** Lock the head: waits for the commit of the current writer, then blocks every other writer until this transaction ends. */
export async function lockHead(connection: Connection, { shard, seals }: Keeper): Promise<LockedHead> {
  const [row] = await query<Head & { freezes: string | null; idle: string }>(connection, LOCKED_HEAD, [shard])
  if (!row) throw new Error(`the ledger has no shard ${shard}`)
  const { freezes, idle: _idle, ...head } = row
  return { ...head, frozen: frozenAssets(freezes, seals) }
}

export function frozenAssets(text: string | null, seals: Seals): ReadonlySet<string> {
  const isInForce = (freeze: string): boolean => {
    const [id = '', , ...lifts] = freeze.split(',')
    return !lifts.some((seal) => seals.isSealOf(liftText(id), seal))
  }
  const freezes = text === null ? [] : text.split(';').filter(isInForce)
  return new Set(freezes.map((freeze) => freeze.split(',')[1] ?? ''))
}

/**
 * Columns of an account. Versions have no gaps and transfers are permanent: when the next version exists, this is an old row that was
 * restored with its seal.
 */
export const ACCOUNT_COLUMNS = `id, asset, kind, owner, name, floor, posted, held, version, encode(seal, 'hex') AS seal,
  NOT EXISTS (SELECT FROM ledger.transfer t WHERE t.shard = a.shard AND t.debit = a.id AND t.debit_version = a.version + 1)
  AND NOT EXISTS (SELECT FROM ledger.transfer t WHERE t.shard = a.shard AND t.credit = a.id AND t.credit_version = a.version + 1)
  AS "isNewest"`
const ACCOUNTS = `SELECT ${ACCOUNT_COLUMNS} FROM ledger.account a`
const HOLDS = `SELECT id, account AS "accountId", left_amount AS left, expires_at AS "expiresAt", version, encode(seal, 'hex') AS seal
  FROM ledger.hold`

export type AccountRow = Omit<AccountState, 'isProved'> & { seal: string | null; isNewest: boolean }
type HoldRow = Omit<HoldState, 'isProved'> & { seal: string | null }

export async function loadAccounts(connection: Connection, keeper: Keeper, ids: readonly string[]): Promise<AccountState[]> {
  const text = `${PREPARED_STATEMENT}${ACCOUNTS} WHERE shard = $1 AND id = ANY($2::uuid[])`
  return sealedAccounts(keeper, await query<AccountRow>(connection, text, [keeper.shard, list(ids)]))
}

/** Next page of accounts, in the order of ids. */
export async function nextAccounts(connection: Connection, keeper: Keeper, after: string | null, limit: number): Promise<AccountState[]> {
  const text = `${ACCOUNTS} WHERE shard = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`
  return sealedAccounts(keeper, await query<AccountRow>(connection, text, [keeper.shard, after, limit]))
}

export const sealedAccounts = ({ shard, seals }: Keeper, rows: readonly AccountRow[]): AccountState[] =>
  rows.map(({ seal, isNewest, ...row }) => {
    const state = { ...row, isProved: true }
    return { ...state, isProved: isNewest && seal !== null && seals.isSealOf(accountText(shard, state), seal) }
  })

export async function loadHolds(connection: Connection, keeper: Keeper, ids: readonly string[]): Promise<HoldState[]> {
  const text = `${PREPARED_STATEMENT}${HOLDS} WHERE shard = $1 AND id = ANY($2::uuid[])`
  return sealedHolds(keeper, await query<HoldRow>(connection, text, [keeper.shard, list(ids)]))
}

export async function openHoldsOf(connection: Connection, keeper: Keeper, accountId: string): Promise<HoldState[]> {
  const text = `${HOLDS} WHERE shard = $1 AND account = $2 AND left_amount > 0`
  return sealedHolds(keeper, await query<HoldRow>(connection, text, [keeper.shard, accountId]))
}

export type UnsealedAccount = Omit<AccountState, 'isProved'>
export type UnsealedHold = Omit<HoldState, 'isProved'>
export const UNSEALED_ACCOUNTS = `SELECT id, asset, kind, owner, name, floor, posted, held, version FROM ledger.account
  WHERE shard = $1 AND seal IS NULL LIMIT $2`
export const UNSEALED_HOLDS = `SELECT id, account AS "accountId", left_amount AS left, expires_at AS "expiresAt", version
  FROM ledger.hold WHERE shard = $1 AND seal IS NULL LIMIT $2`

const sealedHolds = ({ shard, seals }: Keeper, rows: readonly HoldRow[]): HoldState[] =>
  rows.map(({ seal, ...row }) => {
    const state = { ...row, isProved: true }
    return { ...state, isProved: seal !== null && seals.isSealOf(holdText(shard, state), seal) }
  })

export async function reversedAmong(connection: Connection, shard: number, ids: readonly string[]): Promise<string[]> {
  const text = `SELECT target_id AS "targetId" FROM ledger.transfer WHERE shard = $1 AND kind = 'reverse' AND target_id = ANY($2::uuid[])`
  return (await query<{ targetId: string }>(connection, text, [shard, list(ids)])).map((row) => row.targetId)
}

export const TRANSFER_COLUMNS = `shard, id, group_id AS "groupId", batch_seq AS "batchSeq", kind, code, ref,
  target_id AS "targetId", asset, amount, debit, debit_version AS "debitVersion", debit_posted AS "debitPosted",
  debit_held AS "debitHeld", credit, credit_version AS "creditVersion", credit_posted AS "creditPosted",
  credit_held AS "creditHeld", expires_at AS "expiresAt", effective_at AS "effectiveAt", recorded_at AS "recordedAt",
  encode(request_hash, 'hex') AS "requestHash", encode(row_hash, 'hex') AS "rowHash"`

export interface TransferRow {
  shard: number
  id: string
  groupId: string
  batchSeq: bigint
  kind: StoredTransfer['kind']
  code: string
  ref: string | null
  targetId: string | null
  asset: StoredTransfer['asset']
  amount: bigint
  debit: string
  debitVersion: bigint
  debitPosted: bigint
  debitHeld: bigint
  credit: string | null
  creditVersion: bigint | null
  creditPosted: bigint | null
  creditHeld: bigint | null
  expiresAt: Date | null
  effectiveAt: Date
  recordedAt: Date
  requestHash: string
  rowHash: string
}

export async function loadTransfers(connection: Connection, shard: number, ids: readonly string[]): Promise<StoredTransfer[]> {
  const text = `${PREPARED_STATEMENT}SELECT ${TRANSFER_COLUMNS} FROM ledger.transfer WHERE shard = $1 AND id = ANY($2::uuid[])`
  return (await query<TransferRow>(connection, text, [shard, list(ids)])).map(transferFrom)
}

export function transferFrom(row: TransferRow): StoredTransfer {
  const { credit, creditVersion: version, creditPosted: posted, creditHeld: held } = row
  const hasCredit = credit !== null && version !== null && posted !== null && held !== null
  return {
    ...{ shard: row.shard, id: row.id, groupId: row.groupId, batchSeq: row.batchSeq, kind: row.kind, code: row.code, ref: row.ref },
    ...{ targetId: row.targetId, asset: row.asset, amount: row.amount, expiresAt: row.expiresAt },
    debit: { accountId: row.debit, version: row.debitVersion, posted: row.debitPosted, held: row.debitHeld },
    credit: hasCredit ? { accountId: credit, version, posted, held } : null,
    ...{ effectiveAt: row.effectiveAt, recordedAt: row.recordedAt, requestHash: row.requestHash, rowHash: row.rowHash },
  }
}
