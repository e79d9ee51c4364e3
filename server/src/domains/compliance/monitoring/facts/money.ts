/**
 * Money that a customer moved, compared with their limits and their declaration. Amounts in COP cents, months in Bogotá time as `2026-11`.
 */
import { ALERT_RULES } from '@tunjo/contract/alert-rule-catalogue'
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { SURVEY_BANDS } from '@tunjo/contract/kyc-forms'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { hoursAgo } from '../times.ts'
import type { FactReader, Moment } from '../types.ts'
import { askedPeople, factsAt, isLater, type OfAccount } from './moments.ts'
import { SOURCES } from './movements.ts'
import { type Peers, peersIn } from './peers.ts'
import { TRADE_VALUE } from './trades.ts'

export type Direction = 'deposit' | 'withdrawal'

export interface MoneyFacts {
  /** Use of this month, counted against its maximum. */
  readonly used: Readonly<Record<Direction, bigint>>
  /** Tokens that arrived above the maximum and wait for officers: they cannot be refused. */
  readonly waiting: bigint
  /** Refusals of this month, oldest first. */
  readonly refusals: readonly { readonly operationId: string; readonly direction: Direction; readonly maximum: bigint; readonly at: Date }[]
  /** The same for each of the last twelve months; months without movement are omitted. */
  readonly usedByMonth: ReadonlyMap<string, Readonly<Record<Direction, bigint>>>
  /** Deposits, withdrawals and trades of the last twelve months. Months without movement are omitted. */
  readonly months: ReadonlyMap<string, { readonly moved: bigint; readonly traded: bigint }>
  readonly survey: Survey | null
  /**
   * Peer statistics by month, verified level and yearly survey band: the number of customers who traded, and the 99th percentile of their
   * volume.
   */
  readonly peers: ReadonlyMap<string, Peers>
}
export interface Survey {
  readonly id: string
  /** Position among the bands. */
  readonly yearlyBand: number
  /** Upper ends of the bands; null = or more. */
  readonly monthly: bigint | null
  readonly yearly: bigint | null
  readonly answeredAt: Date
}

const REFUSAL_HOURS_MAX = ALERT_RULES.RETIROS.numbers.refusalHours.maximum
const MILLION_COP = 100_000_000n
/** Twelve months with the current one. */
const MONTHS_BEFORE = 11

export const monthOf = (at: Date): string => bogotaDay(at).slice(0, 7)
/** The month so many months earlier, `2026-11` and 1: `2026-10`. */
export function monthBefore(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7)
}

export const moneyFacts: FactReader<MoneyFacts> = async (connection, moments) => {
  const used = await usedAt(connection, moments)
  const waiting = await waitingAt(connection, moments)
  const refusals = await refusalsAt(connection, moments)
  const trades = await tradesAt(connection, moments)
  const surveys = await surveysAt(connection, moments)
  const peers = await peersIn(connection)
  const monthAt = onceEachTime(monthOf)
  return moments.map(({ now }, place) => {
    const [months, month] = [used[place] ?? [], monthAt(now)]
    const usedByMonth = usedByMonthOf(months)
    return {
      used: usedByMonth.get(month) ?? NOTHING,
      usedByMonth,
      waiting: waiting[place] ?? 0n,
      refusals: refusals[place] ?? [],
      months: monthsOf(months, trades[place] ?? []),
      survey: surveys[place] ?? null,
      peers,
    }
  })
}

const NOTHING: Readonly<Record<Direction, bigint>> = { deposit: 0n, withdrawal: 0n }
function usedByMonthOf(rows: readonly MonthUse[]): MoneyFacts['usedByMonth'] {
  const months = new Map<string, Readonly<Record<Direction, bigint>>>()
  for (const { month, direction, used } of rows) months.set(month, { ...NOTHING, ...months.get(month), [direction]: used })
  return months
}

