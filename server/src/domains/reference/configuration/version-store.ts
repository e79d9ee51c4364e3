/** SQL of versions of the configuration. Every read leaves out rows without a valid seal. */
import { firstNumbersOf, type ListValues, type SetName } from '@tunjo/contract/configuration-catalogue'
import type { NumberValues } from '@tunjo/contract/versioned-numbers'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import type { Fact } from '../../../platform/unit-of-work/index.ts'
import { firstLists } from './seeds/first-lists.ts'
import type { ConfigurationVersion, DecidedVersion } from './types.ts'
import type { SealedVersion, VersionSeals } from './version-seals.ts'

interface Row {
  readonly set: SetName
  readonly version: number
  readonly numbers: NumberValues
  readonly lists: ListValues
  readonly from: Date
  readonly at: Date
  readonly makerId: string
  readonly checkerId: string
  readonly reason: string
  readonly seal: string
}
const ROW = sql`set_name AS set, version, numbers, lists, from_at AS "from", decided_at AS at, maker_id AS "makerId", checker_id AS "checkerId",
  reason, seal`

const FIRST_FROM = new Date('2026-01-01T00:00:00-05:00')
const FIRST = new Map<SetName, DecidedVersion>()
/** Read from its seeds once. */
export function firstVersion(set: SetName): DecidedVersion {
  const known = FIRST.get(set)
  const first = known ?? { version: 1, numbers: firstNumbersOf(set), lists: firstLists(set), from: FIRST_FROM, decision: null }
  FIRST.set(set, first)
  return first
}

const versionOf = ({ version, numbers, lists, from, at, makerId, checkerId, reason }: Row): SealedVersion => ({
  version,
  numbers,
  lists,
  from,
  decision: { at, makerId, checkerId, reason },
})
const isProved = (seals: VersionSeals, row: Row): boolean => seals.isSealOf(row.set, versionOf(row), row.seal)

/** The highest version that has begun. Read downwards, so that a forged row hides no decided version. */
export async function versionAt(connection: Connection, seals: VersionSeals, set: SetName, at: Date): Promise<ConfigurationVersion> {
  const { rows } = await sql<Row>`SELECT ${ROW} FROM configuration.version WHERE set_name = ${set} AND from_at <= ${at}
    ORDER BY version DESC`.execute(connection)
  const found = rows.find((row) => isProved(seals, row))
  return found ? versionOf(found) : firstVersion(set)
}

type Json = Omit<Row, 'from' | 'at'> & { readonly from: string; readonly at: string }

/** The same for use cases that run in groups, at the moment that the key `now` has. */
export const versionFact = (seals: VersionSeals, set: SetName, now: string): Fact<ConfigurationVersion> => ({
  text: `SELECT jsonb_agg(to_jsonb(found) ORDER BY found.version DESC) FROM (SELECT set_name AS set, version, numbers, lists, from_at AS "from",
      decided_at AS at, maker_id AS "makerId", checker_id AS "checkerId", reason, seal
    FROM configuration.version WHERE set_name = '${set}' AND from_at <= asked.${now}) AS found`,
  read(json) {
    const rows = ((json as Json[] | null) ?? []).map((row): Row => ({ ...row, from: new Date(row.from), at: new Date(row.at) }))
    const found = rows.find((row) => isProved(seals, row))
    return found ? versionOf(found) : firstVersion(set)
  },
})

/** Oldest first, the first one included. */
export async function versionsOf(connection: Connection, seals: VersionSeals, set: SetName): Promise<DecidedVersion[]> {
  const { rows } = await sql<Row>`SELECT ${ROW} FROM configuration.version WHERE set_name = ${set} ORDER BY version`.execute(connection)
  const decided = rows.filter((row) => isProved(seals, row)).map((row) => completed(set, versionOf(row)))
  return [firstVersion(set), ...decided]
}

/** A number or list newer than the version has its first value; one that the set no longer has is left out. */
function completed(set: SetName, version: SealedVersion): DecidedVersion {
  const first = firstVersion(set)
  const fill = <T>(known: Readonly<Record<string, T>>, own: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(known).map(([key, value]) => [key, own[key] ?? value]))
  return { ...version, numbers: fill(first.numbers, version.numbers), lists: fill(first.lists, version.lists) }
}

/** Includes unsealed rows: a number is never assigned twice. */
export async function nextNumber(tx: Transaction, set: SetName): Promise<number> {
  const found = await sql<{ next: number }>`SELECT coalesce(max(version), 1) + 1 AS next FROM configuration.version
    WHERE set_name = ${set}`.execute(tx)
  return found.rows[0]?.next ?? 2
}

/** Until the transaction ends no other one adds a version to this set. */
export const lockSet = (tx: Transaction, set: SetName) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`configuration ${set}`}, 0))`.execute(tx)

export async function insertVersion(tx: Transaction, seals: VersionSeals, set: SetName, added: SealedVersion): Promise<void> {
  const { version, numbers, lists, from, decision } = added
  await sql`INSERT INTO configuration.version (set_name, version, numbers, lists, from_at, decided_at, maker_id, checker_id, reason, seal)
    VALUES (${set}, ${version}, ${JSON.stringify(numbers)}, ${JSON.stringify(lists)}, ${from}, ${decision.at}, ${decision.makerId},
      ${decision.checkerId}, ${decision.reason}, ${seals.seal(set, added)})`.execute(tx)
}

/** Number of rows without a decision, which were written directly into the database. */
export async function countUnsealed(connection: Connection, seals: VersionSeals): Promise<number> {
  const { rows } = await sql<Row>`SELECT ${ROW} FROM configuration.version`.execute(connection)
  return rows.filter((row) => !isProved(seals, row)).length
}
