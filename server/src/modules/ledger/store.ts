// The SQL of posting. One writing statement for a whole batch: it moves the head of the chain first, and does nothing at all when
// the head is not where the writer believes it to be.
import { CompiledQuery } from 'kysely'
import type { Connection } from '../../platform/database.ts'
import { PREPARED } from '../../platform/prepared.ts'
import type { StoredBatch, StoredTransfer } from './chain.ts'
import type { AccountState, HoldState } from './rules.ts'

export interface Head {
  readonly seq: bigint
  readonly hash: string
  readonly holder: string | null
  readonly epoch: bigint
  readonly at: Date
}

/** Everything one batch writes. */
export interface BatchWrite {
  readonly from: Head
  readonly holder: string
  readonly batch: StoredBatch
  readonly transfers: readonly StoredTransfer[]
  readonly accounts: readonly { readonly state: AccountState; readonly steps: bigint }[]
  readonly holds: readonly HoldState[]
}

export async function query<Row>(connection: Connection, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  const { rows } = await connection.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
  return rows
}

/** Array literals by hand: the driver's own quoting of thousands of values costs more than the insert. No value needs quotes. */
const list = (values: readonly (string | bigint | null)[]): string => `{${values.map((value) => value ?? 'NULL').join(',')}}`
const binary = (hex: string): Buffer => Buffer.from(hex, 'hex')

const HEAD = `${PREPARED}SELECT seq, encode(hash, 'hex') AS hash, holder, epoch, recorded_at AS at FROM ledger.head WHERE shard = $1`

/** Waits until whoever posts now has committed; then nobody else can post until this transaction ends. */
export async function lockHead(connection: Connection, shard: number): Promise<Head> {
  const [head] = await query<Head>(connection, `${HEAD} FOR UPDATE`, [shard])
  if (!head) throw new Error(`the ledger has no shard ${shard}`)
  return head
}

export function loadAccounts(connection: Connection, shard: number, ids: readonly string[]): Promise<AccountState[]> {
  const text = `${PREPARED}SELECT id, asset, kind, owner, name, floor, posted, held, version FROM ledger.account
    WHERE shard = $1 AND id = ANY($2::uuid[])`
  return query<AccountState>(connection, text, [shard, list(ids)])
}

export function loadHolds(connection: Connection, shard: number, ids: readonly string[]): Promise<HoldState[]> {
  const text = `${PREPARED}SELECT id, account AS "accountId", left_amount AS left, expires_at AS "expiresAt", version
    FROM ledger.hold WHERE shard = $1 AND id = ANY($2::uuid[])`
  return query<HoldState>(connection, text, [shard, list(ids)])
}

export async function reversedAmong(connection: Connection, shard: number, ids: readonly string[]): Promise<string[]> {
  const text = `SELECT target_id FROM ledger.transfer WHERE shard = $1 AND kind = 'reverse' AND target_id = ANY($2::uuid[])`
  return (await query<{ target_id: string }>(connection, text, [shard, list(ids)])).map((row) => row.target_id)
}

export const TRANSFER_COLUMNS = `shard, id, group_id, batch_seq, kind, code, ref, target_id, asset, amount,
  debit, debit_version, debit_posted, debit_held, credit, credit_version, credit_posted, credit_held,
  expires_at, effective_at, recorded_at, encode(request_hash, 'hex') AS request_hash, encode(row_hash, 'hex') AS row_hash`

export interface TransferRow {
  shard: number
  id: string
  group_id: string
  batch_seq: bigint
  kind: StoredTransfer['kind']
  code: string
  ref: string | null
  target_id: string | null
  asset: StoredTransfer['asset']
  amount: bigint
  debit: string
  debit_version: bigint
  debit_posted: bigint
  debit_held: bigint
  credit: string | null
  credit_version: bigint | null
  credit_posted: bigint | null
  credit_held: bigint | null
  expires_at: Date | null
  effective_at: Date
  recorded_at: Date
  request_hash: string
  row_hash: string
}

export async function loadTransfers(connection: Connection, shard: number, ids: readonly string[]): Promise<StoredTransfer[]> {
  const text = `${PREPARED}SELECT ${TRANSFER_COLUMNS} FROM ledger.transfer WHERE shard = $1 AND id = ANY($2::uuid[])`
  return (await query<TransferRow>(connection, text, [shard, list(ids)])).map(transferFrom)
}

export function transferFrom(row: TransferRow): StoredTransfer {
  const { credit, credit_version: version, credit_posted: posted, credit_held: held } = row
  const hasCredit = credit !== null && version !== null && posted !== null && held !== null
  return {
    ...{ shard: row.shard, id: row.id, groupId: row.group_id, batchSeq: row.batch_seq, kind: row.kind, code: row.code, ref: row.ref },
    ...{ targetId: row.target_id, asset: row.asset, amount: row.amount, expiresAt: row.expires_at },
    debit: { accountId: row.debit, version: row.debit_version, posted: row.debit_posted, held: row.debit_held },
    credit: hasCredit ? { accountId: credit, version, posted, held } : null,
    ...{ effectiveAt: row.effective_at, recordedAt: row.recorded_at, requestHash: row.request_hash, rowHash: row.row_hash },
  }
}

