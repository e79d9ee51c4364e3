/** Read balances and movements from the tables. Reads never create an account. */
import type { Connection } from '../../../platform/database/database.ts'
import { loadTransfers, query, TRANSFER_COLUMNS, type TransferRow, transferFrom } from './store.ts'
import type {
  Account,
  AccountHold,
  Balance,
  ChainLink,
  Entry,
  HistoryPage,
  HoldsPage,
  OpenHold,
  OwnedBalance,
  OwnedEntry,
  PostedFor,
  Total,
  Transfer,
} from './types.ts'

const DEFAULT_PAGE = 50
const MAX_PAGE = 100
const MAX_EXPIRED = 500
const MAX_INSTANTS = 100
const MAX_ENTRIES = 200
const MAX_REFS = 500

const ENTRY_COLUMNS = `transfer_id AS "transferId", group_id AS "groupId", kind, code, ref, side, amount, held_change AS "heldChange",
      posted, held, version, effective_at AS "effectiveAt", recorded_at AS "recordedAt"`

type BalanceRow = Pick<Balance, 'posted' | 'held' | 'version'>

export async function balance(connection: Connection, shard: number, account: Account, at?: Date): Promise<Balance> {
  const parameters = [shard, account.id]
  const text = 'SELECT posted, held, version FROM ledger.account WHERE shard = $1 AND id = $2'
  const found = at
    ? await query<BalanceRow>(connection, BALANCE_AT, [...parameters, at])
    : await query<BalanceRow>(connection, text, parameters)
  const { posted, held, version } = found[0] ?? { posted: 0n, held: 0n, version: 0n }
  return { asset: account.asset, posted, held, available: posted - held, version }
}

// Recording time grows with the version, so a binary search finds the last version at an instant: one index look-up a step.
const balanceAt = (instant: string): string => `
WITH RECURSIVE halving (low, high) AS (
  SELECT 0::int8, version FROM ledger.account WHERE shard = $1 AND id = $2
  UNION ALL
  SELECT CASE WHEN middle.recorded_at <= ${instant} THEN middle.version ELSE low END,
    CASE WHEN middle.recorded_at <= ${instant} THEN high ELSE middle.version - 1 END
  FROM halving, LATERAL (
    SELECT debit_version AS version, recorded_at FROM ledger.transfer
    WHERE shard = $1 AND debit = $2 AND debit_version = (low + high + 1) / 2
    UNION ALL
    SELECT credit_version, recorded_at FROM ledger.transfer
    WHERE shard = $1 AND credit = $2 AND credit_version = (low + high + 1) / 2
  ) AS middle
  WHERE low < high
)
SELECT entry.posted, entry.held, entry.version FROM halving JOIN ledger.entry ON entry.version = halving.low
WHERE low = high AND entry.shard = $1 AND entry.account_id = $2`
const BALANCE_AT = balanceAt('$3')
const POSTED_AT = `SELECT coalesce(found.posted, 0) AS posted FROM unnest($3::timestamptz[]) WITH ORDINALITY AS instant (at, place)
  LEFT JOIN LATERAL (${balanceAt('instant.at')}) AS found ON true ORDER BY place`

export async function postedAt(connection: Connection, shard: number, account: Account, instants: readonly Date[]): Promise<bigint[]> {
  if (instants.length > MAX_INSTANTS) throw new RangeError(`${instants.length} instants in one question`)
  const rows = await query<Pick<Balance, 'posted'>>(connection, POSTED_AT, [shard, account.id, [...instants]])
  return rows.map(({ posted }) => posted)
}

export function balances(connection: Connection, shard: number, owner: string): Promise<OwnedBalance[]> {
  const text = `SELECT id AS "accountId", asset, posted, held, posted - held AS available, version
    FROM ledger.account WHERE shard = $1 AND owner = $2 ORDER BY asset`
  return query<OwnedBalance>(connection, text, [shard, owner])
}

export async function history(
  connection: Connection,
  shard: number,
  account: Account,
  { before = null, limit = DEFAULT_PAGE }: { before?: bigint | null; limit?: number },
): Promise<HistoryPage> {
  const size = Math.max(1, Math.min(limit, MAX_PAGE))
  const text = `SELECT ${ENTRY_COLUMNS}
    FROM ledger.entry WHERE shard = $1 AND account_id = $2 AND version < $3 ORDER BY version DESC LIMIT $4`
  const entries = await query<Entry>(connection, text, [shard, account.id, before ?? 2n ** 62n, size])
  const last = entries.at(-1)
  return { entries, nextBefore: last && last.version > 1n ? last.version : null }
}

