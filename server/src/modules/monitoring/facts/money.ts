/** What a customer moved, against what they may and what they said they would. Amounts in COP cents, months of Bogotá as `2026-11`. */
import { ALERT_RULES } from '@tunjo/contract/alert-rule-catalogue'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { SURVEY_BANDS } from '@tunjo/contract/kyc-forms'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { hoursAgo } from '../times.ts'
import type { FactReader, Subject } from '../types.ts'

export type Direction = 'deposit' | 'withdrawal'

export interface MoneyFacts {
  /** Of this month, counted against its maximum. */
  readonly used: Readonly<Record<Direction, bigint>>
  /** Tokens that arrived above the maximum and wait: they cannot be refused. */
  readonly waiting: bigint
  /** Of this month, oldest first. */
  readonly refusals: readonly { readonly operationId: string; readonly direction: Direction; readonly maximum: bigint; readonly at: Date }[]
  /** In, out and traded, of the last twelve. A month without movement is left out. */
  readonly months: ReadonlyMap<string, { readonly moved: bigint; readonly traded: bigint }>
  readonly survey: Survey | null
  /** Of alerts that are open: what was found about them, by kind. */
  readonly found: readonly { readonly kind: number; readonly fingerprint: string }[]
}
export interface Survey {
  /** Upper ends of the bands; null = or more. */
  readonly monthly: bigint | null
  readonly yearly: bigint | null
  readonly answeredAt: Date
}

const REFUSAL_HOURS_MAX = ALERT_RULES.RETIROS.numbers.refusalHours.maximum
const MILLION_COP = 100_000_000n
/** With the one that runs, twelve. */
const MONTHS_BEFORE = 11

export const monthOf = (at: Date): string => bogotaDay(at).slice(0, 7)
/** So many months before, `2026-11` and 1: `2026-10`. */
export function monthBefore(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7)
}

export const moneyFacts: FactReader<MoneyFacts> = async (connection, subject) => {
  const month = monthOf(subject.now)
  const since = `${monthBefore(month, MONTHS_BEFORE)}-01`
  const { rows: moved } = await sql<{
    month: string
    direction: Direction
    used: bigint
  }>`SELECT to_char(month, 'YYYY-MM') AS month, direction, used
    FROM limits.month_report WHERE account_id = ${subject.accountId} AND month >= ${since}`.execute(connection)
  const of = (direction: Direction) => moved.find((row) => row.month === month && row.direction === direction)?.used ?? 0n
  return {
    used: { deposit: of('deposit'), withdrawal: of('withdrawal') },
    waiting: await waitingOf(connection, subject),
    refusals: await refusalsOf(connection, subject),
    months: monthsOf(moved, await tradesOf(connection, subject, since)),
    survey: await surveyOf(connection, subject),
    found: await foundOf(connection, subject),
  }
}

async function waitingOf(connection: Connection, { accountId }: Subject): Promise<bigint> {
  const found = await sql<{ waiting: bigint }>`SELECT coalesce(sum(refusal.amount), 0) AS waiting
    FROM crypto.deposit_movement AS deposit JOIN limits.refusal_report AS refusal ON operation_id = deposit.id
    WHERE deposit.account_id = ${accountId} AND deposit.state = 'IN_REVIEW'`.execute(connection)
  return found.rows[0]?.waiting ?? 0n
}

/** Of the month, and of the hours before that a rule may count. */
async function refusalsOf(connection: Connection, { accountId, now }: Subject): Promise<MoneyFacts['refusals']> {
  const found = await sql<MoneyFacts['refusals'][number]>`SELECT operation_id AS "operationId", direction, maximum, at
    FROM limits.refusal_report WHERE account_id = ${accountId} 
      AND at >= least(${`${monthOf(now)}-01`}::timestamp AT TIME ZONE 'America/Bogota', ${hoursAgo(now, REFUSAL_HOURS_MAX)})
    ORDER BY at`.execute(connection)
  return found.rows
}

interface MonthTotal {
  readonly month: string
  readonly total: bigint
}

/** Without pesos on either side: at the dollar of that day, or of now while that day has none. USDT have 6 decimals, prices 8. */
async function tradesOf(connection: Connection, { accountId }: Subject, since: string): Promise<MonthTotal[]> {
  const found = await sql<MonthTotal>`SELECT to_char(ended_at AT TIME ZONE 'America/Bogota', 'YYYY-MM') AS month, sum(trunc(CASE
      WHEN asset = 'COP' THEN amount WHEN received_asset = 'COP' THEN received_amount
      ELSE CASE WHEN asset = 'USDT' THEN amount ELSE received_amount END * coalesce(
        (SELECT close FROM pricing.dollar_report WHERE open_at <= ended_at ORDER BY open_at DESC LIMIT 1),
        (SELECT price FROM pricing.price WHERE pair = 'COPUSDT'), 0) / 1000000000000 END)) AS total
    FROM trading.trade_movement WHERE account_id = ${accountId} AND state = 'settled'
      AND ended_at >= (${since}::timestamp AT TIME ZONE 'America/Bogota') GROUP BY 1`.execute(connection)
  return found.rows
}

function monthsOf(moved: readonly { month: string; used: bigint }[], trades: readonly MonthTotal[]): MoneyFacts['months'] {
  const months = new Map<string, { moved: bigint; traded: bigint }>()
  const add = (month: string, by: { moved: bigint; traded: bigint }) => {
    const known = months.get(month) ?? { moved: 0n, traded: 0n }
    months.set(month, { moved: known.moved + by.moved, traded: known.traded + by.traded })
  }
  for (const { month, used } of moved) if (used > 0n) add(month, { moved: used, traded: 0n })
  for (const { month, total } of trades) if (total > 0n) add(month, { moved: 0n, traded: total })
  return months
}

async function surveyOf(connection: Connection, { accountId }: Subject): Promise<Survey | null> {
  const found = await sql<{ a: number; b: number; answeredAt: Date }>`SELECT response_a AS a, response_b AS b, answered_at AS "answeredAt"
    FROM kyc.survey_report WHERE account_id = ${accountId} ORDER BY answered_at DESC LIMIT 1`.execute(connection)
  const last = found.rows[0]
  if (!last) return null
  const upper = (band: readonly [number, number | null] | undefined) => (band?.[1] ? BigInt(band[1]) * MILLION_COP : null)
  return { monthly: upper(SURVEY_BANDS.monthly[last.a]), yearly: upper(SURVEY_BANDS.yearly[last.b]), answeredAt: last.answeredAt }
}

async function foundOf(connection: Connection, { accountId, openAlerts }: Subject): Promise<MoneyFacts['found']> {
  if (openAlerts.length === 0) return []
  const [kinds, since] = [openAlerts.map(({ kind }) => kind), openAlerts.map(({ openedAt }) => openedAt)]
  const found = await sql<MoneyFacts['found'][number]>`SELECT DISTINCT finding.kind, fingerprint FROM monitoring.finding
    JOIN unnest(${kinds}::smallint[], ${since}::timestamptz[]) AS open (kind, since) ON finding.kind = open.kind AND at >= open.since
    WHERE account_id = ${accountId} AND outcome <> 'test'`.execute(connection)
  return found.rows
}
