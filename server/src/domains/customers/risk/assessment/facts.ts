/**
 * SQL of the facts for risk assessments, for any number of customers in the same few queries over the views of their owners. Takes no
 * locks.
 */

import { bogotaDay } from '@tunjo/contract/bogota-day'
import { SURVEY_BANDS } from '@tunjo/contract/kyc-forms'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { OpenAlert, RiskFacts, ScreeningCause } from './types.ts'

export interface Asked {
  readonly now: Date
  /** Period in which withdrawals count. */
  readonly withdrawalDays: number
  codeOfActivity(id: number): string | null
}
type Ids = readonly string[]
interface OfAccount {
  readonly accountId: string
}

const DAY_MS = 86_400_000
const MILLION_COP = 100_000_000n
/** Twelve months with the current one. */
const MONTHS_BEFORE = 11
const WALLETS_SHOWN = 5

/** In the order of the ids. */
export async function riskFacts(connection: Connection, accountIds: Ids, asked: Asked): Promise<RiskFacts[]> {
  if (accountIds.length === 0) return []
  const created = byAccount(await createdOf(connection, accountIds))
  const alerts = byAccount(await alertsOf(connection, accountIds))
  const causes = byAccount(await causesOf(connection, accountIds))
  const wallets = byAccount(await sanctionedWalletsOf(connection, accountIds))
  const profiles = byAccount(await profilesOf(connection, accountIds))
  const surveys = byAccount(await surveysOf(connection, accountIds))
  const months = byAccount(await monthsOf(connection, accountIds, asked.now))
  const trades = byAccount(await tradesOf(connection, accountIds, asked.now))
  const withdrawals = byAccount(await withdrawalsOf(connection, accountIds, asked))
  return accountIds.map((accountId) => {
    const own = profiles.get(accountId) ?? []
    const activities = own.flatMap(({ activityId }) => (activityId === null ? [] : (asked.codeOfActivity(activityId) ?? [])))
    return {
      accountId,
      createdAt: created.get(accountId)?.[0]?.createdAt ?? null,
      openAlerts: (alerts.get(accountId) ?? []).map(({ kind, typeId, severity }) => ({ kind, typeId, severity })),
      causes: (causes.get(accountId) ?? []).map(({ cause, ref, detail }) => ({ cause, ref, detail })),
      sanctionedWallets: (wallets.get(accountId) ?? []).map(({ address }) => address).slice(0, WALLETS_SHOWN),
      activityCodes: [...new Set(activities)],
      countries: [...new Set(own.flatMap(({ countries }) => countries))],
      declared: declaredOf(surveys.get(accountId)?.[0]),
      movedInMonth: (months.get(accountId) ?? []).reduce((most, { used }) => (used > most ? used : most), 0n),
      tradedInYear: trades.get(accountId)?.[0]?.total ?? 0n,
      withdrawn: withdrawals.get(accountId)?.[0]?.total ?? 0n,
      withdrawnAsTokens: withdrawals.get(accountId)?.[0]?.asTokens ?? 0n,
    }
  })
}

function byAccount<Row extends OfAccount>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const own = found.get(row.accountId)
    if (own) own.push(row)
    else found.set(row.accountId, [row])
  }
  return found
}

const among = (ids: Ids) => sql`= ANY(${[...ids]}::uuid[])`

const createdOf = async (connection: Connection, ids: Ids) =>
  (
    await sql<OfAccount & { createdAt: Date }>`SELECT id AS "accountId", created_at AS "createdAt" FROM identity.user_report
      WHERE id ${among(ids)}`.execute(connection)
  ).rows

const alertsOf = async (connection: Connection, ids: Ids) =>
  (
    await sql<OfAccount & OpenAlert>`SELECT account_id AS "accountId", kind, type_id AS "typeId", severity FROM alerts.episode_report
      WHERE account_id ${among(ids)} AND state = 'open' ORDER BY account_id, kind, type_id`.execute(connection)
  ).rows

const causesOf = async (connection: Connection, ids: Ids) =>
  (
    await sql<OfAccount & ScreeningCause>`SELECT account_id AS "accountId", cause, ref, detail FROM screening.risk_cause
      WHERE account_id ${among(ids)} ORDER BY account_id, cause, ref`.execute(connection)
  ).rows

