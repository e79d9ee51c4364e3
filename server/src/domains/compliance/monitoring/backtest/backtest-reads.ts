/** Backtests for officers: progress, counts, and the alerts one by one. */
import {
  BACKTEST_RETENTION_DAYS,
  type Backtest,
  type BacktestAlertPage,
  type BacktestAlertsAsked,
  type TriedVersion,
} from '@tunjo/contract/alert-backtests'
import { wordsOfRule } from '@tunjo/contract/alert-rule-catalogue'
import type { Locale } from '@tunjo/contract/locales'
import { sql } from 'kysely'
import type { PersonActor } from '../../../../platform/audit/index.ts'
import { CSV_ROWS_READ, listToCsv } from '../../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../../platform/csv/date-for-sheets.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { pageOf } from '../../../../platform/database/list-query.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { inForce } from '../../../../platform/versions/effective.ts'
import type { CatalogueContext } from '../context.ts'
import type { RuleName } from '../numbers.ts'
import { daysAgo } from '../times.ts'
import { versionsOf } from '../versions/store.ts'
import { firstVersion } from '../versions/version.ts'
import { ruleOf } from './backtest-job.ts'
import type { Side } from './compare.ts'
import { EXPORT_WORDS_EN } from './export-words.en.ts'
import { EXPORT_WORDS_ES, type ExportWords } from './export-words.es.ts'
import { type BacktestRow, backtestsOf, findBacktest } from './store.ts'

export async function listBacktests({ db, clock }: CatalogueContext, rule: RuleName): Promise<Backtest[]> {
  const rows = await backtestsOf(db, rule, daysAgo(clock.now(), BACKTEST_RETENTION_DAYS))
  const emails = await emailsOf(db, rows)
  return rows.map((row) => shown(row, emails))
}

export async function readBacktest(context: CatalogueContext, rule: RuleName, id: string): Promise<Backtest> {
  const row = await backtestOf(context, rule, id)
  return shown(row, await emailsOf(context.db, [row]))
}

/** @throws Refused `request.not_found` when it belongs to another rule, or its retention has ended. */
export async function backtestOf({ db, clock }: CatalogueContext, rule: RuleName, id: string): Promise<BacktestRow> {
  const row = await findBacktest(db, id)
  const isThere = row?.rule === rule && row.startedAt > daysAgo(clock.now(), BACKTEST_RETENTION_DAYS)
  return row && isThere ? row : refuse('request.not_found')
}

function shown(row: BacktestRow, emails: ReadonlyMap<string, string>): Backtest {
  const { presentVersion, presentMode, presentNumbers, from, until, startedAt, startedBy, finishedAt, cancelledAt } = row
  const { id, rule, mode, numbers, people, peopleAll, failures, onlyNew, onlyOld, both, minutesPerAlert, isMeasured } = row
  return {
    ...{ id, rule, mode, numbers, people, peopleAll, failures, onlyNew, onlyOld, both, minutesPerAlert, isMeasured },
    state: cancelledAt ? 'cancelled' : finishedAt ? 'finished' : 'running',
    present: { version: presentVersion, mode: presentMode, numbers: presentNumbers },
    isOfToday: ruleOf(rule).isOfToday ?? false,
    from: from.toISOString(),
    until: until.toISOString(),
    startedAt: startedAt.toISOString(),
    startedBy: emails.get(startedBy) ?? startedBy,
    endedAt: (finishedAt ?? cancelledAt)?.toISOString() ?? null,
  }
}

async function emailsOf(db: CatalogueContext['db'], rows: readonly BacktestRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.map(({ startedBy }) => startedBy)
  const found = await sql<{ id: string; email: string }>`SELECT id, email FROM identity.user_report
    WHERE id = ANY(${ids}::uuid[])`.execute(db)
  return new Map(found.rows.map(({ id, email }) => [id, email]))
}

