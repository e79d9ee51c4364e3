/** SQL of what was used of a monthly limit. */
import { sql } from 'kysely'
import { type Connection, shortIdle, type Transaction } from '../../platform/database.ts'
import type { Direction, IntendedUse } from './types.ts'

const SHORT_IDLE = sql.raw(shortIdle())

interface Month {
  accountId: string
  month: string
  direction: Direction
}

/** What earlier accounts of the person used in the month: they are closed, so no operation of theirs begins any more. */
const usedEarlier = (accountId: ReturnType<typeof sql>, month: ReturnType<typeof sql>, direction: ReturnType<typeof sql>) =>
  sql`coalesce((SELECT sum(earlier.used) FROM kyc.earlier_account AS link JOIN limits.month_use AS earlier ON earlier.account_id = link.earlier_id
    WHERE link.account_id = ${accountId} AND earlier.month = ${month} AND earlier.direction = ${direction}), 0)`
const USED = sql`month_use.used + ${usedEarlier(sql`month_use.account_id`, sql`month_use.month`, sql`month_use.direction`)}`

/** What the person used so far; until the transaction ends no other one counts on this month. */
export async function lockMonth(tx: Transaction, { accountId, month, direction }: Month): Promise<bigint> {
  const locked = await sql<{ used: bigint; idle: string }>`INSERT INTO limits.month_use (account_id, month, direction, used)
    VALUES (${accountId}, ${month}, ${direction}, 0)
    ON CONFLICT (account_id, month, direction) DO UPDATE SET used = month_use.used RETURNING ${USED} AS used, ${SHORT_IDLE} AS idle`.execute(
    tx,
  )
  return locked.rows[0]?.used ?? 0n
}

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

/** What its month has used now; null when the operation already was as wanted, and nothing changed. */
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
      m.used + ${usedEarlier(sql`m.account_id`, sql`m.month`, sql`m.direction`)} AS used`.execute(tx)
  return set.rows[0] ?? null
}

export async function usedIn(connection: Connection, { accountId, month, direction }: Month): Promise<bigint> {
  const found = await sql<{ used: bigint }>`SELECT coalesce((SELECT used FROM limits.month_use
      WHERE account_id = ${accountId} AND month = ${month} AND direction = ${direction}), 0)
    + ${usedEarlier(sql`${accountId}`, sql`${month}`, sql`${direction}`)} AS used`.execute(connection)
  return found.rows[0]?.used ?? 0n
}
