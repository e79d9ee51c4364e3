/** Time of the first verification of a customer. */
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Moment } from '../types.ts'
import { askedPeople, ifKnown, type OfAccount } from './moments.ts'

/** In the order of the moments; null when unknown or not verified yet. */
export async function firstVerifiedAt(connection: Connection, moments: readonly Moment[]): Promise<(Date | null)[]> {
  // One customer at a time: joined as a whole, the view would be evaluated for all customers.
  const verified = await sql<OfAccount & { at: Date }>`SELECT asked.account_id AS "accountId", level.at
    FROM ${askedPeople(moments)} CROSS JOIN LATERAL (SELECT first_verified_at AS at FROM kyc.level_report
      WHERE level_report.account_id = asked.account_id) AS level`.execute(connection)
  const known = new Map(verified.rows.map(({ accountId, at }) => [accountId, at]))
  return moments.map((moment) => ifKnown(known.get(moment.accountId) ?? null, moment))
}