// The counts in the last part are compared by the constraint `batch_complete`: if any row was not where the writer believed it,
// the whole statement fails.
const WRITE = `${PREPARED}
WITH moved AS (
  UPDATE ledger.head SET seq = $2::int8, hash = $3::bytea, recorded_at = $4::timestamptz, epoch = $5::int8, holder = $6::uuid
  WHERE shard = $1::smallint AND seq = $7::int8 AND epoch = $8::int8 RETURNING 1
), changed AS (
  INSERT INTO ledger.account AS a (shard, id, asset, kind, owner, name, floor, posted, held, version, steps)
  SELECT $1::smallint, n.* FROM unnest((SELECT $9::uuid[]), (SELECT $10::text[]), (SELECT $11::text[]), (SELECT $12::uuid[]),
    (SELECT $13::text[]), (SELECT $14::numeric[]), (SELECT $15::numeric[]), (SELECT $16::numeric[]), (SELECT $17::int8[]),
    (SELECT $18::int4[])) AS n
  WHERE (SELECT count(*) FROM moved) = 1
  ON CONFLICT (shard, id) DO UPDATE SET posted = excluded.posted, held = excluded.held, version = excluded.version, steps = excluded.steps
  WHERE a.version = excluded.version - excluded.steps RETURNING 1
), kept AS (
  INSERT INTO ledger.hold AS h (shard, id, account, left_amount, expires_at, version)
  SELECT $1::smallint, n.* FROM unnest((SELECT $19::uuid[]), (SELECT $20::uuid[]), (SELECT $21::numeric[]), (SELECT $22::timestamptz[]), (SELECT $23::int8[])) AS n
  WHERE (SELECT count(*) FROM moved) = 1
  ON CONFLICT (shard, id) DO UPDATE SET left_amount = excluded.left_amount, version = excluded.version
  WHERE h.version = excluded.version - 1 RETURNING 1
), written AS (
  INSERT INTO ledger.transfer (shard, batch_seq, recorded_at, id, group_id, kind, code, ref, target_id, asset, amount,
    debit, debit_version, debit_posted, debit_held, credit, credit_version, credit_posted, credit_held,
    expires_at, effective_at, request_hash, row_hash)
  SELECT $1::smallint, $2::int8, $4::timestamptz, id, group_id, kind, code, ref, target_id, asset, amount, debit, dv, dp, dh, credit, cv, cp, ch,
    expires_at, effective_at, decode(request_hash, 'hex'), decode(row_hash, 'hex')
  FROM unnest((SELECT $24::uuid[]), (SELECT $25::uuid[]), (SELECT $26::text[]), (SELECT $27::text[]), (SELECT $28::uuid[]), (SELECT $29::uuid[]), (SELECT $30::text[]), (SELECT $31::numeric[]),
    (SELECT $32::uuid[]), (SELECT $33::int8[]), (SELECT $34::numeric[]), (SELECT $35::numeric[]), (SELECT $36::uuid[]), (SELECT $37::int8[]), (SELECT $38::numeric[]), (SELECT $39::numeric[]),
    (SELECT $40::timestamptz[]), (SELECT $41::timestamptz[]), (SELECT $42::text[]), (SELECT $43::text[]))
    AS n (id, group_id, kind, code, ref, target_id, asset, amount, debit, dv, dp, dh, credit, cv, cp, ch,
      expires_at, effective_at, request_hash, row_hash)
  WHERE (SELECT count(*) FROM moved) = 1 RETURNING 1
)
INSERT INTO ledger.batch (shard, seq, size, previous, hash, epoch, recorded_at, complete)
SELECT $1::smallint, $2::int8, $44::int4, $45::bytea, $3::bytea, $5::int8, $4::timestamptz,
  (SELECT count(*) FROM changed) = $46::int8 AND (SELECT count(*) FROM kept) = $47::int8 AND (SELECT count(*) FROM written) = $44::int4
FROM moved RETURNING 1`

/** False when another writer posted since `from` was read: nothing was written. */
export async function writeBatch(connection: Connection, write: BatchWrite): Promise<boolean> {
  const { from, holder, batch, transfers, accounts, holds } = write
  const credits = transfers.map(({ credit }) => credit)
  const rows = await query(connection, WRITE, [
    ...[batch.shard, batch.seq, binary(batch.hash), batch.at, batch.epoch, holder, from.seq, from.epoch],
    ...[
      accounts.map(({ state }) => state.id),
      accounts.map(({ state }) => state.asset),
      accounts.map(({ state }) => state.kind),
      accounts.map(({ state }) => state.owner),
      accounts.map(({ state }) => state.name),
      accounts.map(({ state }) => state.floor),
      accounts.map(({ state }) => state.posted),
      accounts.map(({ state }) => state.held),
      accounts.map(({ state }) => state.version),
      accounts.map(({ steps }) => steps),
      holds.map(({ id }) => id),
      holds.map(({ accountId }) => accountId),
      holds.map(({ left }) => left),
      holds.map(({ expiresAt }) => expiresAt?.toISOString() ?? null),
      holds.map(({ version }) => version + 1n),
      transfers.map(({ id }) => id),
      transfers.map(({ groupId }) => groupId),
      transfers.map(({ kind }) => kind),
      transfers.map(({ code }) => code),
      transfers.map(({ ref }) => ref),
      transfers.map(({ targetId }) => targetId),
      transfers.map(({ asset }) => asset),
      transfers.map(({ amount }) => amount),
      transfers.map(({ debit }) => debit.accountId),
      transfers.map(({ debit }) => debit.version),
      transfers.map(({ debit }) => debit.posted),
      transfers.map(({ debit }) => debit.held),
      credits.map((credit) => credit?.accountId ?? null),
      credits.map((credit) => credit?.version ?? null),
      credits.map((credit) => credit?.posted ?? null),
      credits.map((credit) => credit?.held ?? null),
      transfers.map(({ expiresAt }) => expiresAt?.toISOString() ?? null),
      transfers.map(({ effectiveAt }) => effectiveAt.toISOString()),
      transfers.map(({ requestHash }) => requestHash),
      transfers.map(({ rowHash }) => rowHash),
    ].map(list),
    ...[batch.size, binary(batch.previous), accounts.length, holds.length],
  ])
  return rows.length === 1
}
