/** SQL of backtests. */
import type { RuleMode } from '@tunjo/contract/alert-rule-catalogue'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { RuleName, RuleValues } from '../numbers.ts'
import type { Side } from './compare.ts'
import type { Person, Window } from './moments.ts'
import type { FoundAlert } from './replay-window.ts'

export interface BacktestRow {
  readonly id: string
  readonly rule: RuleName
  readonly mode: RuleMode
  readonly numbers: RuleValues
  readonly presentVersion: number
  readonly presentMode: RuleMode
  readonly presentNumbers: RuleValues
  readonly from: Date
  readonly until: Date
  readonly minutesPerAlert: number
  readonly isMeasured: boolean
  readonly startedBy: string
  readonly startedAt: Date
  readonly peopleAll: number | null
  readonly after: string | null
  readonly people: number
  readonly failures: number
  readonly onlyNew: number
  readonly onlyOld: number
  readonly both: number
  readonly finishedAt: Date | null
  readonly cancelledAt: Date | null
}

const COLUMNS = sql`id, rule, mode, numbers, present_version AS "presentVersion", present_mode AS "presentMode",
  present_numbers AS "presentNumbers", from_at AS "from", until_at AS until, minutes_per_alert AS "minutesPerAlert",
  is_measured AS "isMeasured", started_by AS "startedBy", started_at AS "startedAt", people_all AS "peopleAll", after, people, failures,
  only_new AS "onlyNew", only_old AS "onlyOld", in_both AS "both", finished_at AS "finishedAt", cancelled_at AS "cancelledAt"`
const IS_RUNNING = sql`num_nonnulls(finished_at, cancelled_at) = 0`
/** The newest backtests of a rule: older ones are about outdated numbers. */
const LISTED_MAX = 10

type NewBacktest = Omit<
  BacktestRow,
  'peopleAll' | 'after' | 'people' | 'failures' | 'onlyNew' | 'onlyOld' | 'both' | 'finishedAt' | 'cancelledAt'
>

/** False while another backtest of the rule runs. */
export async function insertBacktest(tx: Transaction, row: NewBacktest): Promise<boolean> {
  const inserted = await sql`INSERT INTO monitoring.backtest (id, rule, mode, numbers, present_version, present_mode, present_numbers,
      from_at, until_at, minutes_per_alert, is_measured, started_by, started_at)
    VALUES (${row.id}, ${row.rule}, ${row.mode}, ${JSON.stringify(row.numbers)}, ${row.presentVersion}, ${row.presentMode},
      ${JSON.stringify(row.presentNumbers)}, ${row.from}, ${row.until}, ${row.minutesPerAlert}, ${row.isMeasured}, ${row.startedBy},
      ${row.startedAt}) ON CONFLICT (rule) WHERE num_nonnulls(finished_at, cancelled_at) = 0 DO NOTHING`.execute(tx)
  return inserted.numAffectedRows === 1n
}

export async function backtestsOf(connection: Connection, rule: RuleName, since: Date): Promise<BacktestRow[]> {
  const found = await sql<BacktestRow>`SELECT ${COLUMNS} FROM monitoring.backtest WHERE rule = ${rule} AND started_at > ${since}
    ORDER BY started_at DESC, id DESC LIMIT ${LISTED_MAX}`.execute(connection)
  return found.rows
}

