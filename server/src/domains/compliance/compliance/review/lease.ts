/**
 * Review lease: one officer at a time reviews a customer's documents. It expires after 15 minutes, so an absent officer does not block a
 * case. A decision under another officer's lease is refused with that officer's name, without changes.
 */
import type { Lease } from '@tunjo/contract/compliance-review'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { formatTime } from '../../../../platform/time/format-date.ts'
import type { Identity } from '../../../customers/identity/index.ts'

export const LEASE_MINUTES = 15

export interface LeaseRow {
  accountId: string
  officerId: string
  takenAt: Date
  until: Date
}
const LEASE = sql`account_id AS "accountId", officer_id AS "officerId", taken_at AS "takenAt", until`

/** Take or renew the lease; the lease of another officer is returned unchanged. */
export async function takeLease(tx: Transaction, { accountId, officerId, now }: { accountId: string; officerId: string; now: Date }) {
  const until = new Date(now.getTime() + LEASE_MINUTES * 60_000)
  const taken = await sql<LeaseRow>`INSERT INTO compliance.review_lease AS held (account_id, officer_id, taken_at, until)
    VALUES (${accountId}, ${officerId}, ${now}, ${until})
    ON CONFLICT (account_id) DO UPDATE SET officer_id = EXCLUDED.officer_id, until = EXCLUDED.until,
      taken_at = CASE WHEN held.officer_id = EXCLUDED.officer_id AND held.until > ${now} THEN held.taken_at ELSE EXCLUDED.taken_at END
    WHERE held.officer_id = EXCLUDED.officer_id OR held.until <= ${now} RETURNING ${LEASE}`.execute(tx)
  const row = taken.rows[0] ?? (await leaseOf(tx, accountId, now))
  if (!row) throw new Error('a lease was neither taken nor held by another officer')
  return row
}

/** Null when there is no lease in force. */
export async function leaseOf(connection: Connection, accountId: string, now: Date): Promise<LeaseRow | null> {
  const found = await sql<LeaseRow>`SELECT ${LEASE} FROM compliance.review_lease
    WHERE account_id = ${accountId} AND until > ${now}`.execute(connection)
  return found.rows[0] ?? null
}

/** False when it belonged to another officer. */
export async function releaseLease(tx: Transaction, { accountId, officerId, now }: { accountId: string; officerId: string; now: Date }) {
  const ended = await sql`UPDATE compliance.review_lease SET until = ${now}
    WHERE account_id = ${accountId} AND officer_id = ${officerId} AND until > ${now} RETURNING 1`.execute(tx)
  return ended.rows.length > 0
}

/** In the transaction of a decision, which the lease outlives. @throws Refused `compliance.taken` */
export async function checkLease(
  tx: Transaction,
  identity: Pick<Identity, 'person'>,
  { accountId, officerId, now }: { accountId: string; officerId: string; now: Date },
): Promise<void> {
  const found = await sql<LeaseRow>`SELECT ${LEASE} FROM compliance.review_lease
    WHERE account_id = ${accountId} AND until > ${now} FOR SHARE`.execute(tx)
  const held = found.rows[0]
  if (!held || held.officerId === officerId) return
  const officer = (await identity.person(held.officerId, tx))?.email ?? ''
  refuse('compliance.taken', { officer, until: formatTime(held.until) })
}

export async function toLease(
  identity: Pick<Identity, 'person'>,
  { officerId, takenAt, until }: LeaseRow,
  callerId: string,
): Promise<Lease> {
  const officer = (await identity.person(officerId))?.email ?? ''
  return { officerId, officer, isMine: officerId === callerId, takenAt: takenAt.toISOString(), until: until.toISOString() }
}
