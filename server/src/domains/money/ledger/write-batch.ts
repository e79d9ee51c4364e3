/**
 * The only writing statement. It advances the head of the chain first, and does nothing when the head has another position than the writer
 * expects. A row that differs from the writer's copy makes the whole statement fail (constraint `batch_complete`).
 *
 * Two forms have the same effect: rows as VALUES for a single transfer, as arrays for many. Each form has few texts, since each is prepared
 * on every connection.
 */
import type { Connection } from '../../../platform/database/database.ts'
import { PREPARED_STATEMENT } from '../../../platform/database/prepared-statements.ts'
import { linkSql, type UnplacedTransfer } from './chain.ts'
import type { AccountState, HoldState } from './rules.ts'
import { type Head, IDLE_WITH_HEAD, list, query } from './store.ts'

/** Everything that one batch writes. */
export interface BatchWrite {
  readonly from: Head
  readonly shard: number
  readonly holder: string
  readonly id: string
  /** Recording time; not before the head's. */
  readonly at: Date
  readonly leavesHash: string
  readonly transfers: readonly UnplacedTransfer[]
  /** `steps`: number of versions that the batch adds. */
  readonly accounts: readonly { readonly state: AccountState; readonly steps: bigint; readonly seal: string }[]
  readonly holds: readonly { readonly state: HoldState; readonly seal: string }[]
}

type Value = string | bigint | null
type Columns<Row> = readonly (readonly [name: string, type: string, value: (row: Row) => Value])[]

const ACCOUNT: Columns<BatchWrite['accounts'][number]> = [
  ['id', 'uuid', ({ state }) => state.id],
  ['asset', 'text', ({ state }) => state.asset],
  ['kind', 'text', ({ state }) => state.kind],
  ['owner', 'uuid', ({ state }) => state.owner],
  ['name', 'text', ({ state }) => state.name],
  ['floor', 'numeric', ({ state }) => state.floor],
  ['posted', 'numeric', ({ state }) => state.posted],
  ['held', 'numeric', ({ state }) => state.held],
  ['version', 'int8', ({ state }) => state.version],
  ['steps', 'int4', ({ steps }) => steps],
  ['seal', 'text', ({ seal }) => seal],
]

export const HOLD: Columns<BatchWrite['holds'][number]> = [
  ['id', 'uuid', ({ state }) => state.id],
  ['account', 'uuid', ({ state }) => state.accountId],
  ['left_amount', 'numeric', ({ state }) => state.left],
  ['expires_at', 'timestamptz', ({ state }) => state.expiresAt?.toISOString() ?? null],
  ['version', 'int8', ({ state }) => state.version],
  ['seal', 'text', ({ seal }) => seal],
]

export const TRANSFER: Columns<UnplacedTransfer> = [
  ['id', 'uuid', ({ id }) => id],
  ['group_id', 'uuid', ({ groupId }) => groupId],
  ['kind', 'text', ({ kind }) => kind],
  ['code', 'text', ({ code }) => code],
  ['ref', 'uuid', ({ ref }) => ref],
  ['target_id', 'uuid', ({ targetId }) => targetId],
  ['asset', 'text', ({ asset }) => asset],
  ['amount', 'numeric', ({ amount }) => amount],
  ['debit', 'uuid', ({ debit }) => debit.accountId],
  ['debit_version', 'int8', ({ debit }) => debit.version],
  ['debit_posted', 'numeric', ({ debit }) => debit.posted],
  ['debit_held', 'numeric', ({ debit }) => debit.held],
  ['credit', 'uuid', ({ credit }) => credit?.accountId ?? null],
  ['credit_version', 'int8', ({ credit }) => credit?.version ?? null],
  ['credit_posted', 'numeric', ({ credit }) => credit?.posted ?? null],
  ['credit_held', 'numeric', ({ credit }) => credit?.held ?? null],
  ['expires_at', 'timestamptz', ({ expiresAt }) => expiresAt?.toISOString() ?? null],
  ['effective_at', 'timestamptz', ({ effectiveAt }) => effectiveAt.toISOString()],
  ['request_hash', 'text', ({ requestHash }) => requestHash],
  ['row_hash', 'text', ({ rowHash }) => rowHash],
]

/** Write the batch and return the head after it. Null when another writer posted since `from` was read: nothing was written. */
export async function writeBatch(connection: Connection, write: BatchWrite): Promise<Head | null> {
  const { from, shard, holder, id, at, leavesHash, transfers, accounts, holds } = write
  const isSingle = transfers.length === 1
  const values = isSingle ? valuesOf : arraysOf
  const [head = null] = await query<Head>(connection, textFor(isSingle, accounts.length, holds.length), [
    ...[shard, from.seq, from.epoch, id, at, holder, leavesHash, transfers.length, accounts.length, holds.length],
    ...values(ACCOUNT, accounts),
    ...values(HOLD, holds),
    ...values(TRANSFER, transfers),
  ])
  return head
}

