/** Deposits and withdrawals of a customer, one by one. */
import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { daysAgo } from '../times.ts'
import type { FactReader, Moment } from '../types.ts'
import { type Activity, earlierMovements, tradesAt } from './activity.ts'
import { askedPeople, byAccount, factsAt, ifKnown, isLater, isOnceEach, type OfAccount } from './moments.ts'
import { declaredProfiles, type Profile } from './profile.ts'
import { firstVerifiedAt } from './verified.ts'

export interface Movement {
  readonly id: string
  readonly direction: 'in' | 'out'
  /** COP cents at the time it was counted. */
  readonly valueCop: bigint
  readonly asset: AssetCode
  /** In units of its asset. */
  readonly amount: bigint
  /** Time of the request or of the detection. */
  readonly at: Date
  /** Null while it is in flight. */
  readonly endedAt: Date | null
}
export interface MovementFacts {
  /** In the last 30 days, oldest first; failed and returned ones are omitted. */
  readonly movements: readonly Movement[]
  /** Earlier activity and later trades, oldest first; for the time before the 30 days the newest of each source. */
  readonly activity: readonly Activity[]
  readonly firstVerifiedAt: Date | null
  readonly profile: Profile | null
}

const DAYS = 30
/** Bound of the newest rows; no customer has as many in a month. */
const MOVEMENTS_MAX = 5_000
/** Bound for a query over several months. */
const ROWS_MAX = 20_000

const TABLES = ['payments.deposit_movement', 'payments.withdrawal_movement', 'crypto.deposit_movement', 'crypto.withdrawal_movement'].map(
  (name) => sql.table(name),
)
const ALL = sql.join(
  TABLES.map((table) => sql`SELECT id, account_id, kind, state, asset, amount, created_at, ended_at FROM ${table}`),
  sql` UNION ALL `,
)
export const SOURCES = sql`(${ALL}) AS movement`
/** Deposits count from their arrival, withdrawals unless they are returned: `counts` decides the same for an earlier moment. */
const MAY_COUNT = sql`CASE kind WHEN 'DEPOSIT' THEN state IN ('COMPLETED', 'IN_REVIEW')
  ELSE state NOT IN ('RETURNED', 'CANCELLED', 'REJECTED', 'FAILED') OR ended_at > asked.first END`
const WINDOW = sql`(asked.first - interval '${sql.raw(String(DAYS * 24))} hours')`

interface Row extends Movement, OfAccount {
  /** True when the deposit arrived, waits for officers, and has not ended. */
  readonly isInReview: boolean
  /** A withdrawal whose money came back. */
  readonly isUndone: boolean
}

export const movementFacts: FactReader<MovementFacts> = async (connection, moments) => {
  const rows = await movementsOf(connection, moments)
  const earlier = byAccount(await earlierMovements(connection, moments, { source: TABLES, counts: MAY_COUNT, window: WINDOW }))
  const trades = await tradesAt(connection, moments, WINDOW)
  const verifiedAt = await firstVerifiedAt(connection, moments)
  const profiles = await declaredProfiles(connection, moments)
  const facts = factsAt(moments, rows, (own, moment) => {
    const since = daysAgo(moment.now, DAYS)
    const counted = own.filter((row) => counts(row, moment))
    const before = [...(earlier.get(moment.accountId) ?? []), ...counted.filter(({ at }) => at <= since)]
    return {
      movements: counted
        .filter(({ at }) => at > since)
        .slice(-MOVEMENTS_MAX)
        .map(({ id, direction, valueCop, asset, amount, at, endedAt }) => ({
          id,
          direction,
          valueCop,
          asset,
          amount,
          at,
          endedAt: ifKnown(endedAt, moment),
        })),
      before: before.map(({ at, valueCop }) => ({ at, valueCop })),
    }
  })
  return facts.map(({ movements, before }, place) => ({
    movements,
    activity: [...before, ...(trades[place] ?? [])].sort((one, other) => one.at.getTime() - other.at.getTime()),
    firstVerifiedAt: verifiedAt[place] ?? null,
    profile: profiles[place] ?? null,
  }))
}

/** A deposit that waited for officers and was completed counts from its completion: the start of the wait is not stored. */
function counts({ direction, at, endedAt, isInReview, isUndone }: Row, moment: Moment): boolean {
  if (isLater(at, moment)) return false
  return direction === 'in' ? isInReview || !isLater(endedAt, moment) : !isUndone || isLater(endedAt, moment)
}

/** Oldest first, from the start of the first window on. */
async function movementsOf(connection: Connection, moments: readonly Moment[]): Promise<Row[]> {
  const found = await sql<Row>`SELECT found.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT movement.account_id AS "accountId", id, CASE kind WHEN 'DEPOSIT' THEN 'in' ELSE 'out' END AS direction,
        coalesce(operation.amount, CASE WHEN asset = 'COP' THEN movement.amount ELSE 0 END) AS "valueCop", asset,
        movement.amount, created_at AS at, ended_at AS "endedAt", state = 'IN_REVIEW' AS "isInReview", state IN ('RETURNED', 'CANCELLED', 'REJECTED', 'FAILED') AS "isUndone"
      FROM ${SOURCES} LEFT JOIN limits.operation_report AS operation ON operation_id = id
      WHERE movement.account_id = asked.account_id AND created_at > ${WINDOW} AND created_at <= asked.until AND (${MAY_COUNT})
      ORDER BY created_at DESC, id LIMIT ${isOnceEach(moments) ? MOVEMENTS_MAX : ROWS_MAX}) AS found ORDER BY at, id DESC`.execute(
    connection,
  )
  return found.rows
}
