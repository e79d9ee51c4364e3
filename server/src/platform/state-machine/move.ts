/**
 * Move of a state machine: check, write, record actor and time, announce; in one call and in the caller's transaction, under the lock of
 * the row. No other code writes a column `state`.
 */
import type { ErrorCode } from '@tunjo/contract/errors'
import type { Transaction } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { type ActorKind, legality, type StateMachine } from './machine.ts'
import { type ColumnValue, insertHistory, type Key, subjectOf, writeMoves } from './store.ts'

export interface Actor {
  readonly kind: ActorKind
  /** Account of the customer or the officer. */
  readonly id: string | null
}
export const SYSTEM: Actor = { kind: 'system', id: null }
export const PROVIDER: Actor = { kind: 'provider', id: null }
export const CHAIN: Actor = { kind: 'chain', id: null }
export const customer = (id: string): Actor => ({ kind: 'customer', id })
export const officer = (id: string): Actor => ({ kind: 'officer', id })

export interface Aggregate<S extends string, Row extends { readonly state: S }, Column extends string = never> {
  readonly machine: StateMachine<S>
  /** In the schema that the machine is named for, with a column `state`. The history is `state_history` there. */
  readonly table: string
  keyOf(row: Row): Key
  /** Stored value of a state in the column, where it is not its name. */
  stored?(state: S): ColumnValue
  /** `from`: null for its first state. */
  announce?(tx: Transaction, row: Row, step: { from: S | null; to: S }): Promise<void>
  /** Columns that change together with the state. */
  readonly columns: readonly Column[]
}

export interface Change<S extends string, Column extends string = never> {
  readonly to: S
  readonly at: Date
  readonly actor: Actor
  readonly note?: string | null
  readonly set?: Readonly<Partial<Record<Column, ColumnValue>>>
  /** Treatment of an illegal transition: a bug (default), a late event to ignore, or a refusal. */
  readonly illegal?: 'fault' | 'ignore' | ErrorCode
}

export type Outcome = 'moved' | 'already' | 'illegal'

export class IllegalTransition extends Error {
  constructor(machine: string, key: string, from: string, to: string, by: ActorKind) {
    super(`${machine} ${key}: ${by} may not move it from ${from} to ${to}`)
    this.name = 'IllegalTransition'
  }
}

/** `row` must have been read under its lock (`FOR UPDATE`) in this transaction. */
export async function move<S extends string, Row extends { readonly state: S }, Column extends string>(
  tx: Transaction,
  aggregate: Aggregate<S, Row, Column>,
  row: Row,
  change: Change<NoInfer<S>, NoInfer<Column>>,
): Promise<Outcome> {
  const [outcome = 'already'] = await moveAll(tx, aggregate, [row], change)
  return outcome
}

/** The same move of several rows of one table, each from its state. */
export async function moveAll<S extends string, Row extends { readonly state: S }, Column extends string>(
  tx: Transaction,
  aggregate: Aggregate<S, Row, Column>,
  rows: readonly Row[],
  change: Change<NoInfer<S>, NoInfer<Column>>,
): Promise<Outcome[]> {
  const { to, at, actor, note = null, set = {} } = change
  const outcomes = rows.map((row) => outcomeOf(aggregate, row, change))
  const moving = rows.filter((_, index) => outcomes[index] === 'moved')
  if (moving.length === 0) return outcomes
  await writeMoves(tx, aggregate.table, {
    machine: aggregate.machine.name,
    moves: moving.map((row) => ({ key: aggregate.keyOf(row), from: row.state })),
    to,
    stored: aggregate.stored?.(to) ?? to,
    at,
    actor,
    note,
    set,
  })
  for (const row of moving) await aggregate.announce?.(tx, row, { from: row.state, to })
  return outcomes
}

/** First state of a row that was just inserted. */
export const begin = <S extends string, Row extends { readonly state: S }, Column extends string>(
  tx: Transaction,
  aggregate: Aggregate<S, Row, Column>,
  row: Row,
  { note = null, ...by }: { at: Date; actor: Actor; note?: string | null },
): Promise<void> => beginAll(tx, aggregate, [row], { ...by, noteOf: () => note })

/** First state of several rows of one table. */
export async function beginAll<S extends string, Row extends { readonly state: S }, Column extends string>(
  tx: Transaction,
  aggregate: Aggregate<S, Row, Column>,
  rows: readonly Row[],
  { at, actor, noteOf }: { at: Date; actor: Actor; noteOf(row: Row): string | null },
): Promise<void> {
  const { machine } = aggregate
  if (rows.length === 0) return
  const entries = rows.map((row) => {
    if (row.state !== machine.initial) throw new Error(`${machine.name} begins as ${machine.initial}, not as ${row.state}`)
    return { subject: subjectOf(aggregate.keyOf(row)), from: null, to: row.state, note: noteOf(row) }
  })
  await insertHistory(tx, { machine: machine.name, at, actor, note: null }, entries)
  for (const row of rows) await aggregate.announce?.(tx, row, { from: null, to: row.state })
}

function outcomeOf<S extends string, Row extends { readonly state: S }, Column extends string>(
  { machine, keyOf }: Aggregate<S, Row, Column>,
  row: Row,
  { to, actor, illegal = 'fault' }: Change<S, Column>,
): Outcome {
  const found = legality(machine, row.state, to, actor.kind)
  if (found === 'legal') return 'moved'
  if (found === 'already') return 'already'
  if (found === 'not_theirs' || illegal === 'fault')
    throw new IllegalTransition(machine.name, subjectOf(keyOf(row)), row.state, to, actor.kind)
  return illegal === 'ignore' ? 'illegal' : refuse(illegal)
}