export async function findBacktest(connection: Connection, id: string): Promise<BacktestRow | null> {
  const found = await sql<BacktestRow>`SELECT ${COLUMNS} FROM monitoring.backtest WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

/** Locks the row, so that a cancellation and a batch of customers are serialised. Null when the backtest has ended. */
export async function lockRunning(tx: Transaction, id: string): Promise<BacktestRow | null> {
  const found = await sql<BacktestRow>`SELECT ${COLUMNS} FROM monitoring.backtest WHERE id = ${id} AND ${IS_RUNNING} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

/** Customers to evaluate: those with an event that the rule consumes, with the days of the events. */
export async function countPeople(tx: Transaction, id: string, { from, until }: Window, types: readonly string[]): Promise<void> {
  await sql`INSERT INTO monitoring.backtest_person (backtest_id, account_id, days)
    SELECT ${id}, account_id, array_agg(DISTINCT (at AT TIME ZONE 'America/Bogota')::date ORDER BY (at AT TIME ZONE 'America/Bogota')::date)
    FROM platform.event WHERE type = ANY(${types}::text[]) AND at > ${from} AND at <= ${until} AND account_id IS NOT NULL
    GROUP BY account_id`.execute(tx)
  await sql`UPDATE monitoring.backtest SET people_all = (SELECT count(*) FROM monitoring.backtest_person WHERE backtest_id = ${id})
    WHERE id = ${id}`.execute(tx)
}

export async function peopleAfter(connection: Connection, id: string, after: string | null, limit: number): Promise<Person[]> {
  const found = await sql<Person>`SELECT account_id AS "accountId", days::text[] AS days FROM monitoring.backtest_person
    WHERE backtest_id = ${id} AND ${after === null ? sql`true` : sql`account_id > ${after}::uuid`} ORDER BY account_id LIMIT ${limit}`.execute(
    connection,
  )
  return found.rows
}

export interface EvaluatedPerson {
  readonly people: readonly Person[]
  readonly found: readonly FoundAlert[]
  readonly failures: number
}

export async function storeFound(tx: Transaction, id: string, { people, found, failures }: EvaluatedPerson): Promise<void> {
  const of = (wanted: Side) => found.filter(({ side }) => side === wanted).length
  await sql`INSERT INTO monitoring.backtest_alert (id, backtest_id, account_id, side, at, severity, said)
    SELECT id, ${id}, account_id, side, at, severity, said
    FROM unnest(${found.map(newId)}::uuid[], ${found.map(({ accountId }) => accountId)}::uuid[], ${found.map(({ side }) => side)}::text[],
      ${found.map(({ alert }) => alert.at)}::timestamptz[], ${found.map(({ alert }) => alert.severity)}::text[],
      ${found.map(({ alert }) => alert.said)}::text[]) AS found (id, account_id, side, at, severity, said)`.execute(tx)
  await sql`UPDATE monitoring.backtest SET after = ${people.at(-1)?.accountId ?? null}, people = people + ${people.length},
    failures = failures + ${failures}, only_new = only_new + ${of('new')}, only_old = only_old + ${of('old')}, in_both = in_both + ${of('both')}
    WHERE id = ${id}`.execute(tx)
}

export async function markFinished(tx: Transaction, id: string, at: Date): Promise<void> {
  await sql`UPDATE monitoring.backtest SET finished_at = ${at} WHERE id = ${id}`.execute(tx)
  await sql`DELETE FROM monitoring.backtest_person WHERE backtest_id = ${id}`.execute(tx)
}

/** Partial results are deleted, since they would be read as the whole. */
export async function markCancelled(tx: Transaction, id: string, { at, by }: { at: Date; by: string }): Promise<void> {
  await sql`UPDATE monitoring.backtest SET cancelled_at = ${at}, cancelled_by = ${by} WHERE id = ${id}`.execute(tx)
  await sql`DELETE FROM monitoring.backtest_person WHERE backtest_id = ${id}`.execute(tx)
  await sql`DELETE FROM monitoring.backtest_alert WHERE backtest_id = ${id}`.execute(tx)
}

export async function runningBacktests(connection: Connection): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM monitoring.backtest WHERE ${IS_RUNNING}`.execute(connection)
  return found.rows.map(({ id }) => id)
}

/** Including their customers and alerts. */
export const deleteOldBacktests = (connection: Connection, before: Date) =>
  sql`DELETE FROM monitoring.backtest WHERE started_at < ${before}`.execute(connection)
