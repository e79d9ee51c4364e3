/**
 * Clients of a month of Bogotá with their status: verified at least once before it ended, and not closed before it began. Closed: within
 * the month. Active: with a completed movement in the months that count. Inactive: the others. No lawyer has verified these meanings.
 */
import { MOVEMENT_STATE_GROUP, MOVEMENT_STATES } from '@tunjo/contract/movements'
import type { UiafClient } from '@tunjo/contract/regulatory-files'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Identity } from '../../../customers/identity/index.ts'
import { boundsOf, monthsBefore } from './operations.ts'

export interface ClientRow {
  readonly accountId: string
  readonly since: Date
  readonly status: UiafClient['status']
}
interface Verified {
  readonly accountId: string
  readonly since: Date
  readonly hasMoved: boolean
}

/** More need a file in parts, and the file reports it. */
export const CLIENTS_MAX = 100_000
const CLOSED_AT_ONCE = 1_000
const COMPLETED = MOVEMENT_STATES.filter((state) => MOVEMENT_STATE_GROUP[state] === 'complete')
const RAILS = ['payments.deposit_movement', 'payments.withdrawal_movement', 'crypto.deposit_movement', 'crypto.withdrawal_movement', 'trading.trade_movement'] // biome-ignore format: one list

export async function clientsOfMonth(
  { db, identity }: { db: Connection; identity: Pick<Identity, 'closedAccounts'> },
  { month, activityMonths }: { month: string; activityMonths: number },
): Promise<ClientRow[]> {
  const { from, until } = boundsOf(month)
  const closed = await closedBefore(db, identity, until)
  const verified = await verifiedBefore(db, { until, movedSince: boundsOf(monthsBefore(month, activityMonths - 1)).from })
  return verified.flatMap(({ accountId, since, hasMoved }): ClientRow[] => {
    const closedAt = closed.get(accountId)
    if (closedAt && closedAt < from) return []
    return [{ accountId, since, status: closedAt ? 'closed' : hasMoved ? 'active' : 'inactive' }]
  })
}

async function verifiedBefore(connection: Connection, { until, movedSince }: { until: Date; movedSince: Date }): Promise<Verified[]> {
  const moved = RAILS.map(
    (rail) =>
      sql`SELECT account_id FROM ${sql.table(rail)} WHERE state = ANY(${COMPLETED}) AND ended_at >= ${movedSince} AND ended_at < ${until}`,
  )
  // A dossier proves that a person was verified; for dossiers from before changes of level were recorded, the account's creation is the
  // earliest possible date.
  const since = sql`coalesce(level.first_verified_at, account.created_at)`
  const found = await sql<Verified>`SELECT account.id AS "accountId", ${since} AS since,
      account.id IN (${sql.join(moved, sql` UNION `)}) AS "hasMoved"
    FROM identity.user_report account LEFT JOIN kyc.level_report level ON level.account_id = account.id
      LEFT JOIN kyc.document_report dossier ON dossier.account_id = account.id
    WHERE (level.account_id IS NOT NULL OR dossier.account_id IS NOT NULL) AND ${since} < ${until}
    ORDER BY since, account.id LIMIT ${CLIENTS_MAX + 1}`.execute(connection)
  return found.rows
}

async function closedBefore(connection: Connection, identity: Pick<Identity, 'closedAccounts'>, before: Date): Promise<Map<string, Date>> {
  const closed = new Map<string, Date>()
  for (let page = await closedPage(null); page.length > 0; page = await closedPage(page.at(-1) ?? null))
    for (const { accountId, closedAt } of page) closed.set(accountId, closedAt)
  return closed

  function closedPage(after: { accountId: string; closedAt: Date } | null) {
    return identity.closedAccounts(connection, { before, after, limit: CLOSED_AT_ONCE })
  }
}
