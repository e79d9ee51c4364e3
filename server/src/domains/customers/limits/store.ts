/** SQL of the use of monthly limits. */
import { sql } from 'kysely'
import { type Connection, shortIdleTimeout, type Transaction } from '../../../platform/database/database.ts'
import { type Fact, inserted, updated } from '../../../platform/unit-of-work/index.ts'
import type { Direction, IntendedUse, MonthInGroup } from './types.ts'

const SHORT_IDLE = sql.raw(shortIdleTimeout())

export interface Month {
  accountId: string
  month: string
  direction: Direction
}

/** Use of the month by earlier accounts of the person. They are closed, so they begin no more operations. */
const usedEarlier = (account: string, month: string, direction: string): string =>
  `coalesce((SELECT sum(earlier.used) FROM kyc.earlier_account AS link JOIN limits.month_use AS earlier ON earlier.account_id = link.earlier_id
    WHERE link.account_id = ${account} AND earlier.month = ${month} AND earlier.direction = ${direction}), 0)`
const usedEarlierBy = (row: string) => sql.raw(usedEarlier(`${row}.account_id`, `${row}.month`, `${row}.direction`))
const USED = sql`month_use.used + ${usedEarlierBy('month_use')}`

/** Lock the month and return its use so far. Until the transaction ends no other transaction counts on this month. */
export async function lockMonth(tx: Transaction, { accountId, month, direction }: Month): Promise<bigint> {
  const locked = await sql<{ used: bigint; idle: string }>`INSERT INTO limits.month_use (account_id, month, direction, used)
    VALUES (${accountId}, ${month}, ${direction}, 0)
    ON CONFLICT (account_id, month, direction) DO UPDATE SET used = month_use.used RETURNING ${USED} AS used, ${SHORT_IDLE} AS idle`.execute(
    tx,
  )
  return locked.rows[0]?.used ?? 0n
}

/** Fact of a month, by names of the keys: id of the account, first day of the month. */
export const monthFact = (key: string, month: string, direction: Direction): Fact<MonthInGroup> => ({
  text: `SELECT jsonb_build_array((SELECT used::text FROM limits.month_use WHERE account_id = asked.${key} AND month = asked.${month}
    AND direction = '${direction}'), ${usedEarlier(`asked.${key}`, `asked.${month}`, `'${direction}'`)}::text)`,
  read(json) {
    const [own, earlier] = json as [string | null, string]
    return { own: own === null ? null : BigInt(own), used: BigInt(own ?? 0) + BigInt(earlier) }
  },
})

/** Insert the row of a month. A group changes a month on the condition of the use that it read, which needs a row. */
export async function beginMonth(connection: Connection, { accountId, month, direction }: Month): Promise<void> {
  await sql`INSERT INTO limits.month_use (account_id, month, direction, used) VALUES (${accountId}, ${month}, ${direction}, 0)
    ON CONFLICT (account_id, month, direction) DO NOTHING`.execute(connection)
}

type MonthCounted = Month & { readonly before: bigint; readonly after: bigint }
export const MONTHS_COUNTED = updated<MonthCounted>('limits.month_use', {
  key: [
    ['account_id', 'uuid', ({ accountId }) => accountId],
    ['month', 'date', ({ month }) => month],
    ['direction', 'text', ({ direction }) => direction],
  ],
  unchanged: [['used', 'numeric', ({ before }) => before]],
  set: [['used', 'numeric', ({ after }) => after]],
})

export const OPERATIONS_COUNTED = inserted<IntendedUse & Pick<Month, 'month'>>('limits.operation_use', [
  ['operation_id', 'uuid', ({ operationId }) => operationId],
  ['account_id', 'uuid', ({ accountId }) => accountId],
  ['month', 'date', ({ month }) => month],
  ['direction', 'text', ({ direction }) => direction],
  ['amount', 'numeric', ({ amountCop }) => amountCop],
  ['is_counted', 'bool', () => true],
])

/** Fact that the use of an operation was released: it is counted again when its money arrives. Parameter is the name of a key. */
export const releasedFact = (operation: string): Fact<boolean> => ({
  text: `SELECT to_jsonb(NOT is_counted) FROM limits.operation_use WHERE operation_id = asked.${operation}`,
  read: (json) => json === true,
})

export async function isKnown(tx: Transaction, operationId: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM limits.operation_use WHERE operation_id = ${operationId}`.execute(tx)
  return found.rows.length > 0
}

export async function count(tx: Transaction, { operationId, accountId, direction, amountCop }: IntendedUse, month: string): Promise<void> {
  await sql`INSERT INTO limits.operation_use (operation_id, account_id, month, direction, amount, is_counted)
    VALUES (${operationId}, ${accountId}, ${month}, ${direction}, ${amountCop}, true)`.execute(tx)
  await sql`UPDATE limits.month_use SET used = used + ${amountCop}
    WHERE account_id = ${accountId} AND month = ${month} AND direction = ${direction}`.execute(tx)
}

/** Count an operation, or stop counting it. Returns the new use of its month, or null when nothing changed. */
export async function setCounted(
  tx: Transaction,
  operationId: string,
  isCounted: boolean,
): Promise<{ accountId: string; used: bigint } | null> {
  const set = await sql<{ accountId: string; used: bigint }>`WITH changed AS (
      UPDATE limits.operation_use SET is_counted = ${isCounted} WHERE operation_id = ${operationId} AND is_counted <> ${isCounted}
      RETURNING account_id, month, direction, amount)
    UPDATE limits.month_use m SET used = m.used + CASE WHEN ${isCounted} THEN changed.amount ELSE -changed.amount END
    FROM changed WHERE m.account_id = changed.account_id AND m.month = changed.month AND m.direction = changed.direction
    RETURNING m.account_id AS "accountId",
      m.used + ${usedEarlierBy('m')} AS used`.execute(tx)
  return set.rows[0] ?? null
}

export async function usedIn(connection: Connection, { accountId, month, direction }: Month): Promise<bigint> {
  const found = await sql<{
    used: bigint
  }>`SELECT coalesce((SELECT used FROM limits.month_use AS own WHERE own.account_id = asked.account_id
      AND own.month = asked.month AND own.direction = asked.direction), 0) + ${usedEarlierBy('asked')} AS used
    FROM (SELECT ${accountId}::uuid AS account_id, ${month}::date AS month, ${direction}::text AS direction) AS asked`.execute(connection)
  return found.rows[0]?.used ?? 0n
}
