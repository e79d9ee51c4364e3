/** Third parties that pay a customer, and destinations that the customer pays for the first time. */
import { ALERT_RULES } from '@tunjo/contract/alert-rule-catalogue'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { daysAgo } from '../times.ts'
import type { FactReader, Moment } from '../types.ts'
import { askedPeople, factsAt, isLater, isOnceEach, type OfAccount } from './moments.ts'

export interface ThirdPartyDeposit {
  readonly id: string
  /** Person, bank account, address or customer: a key to distinguish them, never shown. */
  readonly payer: string
  readonly at: Date
}
export interface Payout {
  readonly id: string
  /** Bank account or address. */
  readonly destination: string
  readonly at: Date
  /** First payout request to it that was not returned. */
  readonly firstAt: Date
}

const PAYER_DAYS = ALERT_RULES.VARIOS_PAGADORES.numbers.days.maximum
const DESTINATION_DAYS = ALERT_RULES.DESTINOS_NUEVOS.numbers.days.maximum
/** Bound of the newest rows; no customer has as many in a month. */
const ROWS_MAX = 5_000
/** Bound for a query over several months. */
const ROWS_OF_MONTHS_MAX = 20_000
const UNDONE = sql`('RETURNED', 'CANCELLED', 'REJECTED', 'FAILED')`
const days = (count: number) => sql`interval '${sql.raw(String(count * 24))} hours'`
const rowsMax = (moments: readonly Moment[]): number => (isOnceEach(moments) ? ROWS_MAX : ROWS_OF_MONTHS_MAX)

type DepositRow = ThirdPartyDeposit & OfAccount & { readonly endedAt: Date | null; readonly isInReview: boolean }

/** In the longest window that the rule may have, oldest first. */
export const thirdPartyDeposits: FactReader<readonly ThirdPartyDeposit[]> = async (connection, moments) => {
  const found = await sql<DepositRow>`SELECT newest.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", id, payer, created_at AS at, ended_at AS "endedAt", state = 'IN_REVIEW' AS "isInReview"
      FROM (SELECT * FROM payments.third_party_deposit UNION ALL SELECT * FROM crypto.third_party_deposit) AS deposit
      WHERE deposit.account_id = asked.account_id AND created_at > asked.first - ${days(PAYER_DAYS)} AND created_at <= asked.until
        AND state IN ('COMPLETED', 'IN_REVIEW')
      ORDER BY created_at DESC, id LIMIT ${rowsMax(moments)}) AS newest ORDER BY at, id`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) =>
    own
      .filter(({ at, endedAt, isInReview }) => isIn(at, moment, PAYER_DAYS) && (isInReview || !isLater(endedAt, moment)))
      .map(({ id, payer, at }) => ({ id, payer, at })),
  )
}

type PayoutRow = Payout & OfAccount & { readonly endedAt: Date | null; readonly isUndone: boolean }

/** In the longest window that the rule may have, oldest first; returned payouts are omitted. */
export const payouts: FactReader<readonly Payout[]> = async (connection, moments) => {
  const rows = await payoutsOf(connection, moments)
  return factsAt(moments, rows, (own, moment) =>
    own
      .filter(({ at, endedAt, isUndone }) => isIn(at, moment, DESTINATION_DAYS) && (!isUndone || isLater(endedAt, moment)))
      .map(({ id, destination, at, firstAt }) => ({ id, destination, at, firstAt })),
  )
}

const isIn = (at: Date, moment: Moment, count: number): boolean => at > daysAgo(moment.now, count) && !isLater(at, moment)

/** Whether a destination is new depends on the newest payouts of the customer at any time. */
async function payoutsOf(connection: Connection, moments: readonly Moment[]): Promise<PayoutRow[]> {
  const found = await sql<PayoutRow>`SELECT payout.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", id, destination, created_at AS at, ended_at AS "endedAt", state IN ${UNDONE} AS "isUndone",
        min(created_at) OVER (PARTITION BY destination) AS "firstAt"
      FROM (SELECT * FROM (SELECT * FROM payments.destination_report UNION ALL SELECT * FROM crypto.destination_report) AS own
        WHERE own.account_id = asked.account_id AND created_at <= asked.until AND (state NOT IN ${UNDONE} OR ended_at > asked.first)
        ORDER BY created_at DESC, id LIMIT ${ROWS_OF_MONTHS_MAX}) AS newest) AS payout
    WHERE payout.at > asked.first - ${days(DESTINATION_DAYS)} ORDER BY at, id`.execute(connection)
  return found.rows
}