/** Counts of the newest backtest of the same numbers, compared with the version in force now. */
export async function backtestCountsOf({ db, clock }: CatalogueContext, rule: RuleName, { mode, numbers }: TriedVersion) {
  const [rows, now] = [await backtestsOf(db, rule, daysAgo(clock.now(), BACKTEST_RETENTION_DAYS)), clock.now()]
  const { version } = inForce(await versionsOf(db, rule), now) ?? firstVersion(rule)
  const isSame = (row: BacktestRow) =>
    row.mode === mode && row.presentVersion === version && Object.keys(row.numbers).every((key) => row.numbers[key] === numbers[key])
  const row = rows.find((one) => one.finishedAt && isSame(one))
  if (!row) return null
  const { onlyNew, onlyOld, both, minutesPerAlert } = row
  return { onlyNew, onlyOld, both, minutes: (onlyNew + both) * minutesPerAlert }
}

interface Reader {
  readonly callerId: string
  readonly actor: PersonActor
}
type AlertRow = Omit<BacktestAlertPage['results'][number], 'at'> & { readonly at: Date }

/** Omits alerts about the requesting officer (Ley 526 de 1999). */
const wanted = (id: string, callerId: string, side: Side | undefined) =>
  sql`backtest_id = ${id} AND account_id <> ${callerId} AND ${side === undefined ? sql`true` : sql`side = ${side}`}`
const ALERT = sql`id, account_id AS "accountId", side, at, severity, said`

/** The access is recorded in the audit trail. */
export async function backtestAlerts(
  context: CatalogueContext,
  { id, rule }: BacktestRow,
  { side, pageIndex, size }: BacktestAlertsAsked,
  { callerId, actor }: Reader,
): Promise<BacktestAlertPage> {
  const { db, audit } = context
  const after = { backtestId: id, side: side ?? null, pageIndex }
  const object = { type: 'alert_rule', id: rule }
  await inTransaction(db, (tx) => audit.record(tx, { actor, action: 'monitoring.backtest_viewed', object, after }))
  const counted = await sql<{ total: number }>`SELECT count(*)::integer AS total FROM monitoring.backtest_alert
    WHERE ${wanted(id, callerId, side)}`.execute(db)
  const found = await sql<AlertRow>`SELECT ${ALERT} FROM monitoring.backtest_alert WHERE ${wanted(id, callerId, side)}
    ORDER BY at DESC, id DESC LIMIT ${size} OFFSET ${pageIndex * size}`.execute(db)
  const rows = found.rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
  return pageOf(rows, counted.rows[0]?.total ?? 0, size)
}

const WORDS: Readonly<Record<Locale, ExportWords>> = { es: EXPORT_WORDS_ES, en: EXPORT_WORDS_EN }

/** Recorded before it is sent: an unrecorded export must not exist (SEC-44). */
export async function backtestCsv(
  { db, audit }: CatalogueContext,
  { id, rule }: BacktestRow,
  side: Side | undefined,
  { callerId, actor, locale }: Reader & { readonly locale: Locale },
): Promise<string> {
  const { rows } = await sql<AlertRow>`SELECT ${ALERT} FROM monitoring.backtest_alert WHERE ${wanted(id, callerId, side)}
    ORDER BY at DESC, id DESC LIMIT ${CSV_ROWS_READ}`.execute(db)
  const title = wordsOfRule(rule).title[locale]
  const words = WORDS[locale]
  const lines = rows.map((row) => [
    title,
    words.sides[row.side],
    row.accountId,
    dateForSheets(row.at),
    words.severities[row.severity],
    row.said,
  ])
  const file = listToCsv([words.rule, words.side, words.person, words.at, words.severity, words.found], lines)
  const after = { report: 'prueba-de-regla', backtestId: id, rows: file.rows }
  const object = { type: 'alert_rule', id: rule }
  await inTransaction(db, (tx) => audit.record(tx, { actor, action: 'reports.exported', object, after }))
  return file.text
}