/** Memoised by time: many customers are evaluated at the same few times. */
function onceEachTime<T>(of: (at: Date) => T): (at: Date) => T {
  const known = new Map<number, T>()
  return (at) => {
    const answer = known.get(at.getTime()) ?? of(at)
    known.set(at.getTime(), answer)
    return answer
  }
}

/** First month that is read. */
export const firstMonth = (now: Date): string => monthBefore(monthOf(now), MONTHS_BEFORE)
const FIRST_MONTH = sql`date_trunc('month', asked.first AT TIME ZONE 'America/Bogota') - interval '${sql.raw(String(MONTHS_BEFORE))} months'`

interface MonthUse extends OfAccount {
  readonly month: string
  readonly direction: Direction
  readonly used: bigint
}

/** For an earlier moment: the use of the month, without what was counted after it. */
async function usedAt(connection: Connection, moments: readonly Moment[]): Promise<MonthUse[][]> {
  const { rows } = await sql<MonthUse>`SELECT report.account_id AS "accountId", to_char(month, 'YYYY-MM') AS month, direction, used
    FROM ${askedPeople(moments)} JOIN limits.month_report AS report ON report.account_id = asked.account_id
      AND month >= ${FIRST_MONTH}`.execute(connection)
  const later = factsAt(moments, await countedLater(connection, moments), (own, moment) => own.filter(({ at }) => isLater(at, moment)))
  const [firstAt, monthAt] = [onceEachTime(firstMonth), onceEachTime(monthOf)]
  return factsAt(moments, rows, (own) => own).map((own, place) => {
    const moment = moments[place]
    if (!moment) return []
    const [first, last] = [firstAt(moment.now), moment.until ? monthAt(moment.until) : '9999-12']
    return own
      .filter(({ month }) => month >= first && month <= last)
      .map((row) => ({ ...row, used: row.used - totalOf(later[place] ?? [], row) }))
  })
}

interface Counted extends OfAccount {
  readonly month: string
  readonly direction: Direction
  readonly amount: bigint
  readonly at: Date
}
const totalOf = (counted: readonly Counted[], { month, direction }: MonthUse): bigint =>
  counted.reduce((sum, one) => (one.month === month && one.direction === direction ? sum + one.amount : sum), 0n)

/** A deposit counts when it is credited, a withdrawal when it is requested. For the current time no later rows exist. */
async function countedLater(connection: Connection, moments: readonly Moment[]): Promise<Counted[]> {
  const earlier = moments.filter(({ until }) => until !== null)
  if (earlier.length === 0) return []
  const found = await sql<Counted>`SELECT counted.* FROM ${askedPeople(earlier)} CROSS JOIN LATERAL (
      SELECT operation.account_id AS "accountId", to_char(month, 'YYYY-MM') AS month, direction, operation.amount,
        CASE kind WHEN 'DEPOSIT' THEN coalesce(ended_at, created_at) ELSE created_at END AS at
      FROM ${SOURCES} JOIN limits.operation_report AS operation ON operation_id = id
      WHERE movement.account_id = asked.account_id AND operation.account_id = asked.account_id AND is_counted
        AND coalesce(ended_at, created_at) > asked.first) AS counted`.execute(connection)
  return found.rows
}

/** Tokens that wait for officers now, and had arrived by then. */
async function waitingAt(connection: Connection, moments: readonly Moment[]): Promise<bigint[]> {
  const found = await sql<
    OfAccount & { amount: bigint; at: Date }
  >`SELECT deposit.account_id AS "accountId", refusal.amount, created_at AS at
    FROM ${askedPeople(moments)} JOIN crypto.deposit_movement AS deposit ON deposit.account_id = asked.account_id
      JOIN limits.refusal_report AS refusal ON operation_id = deposit.id WHERE deposit.state = 'IN_REVIEW'`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) => own.reduce((sum, { amount, at }) => (isLater(at, moment) ? sum : sum + amount), 0n))
}

