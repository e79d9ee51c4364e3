/**
 * Writing statement of a group. It first checks every condition, in the order of the kinds, and locks its rows. A command with a condition
 * that no longer holds writes nothing. Then it writes the rows of all other commands, each table once.
 */
import { CompiledQuery } from 'kysely'
import type { Database } from '../database/database.ts'
import { PREPARED_STATEMENT } from '../database/prepared-statements.ts'
import { type Kind, sent, type Value } from './types.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of every type
export type AnyKind = Kind<any>
/** Rows of one command, by kind. */
export type Changes = ReadonlyMap<AnyKind, readonly unknown[]>
/** Number of the rows that belong to the whole group. */
const OF_ALL = -1

interface Group {
  readonly kinds: readonly AnyKind[]
  readonly changes: readonly Changes[]
  /** Wait for rows that another transaction has locked; otherwise their commands write nothing. */
  readonly waits: boolean
  /** Rows of the whole group, which is then written as a whole or not at all; null when each command is written by itself. */
  readonly shared: Changes | null
}
interface Outcome {
  /** Indexes of the commands whose conditions hold. */
  readonly holding: ReadonlySet<number>
  /** False when a group was not written as a whole. */
  readonly isWritten: boolean
}

/** Write the changes of the commands whose conditions hold. */
export async function writeChanges(db: Database, { kinds, changes, waits, shared }: Group): Promise<Outcome> {
  const numbered: Numbered[] = changes.map((own, place) => [place, own])
  if (shared) numbered.push([OF_ALL, shared])
  const parameters = kinds.flatMap((kind) => columnsOf(kind, numbered))
  const text = textOf(kinds, { waits, isWhole: shared !== null })
  const { rows } = await db.executeQuery<{ n: number }>(CompiledQuery.raw(text, [numbered.map(([place]) => place), ...parameters]))
  return { holding: new Set(rows.map(({ n }) => n)), isWritten: shared === null || rows.length === numbered.length }
}

type Numbered = readonly [place: number, own: Changes]

/** Each column of all rows of a kind, with the number of the row's command first. */
function columnsOf(kind: AnyKind, changes: readonly Numbered[]): (Value | null)[][] {
  const rows = changes.flatMap(([place, own]) => (own.get(kind) ?? []).map((row) => ({ place, row })))
  return [rows.map(({ place }) => place), ...kind.columns.map(([, , value]) => rows.map(({ row }) => sent(value(row))))]
}

const texts = new Map<readonly AnyKind[], { waiting?: string; passing?: string }>()

interface Form {
  readonly waits: boolean
  readonly isWhole: boolean
}

function textOf(kinds: readonly AnyKind[], form: Form): string {
  const known = texts.get(kinds) ?? {}
  const name = form.waits ? 'waiting' : 'passing'
  known[name] ??= makeText(kinds, form)
  texts.set(kinds, known)
  return known[name]
}

function makeText(kinds: readonly AnyKind[], { waits, isWhole }: Form): string {
  let next = 2
  const parts = ['may_0 AS MATERIALIZED (SELECT n FROM unnest((SELECT $1::int4[])) AS given (n))']
  for (const { name, columns } of kinds) {
    const types = ['int4', ...columns.map(([, type]) => type)]
    // The inner SELECT hides the length of the arrays from the planner: one plan for all lengths.
    const arrays = types.map((type) => `(SELECT $${next++}::${type}[])`)
    const names = ['n', ...columns.map(([column]) => column)]
    parts.push(`${name}_rows AS MATERIALIZED (SELECT * FROM unnest(${arrays.join(', ')}) AS r (${names.join(', ')}))`)
  }
  const guarded = kinds.filter(({ guard }) => guard)
  for (const [index, kind] of guarded.entries()) parts.push(...guardText(kind, index, waits))
  const holding = `may_${guarded.length}`
  parts.push(
    `may_write AS MATERIALIZED (SELECT n FROM ${holding}${isWhole ? ` WHERE (SELECT count(*) FROM ${holding}) = (SELECT count(*) FROM may_0)` : ''})`,
  )
  for (const kind of kinds) parts.push(...writeText(kind, 'may_write'))
  return `${PREPARED_STATEMENT} WITH ${parts.join(',\n')}\nSELECT n FROM ${holding}`
}

/** An array is complete before the first row is compared with it, so conditions are checked one after the other. */
function guardText({ name, guard }: AnyKind, index: number, waits: boolean): string[] {
  if (!guard) return []
  const lock = `FOR ${guard.lock}${waits || guard.waits ? '' : ' SKIP LOCKED'}`
  return [
    `${name}_gone AS MATERIALIZED (SELECT r.n FROM ${name}_rows AS r LEFT JOIN LATERAL (SELECT true AS holds FROM ${guard.from} ${lock}) AS found ON true
      WHERE r.n = ANY (ARRAY (SELECT n FROM may_${index})) AND found.holds IS NULL)`,
    `may_${index + 1} AS MATERIALIZED (SELECT n FROM may_${index} WHERE n <> ALL (ARRAY (SELECT n FROM ${name}_gone)))`,
  ]
}

function writeText(kind: AnyKind, may: string): string[] {
  if (!kind.write) return []
  const written = kind.write(`(SELECT * FROM ${kind.name}_rows WHERE n = ANY (ARRAY (SELECT n FROM ${may})))`)
  const statements = typeof written === 'string' ? [[kind.name, written] as const] : written
  return statements.map(([name, statement]) => `${name} AS (${statement})`)
}
