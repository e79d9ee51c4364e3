/**
 * Writing statement of a group. It first checks every condition, in the order of the kinds, and locks its rows. A command with a condition
 * that no longer holds writes nothing. Then it writes the rows of all other commands, each table once.
 */
import { CompiledQuery } from 'kysely'
import type { Database } from '../database.ts'
import { PREPARED_STATEMENT } from '../prepared-statements.ts'
import { type Kind, sent, type Value } from './types.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of every type
export type AnyKind = Kind<any>
/** Rows of one command, by kind. */
export type Changes = ReadonlyMap<AnyKind, readonly unknown[]>

interface Group {
  readonly kinds: readonly AnyKind[]
  readonly changes: readonly Changes[]
  /** Wait for rows that another transaction has locked; otherwise their commands write nothing. */
  readonly waits: boolean
}

/** Write the changes. Returns the indexes of the commands that were written. */
export async function writeChanges(db: Database, { kinds, changes, waits }: Group): Promise<ReadonlySet<number>> {
  const parameters = kinds.flatMap((kind) => columnsOf(kind, changes))
  const text = textOf(kinds, waits)
  const { rows } = await db.executeQuery<{ n: number }>(CompiledQuery.raw(text, [changes.map((_, place) => place), ...parameters]))
  return new Set(rows.map(({ n }) => n))
}

/** Each column of all rows of a kind, with the number of the row's command first. */
function columnsOf(kind: AnyKind, changes: readonly Changes[]): (Value | null)[][] {
  const rows = changes.flatMap((own, place) => (own.get(kind) ?? []).map((row) => ({ place, row })))
  return [rows.map(({ place }) => place), ...kind.columns.map(([, , value]) => rows.map(({ row }) => sent(value(row))))]
}

const texts = new Map<readonly AnyKind[], { waiting?: string; passing?: string }>()

function textOf(kinds: readonly AnyKind[], waits: boolean): string {
  const known = texts.get(kinds) ?? {}
  const name = waits ? 'waiting' : 'passing'
  known[name] ??= makeText(kinds, waits)
  texts.set(kinds, known)
  return known[name]
}

function makeText(kinds: readonly AnyKind[], waits: boolean): string {
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
  const may = `may_${guarded.length}`
  for (const kind of kinds) parts.push(...writeText(kind, may))
  return `${PREPARED_STATEMENT} WITH ${parts.join(',\n')}\nSELECT n FROM ${may}`
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