/** Entries of one owner by `ref`, through its index; entries of another account with the same `ref` are left out. */
export function entriesOf(connection: Connection, shard: number, owner: string, ref: string): Promise<OwnedEntry[]> {
  const text = `SELECT ${ENTRY_COLUMNS}, asset FROM ledger.entry WHERE shard = $1 AND ref = $2 AND owner = $3
    ORDER BY batch_seq, version, transfer_id LIMIT ${MAX_ENTRIES}`
  return query<OwnedEntry>(connection, text, [shard, ref, owner])
}

/** Postings by `ref`, through its index, on any account. */
export async function postedFor(
  connection: Connection,
  shard: number,
  refs: readonly string[],
  codes: readonly string[],
): Promise<PostedFor[]> {
  if (refs.length > MAX_REFS) throw new RangeError(`${refs.length} records in one question`)
  const text = `SELECT ref, code, asset, sum(CASE kind WHEN 'reverse' THEN -amount ELSE amount END) AS amount FROM ledger.transfer
    WHERE shard = $1 AND ref = ANY($2::uuid[]) AND code = ANY($3) GROUP BY ref, code, asset`
  return query<PostedFor>(connection, text, [shard, [...refs], [...codes]])
}

export async function transfer(connection: Connection, shard: number, id: string): Promise<Transfer | null> {
  const [found] = await loadTransfers(connection, shard, [id])
  return found ?? null
}

const OPEN_HOLDS = `SELECT id, account AS "accountId", left_amount AS left, expires_at AS "expiresAt"
  FROM ledger.hold WHERE shard = $1 AND left_amount > 0`

export async function openHold(connection: Connection, shard: number, id: string): Promise<OpenHold | null> {
  const [found] = await query<OpenHold>(connection, `${OPEN_HOLDS} AND id = $2`, [shard, id])
  return found ?? null
}

export async function openHolds(
  connection: Connection,
  shard: number,
  account: Account,
  { pageIndex, size }: { readonly pageIndex: number; readonly size: number },
): Promise<HoldsPage> {
  const text = `SELECT hold.id, hold.account AS "accountId", hold.left_amount AS left, hold.expires_at AS "expiresAt", posted.code, posted.ref,
      posted.recorded_at AS at
    FROM ledger.hold JOIN ledger.transfer posted ON posted.shard = hold.shard AND posted.id = hold.id
    WHERE hold.shard = $1 AND hold.account = $2 AND hold.left_amount > 0 ORDER BY posted.recorded_at, hold.id LIMIT $3 OFFSET $4`
  const counted = 'SELECT count(*)::int AS total FROM ledger.hold WHERE shard = $1 AND account = $2 AND left_amount > 0'
  const [count] = await query<{ total: number }>(connection, counted, [shard, account.id])
  const holds = await query<AccountHold>(connection, text, [shard, account.id, size, pageIndex * size])
  return { holds, pagesNumber: Math.ceil((count?.total ?? 0) / size) }
}

export function expiredHolds(connection: Connection, shard: number, now: Date, limit: number): Promise<OpenHold[]> {
  const text = `${OPEN_HOLDS} AND expires_at <= $2 ORDER BY expires_at LIMIT $3`
  return query<OpenHold>(connection, text, [shard, now, Math.min(limit, MAX_EXPIRED)])
}

export const BATCH_COLUMNS = `shard, id, seq, size, encode(previous, 'hex') AS previous, encode(hash, 'hex') AS hash, epoch, recorded_at AS at`

export async function headOfChain(connection: Connection, shard: number): Promise<ChainLink | null> {
  const [found] = await query<ChainLink>(
    connection,
    `SELECT ${BATCH_COLUMNS} FROM ledger.batch WHERE shard = $1 ORDER BY seq DESC LIMIT 1`,
    [shard],
  )
  return found ?? null
}

export function totals(connection: Connection, shard: number): Promise<Total[]> {
  const text = `SELECT asset, kind, name, sum(posted) AS posted, sum(held) AS held FROM ledger.account WHERE shard = $1
    GROUP BY asset, kind, name ORDER BY asset, kind, name`
  return query<Total>(connection, text, [shard])
}

export async function postings(
  connection: Connection,
  shard: number,
  { after, codes, limit }: { after: bigint; codes: readonly string[]; limit: number },
): Promise<Transfer[]> {
  const text = `SELECT ${TRANSFER_COLUMNS} FROM ledger.transfer WHERE shard = $1 AND batch_seq > $2 AND code = ANY($3)
    ORDER BY batch_seq, id LIMIT $4`
  return (await query<TransferRow>(connection, text, [shard, after, [...codes], limit])).map(transferFrom)
}