/** Addresses that the customer saved. Tokens from a listed address are stopped on arrival (crypto). */
const sanctionedWalletsOf = async (connection: Connection, ids: Ids) =>
  (
    await sql<OfAccount & { address: string }>`SELECT account_id AS "accountId", address FROM (
        SELECT DISTINCT account_id, address FROM crypto.wallet_use WHERE account_id ${among(ids)} AND role = 'saved') AS saved
      WHERE screening.is_listed_address(address) ORDER BY account_id, address`.execute(connection)
  ).rows

interface Profile extends OfAccount {
  readonly activityId: number | null
  readonly countries: readonly string[]
}
/** Declared profile, during a renewal also the accepted one before it, and the verified residence. In a stable order. */
const profilesOf = async (connection: Connection, ids: Ids) =>
  (
    await sql<Profile>`SELECT account_id AS "accountId", activity_id AS "activityId",
        array_remove(array_prepend(nullif(country, ''), shareholder_countries), NULL) AS countries
      FROM kyc.risk_profile WHERE account_id ${among(ids)}
      UNION ALL SELECT account_id, NULL, ARRAY[country] FROM kyc.residence_report WHERE account_id ${among(ids)}
      ORDER BY 1, 2 NULLS LAST, 3`.execute(connection)
  ).rows

interface Survey extends OfAccount {
  readonly a: number
  readonly b: number
}
const surveysOf = async (connection: Connection, ids: Ids) =>
  (
    await sql<Survey>`SELECT DISTINCT ON (account_id) account_id AS "accountId", response_a AS a, response_b AS b FROM kyc.survey_report
      WHERE account_id ${among(ids)} ORDER BY account_id, answered_at DESC`.execute(connection)
  ).rows

function declaredOf(survey: Survey | undefined): RiskFacts['declared'] {
  if (!survey) return null
  const upper = (band: readonly [number, number | null] | undefined) => (band?.[1] ? BigInt(band[1]) * MILLION_COP : null)
  return { monthly: upper(SURVEY_BANDS.monthly[survey.a]), yearly: upper(SURVEY_BANDS.yearly[survey.b]) }
}

const monthsOf = async (connection: Connection, ids: Ids, now: Date) =>
  (
    await sql<OfAccount & { used: bigint }>`SELECT account_id AS "accountId", used FROM limits.month_report
      WHERE account_id ${among(ids)} AND month = ${`${bogotaDay(now).slice(0, 7)}-01`}`.execute(connection)
  ).rows

const tradesOf = async (connection: Connection, ids: Ids, now: Date) =>
  (
    await sql<
      OfAccount & { total: bigint }
    >`SELECT account_id AS "accountId", sum(value_cop)::numeric(78,0) AS total FROM trading.settled_volume
      WHERE account_id ${among(ids)} AND settled_at >= (date_trunc('month', ${now}::timestamptz AT TIME ZONE 'America/Bogota')
        - make_interval(months => ${MONTHS_BEFORE})) AT TIME ZONE 'America/Bogota' GROUP BY account_id`.execute(connection)
  ).rows

interface Withdrawn extends OfAccount {
  readonly total: bigint
  readonly asTokens: bigint
}
/** Withdrawals counted against the month, in pesos at the time of the request. Returned ones are excluded. */
const withdrawalsOf = async (connection: Connection, ids: Ids, { now, withdrawalDays }: Asked) =>
  (
    await sql<Withdrawn>`SELECT own.account_id AS "accountId", sum(operation.amount)::numeric(78,0) AS total,
        coalesce(sum(operation.amount) FILTER (WHERE own.is_token), 0)::numeric(78,0) AS "asTokens"
      FROM (SELECT id, account_id, false AS is_token FROM payments.withdrawal_movement
          WHERE account_id ${among(ids)} AND created_at > ${new Date(now.getTime() - withdrawalDays * DAY_MS)}
        UNION ALL SELECT id, account_id, true FROM crypto.withdrawal_movement
          WHERE account_id ${among(ids)} AND kind = 'WITHDRAWAL' AND created_at > ${new Date(now.getTime() - withdrawalDays * DAY_MS)}) AS own
      JOIN limits.operation_report AS operation ON operation.operation_id = own.id AND operation.is_counted AND operation.direction = 'withdrawal'
      GROUP BY own.account_id`.execute(connection)
  ).rows