/** In the month, and in the hours before it that a rule may count. */
async function refusalsAt(connection: Connection, moments: readonly Moment[]): Promise<MoneyFacts['refusals'][]> {
  const found = await sql<MoneyFacts['refusals'][number] & OfAccount>`SELECT refusal.account_id AS "accountId",
      operation_id AS "operationId", direction, maximum, at
    FROM ${askedPeople(moments)} JOIN limits.refusal_report AS refusal ON refusal.account_id = asked.account_id
      AND at >= least(date_trunc('month', asked.first AT TIME ZONE 'America/Bogota') AT TIME ZONE 'America/Bogota',
        asked.first - interval '${sql.raw(String(REFUSAL_HOURS_MAX))} hours') ORDER BY at`.execute(connection)
  const sinceAt = onceEachTime((now) => {
    const [month, hours] = [startOfBogotaDay(`${monthOf(now)}-01`), hoursAgo(now, REFUSAL_HOURS_MAX)]
    return month < hours ? month : hours
  })
  return factsAt(moments, found.rows, (own, moment) => {
    const since = sinceAt(moment.now)
    return own.filter(({ at }) => at >= since && !isLater(at, moment))
  })
}

interface HourTotal extends OfAccount {
  readonly hour: Date
  readonly total: bigint
}

/** Trade totals by hour. */
async function tradesAt(connection: Connection, moments: readonly Moment[]): Promise<HourTotal[][]> {
  const found =
    await sql<HourTotal>`SELECT trade.account_id AS "accountId", date_trunc('hour', ended_at) AS hour, sum(${TRADE_VALUE}) AS total
    FROM ${askedPeople(moments)} JOIN trading.trade_movement AS trade ON trade.account_id = asked.account_id
      AND state = 'settled' AND ended_at <= asked.until AND ended_at >= (${FIRST_MONTH}) AT TIME ZONE 'America/Bogota'
    GROUP BY 1, 2`.execute(connection)
  const firstAt = onceEachTime(firstMonth)
  return factsAt(moments, found.rows, (own, moment) => {
    const first = firstAt(moment.now)
    return own.filter(({ hour }) => monthOf(hour) >= first && (moment.until === null || hour < moment.until))
  })
}

function monthsOf(moved: readonly MonthUse[], trades: readonly HourTotal[]): MoneyFacts['months'] {
  const months = new Map<string, { moved: bigint; traded: bigint }>()
  const add = (month: string, by: { moved: bigint; traded: bigint }) => {
    const known = months.get(month) ?? { moved: 0n, traded: 0n }
    months.set(month, { moved: known.moved + by.moved, traded: known.traded + by.traded })
  }
  for (const { month, used } of moved) if (used > 0n) add(month, { moved: used, traded: 0n })
  for (const { hour, total } of trades) if (total > 0n) add(monthOf(hour), { moved: 0n, traded: total })
  return months
}

async function surveysAt(connection: Connection, moments: readonly Moment[]): Promise<(Survey | null)[]> {
  const found = await sql<
    OfAccount & { id: string; a: number; b: number; answeredAt: Date }
  >`SELECT survey.account_id AS "accountId", id, response_a AS a,
      response_b AS b, answered_at AS "answeredAt"
    FROM ${askedPeople(moments)} JOIN kyc.survey_report AS survey ON survey.account_id = asked.account_id
    ORDER BY answered_at DESC`.execute(connection)
  const upper = (band: readonly [number, number | null] | undefined) => (band?.[1] ? BigInt(band[1]) * MILLION_COP : null)
  return factsAt(moments, found.rows, (own, moment) => {
    const last = own.find(({ answeredAt }) => !isLater(answeredAt, moment))
    if (!last) return null
    const { id, a, b, answeredAt } = last
    return { id, monthly: upper(SURVEY_BANDS.monthly[a]), yearly: upper(SURVEY_BANDS.yearly[b]), yearlyBand: b, answeredAt }
  })
}
