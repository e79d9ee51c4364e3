/** SQL of state machines: a state and its history are one statement. */
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Transaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { ActorKind } from './machine.ts'

export type ColumnValue = string | number | bigint | boolean | Date | null
/** Columns of the primary key. */
export type Key = Readonly<Record<string, string>>

/** In the history a thing is named by its key. */
export const subjectOf = (key: Key): string => Object.values(key).join(':')

type MachineName = `${string}.${string}`
interface Cause {
  readonly machine: MachineName
  readonly at: Date
  readonly actor: { readonly kind: ActorKind; readonly id: string | null }
  readonly note: string | null
}
interface Entry {
  readonly subject: string
  readonly from: string | null
  readonly to: string
  /** Note of the transition; when absent, that of the cause. */
  readonly note?: string | null
}
interface Moves extends Cause {
  readonly moves: readonly { readonly key: Key; readonly from: string }[]
  readonly to: string
  /** Value in the column. */
  readonly stored: ColumnValue
  readonly set: Readonly<Record<string, ColumnValue | undefined>>
}

const schemaOf = (machine: MachineName): string => machine.split('.')[0] ?? ''

export async function writeMoves(tx: Transaction, table: string, change: Moves): Promise<void> {
  const { moves, to, stored, set } = change
  const columns = Object.keys(moves[0]?.key ?? {})
  const values = Object.entries({ state: stored, ...set }).filter(([, value]) => value !== undefined)
  const assignments = values.map(([column, value]) => sql`${sql.id(column)} = ${value}`)
  const keys = moves.map(({ key }) => sql`(${sql.join(columns.map((column) => key[column]))})`)
  const entries = moves.map(({ key, from }) => ({ subject: subjectOf(key), from, to }))
  await sql`WITH moved AS (UPDATE ${sql.id(schemaOf(change.machine), table)} SET ${sql.join(assignments)}
      WHERE (${sql.join(columns.map((column) => sql.id(column)))}) IN (${sql.join(keys)}))
    ${insertion(change, entries)}`.execute(tx)
}

export async function insertHistory(tx: Transaction, cause: Cause, entries: readonly Entry[]): Promise<void> {
  await insertion(cause, entries).execute(tx)
}

function insertion({ machine, at, actor, note }: Cause, entries: readonly Entry[]): RawBuilder<unknown> {
  const rows = entries.map(
    ({ subject, from, to, note: own = note }) =>
      sql`(${newId()}, ${machine}, ${subject}, ${from}, ${to}, ${at}, ${actor.kind}, ${actor.id}, ${own})`,
  )
  return sql`INSERT INTO ${sql.id(schemaOf(machine), 'state_history')} (id, machine, subject_id, from_state, to_state, at, actor, actor_id, note)
    VALUES ${sql.join(rows)}`
}

export interface HistoryEntry<S extends string> {
  readonly from: S | null
  readonly to: S
  readonly at: Date
  readonly actor: ActorKind
  readonly actorId: string | null
  readonly note: string | null
}

/** Oldest first. */
export async function historyOf<S extends string>(
  connection: Connection,
  machine: { readonly name: MachineName; readonly states: readonly S[] },
  subject: string,
): Promise<HistoryEntry<S>[]> {
  const found = await sql<HistoryEntry<S>>`SELECT from_state AS "from", to_state AS "to", at, actor, actor_id AS "actorId", note
    FROM ${sql.id(schemaOf(machine.name), 'state_history')} WHERE subject_id = ${subject} AND machine = ${machine.name} ORDER BY at, id`.execute(
    connection,
  )
  return found.rows
}