/** Parameters of the batch itself: shard, seq and epoch before, id, time, holder, hash of the leaves, and three counts. */
const HEAD_PARAMETERS = 10
const LINK = linkSql({ size: '$8::int4', at: '$5::timestamptz', holder: '$6::uuid', id: '$4::uuid', leaves: '$7::text' })

const texts = new Map<string, string>()

function textFor(isSingle: boolean, accounts: number, holds: number): string {
  const shape = isSingle ? `${accounts} ${holds}` : holds === 0 ? 'many' : 'many with holds'
  const known = texts.get(shape)
  if (known) return known
  const made = makeText(isSingle, accounts, holds)
  texts.set(shape, made)
  return made
}

function makeText(isSingle: boolean, accounts: number, holds: number): string {
  let next = HEAD_PARAMETERS + 1
  const rowsOf = (columns: Columns<never>, count: number): string => {
    const first = next
    const each = (index: number) => columns.map(([, type], column) => `$${index * columns.length + column + first}::${type}`).join(', ')
    next += columns.length * (isSingle ? count : count === 0 ? 0 : 1)
    const names = columns.map(([name]) => name).join(', ')
    if (isSingle) return `(VALUES ${Array.from({ length: count }, (_, index) => `(${each(index)})`).join(', ')}) AS n (${names})`
    // The inner SELECT hides the arrays' length from the planner: one plan for all lengths, so that it is kept.
    const arrays = columns.map(([, type], column) => `(SELECT $${column + first}::${type}[])`)
    return `unnest(${arrays.join(', ')}) AS n (${names})`
  }
  const accountRows = rowsOf(ACCOUNT, accounts)
  const holdRows = holds === 0 ? null : rowsOf(HOLD, holds)
  const transferRows = rowsOf(TRANSFER, 1)
  const whenMoved = 'WHERE (SELECT count(*) FROM moved) = 1'
  const kept = `, kept AS (
  INSERT INTO ledger.hold AS h (shard, ${namesOf(HOLD)})
  SELECT $1::smallint, ${valuesFrom(HOLD)} FROM ${holdRows} ${whenMoved}
  ON CONFLICT (shard, id) DO UPDATE SET left_amount = excluded.left_amount, version = excluded.version, seal = excluded.seal
  WHERE h.version = excluded.version - 1 RETURNING 1
)`
  return `${PREPARED_STATEMENT} WITH moved AS (
  ${LINK}
  WHERE shard = $1::smallint AND seq = $2::int8 AND epoch = $3::int8
  RETURNING seq, previous, hash, epoch, recorded_at, ${IDLE_WITH_HEAD}
), changed AS (
  INSERT INTO ledger.account AS a (shard, ${namesOf(ACCOUNT)})
  SELECT $1::smallint, ${valuesFrom(ACCOUNT)} FROM ${accountRows} ${whenMoved}
  ON CONFLICT (shard, id) DO UPDATE SET posted = excluded.posted, held = excluded.held, version = excluded.version, steps = excluded.steps,
    seal = excluded.seal
  WHERE a.version = excluded.version - excluded.steps RETURNING 1
), written AS (
  INSERT INTO ledger.transfer (shard, batch_seq, recorded_at, ${namesOf(TRANSFER)})
  SELECT $1::smallint, moved.seq, moved.recorded_at, ${valuesFrom(TRANSFER)}
  FROM moved, ${transferRows} RETURNING 1
)${holdRows ? kept : ''}
INSERT INTO ledger.batch (shard, id, seq, size, previous, hash, epoch, recorded_at, complete)
SELECT $1::smallint, $4::uuid, seq, $8::int4, previous, hash, epoch, recorded_at,
  (SELECT count(*) FROM changed) = $9::int8 AND (SELECT count(*) FROM written) = $8::int4
  AND ${holdRows ? '(SELECT count(*) FROM kept)' : '0'} = $10::int8
FROM moved RETURNING seq, encode(hash, 'hex') AS hash, $6::uuid AS holder, epoch, recorded_at AS at`
}

export const namesOf = (columns: Columns<never>): string => columns.map(([name]) => name).join(', ')

/** VALUES of the rows `n`. An array of bytea would have to be quoted: its text is decoded in the statement. */
export const valuesFrom = (columns: Columns<never>): string =>
  columns.map(([name]) => (/(_hash|^seal)$/.test(name) ? `decode(n.${name}, 'hex')` : `n.${name}`)).join(', ')

const valuesOf = <Row>(columns: Columns<Row>, rows: readonly Row[]): Value[] =>
  rows.flatMap((row) => columns.map(([, , value]) => value(row)))

const arraysOf = <Row>(columns: Columns<Row>, rows: readonly Row[]): Value[] =>
  rows.length === 0 ? [] : columns.map(([, , value]) => list(rows.map(value)))
