/** Declared occupation and economic activity of a natural person. */
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Moment } from '../types.ts'
import { askedPeople, factsAt, isLater, type OfAccount } from './moments.ts'

/** Ids of the code lists. */
export interface Profile {
  readonly occupationId: number | null
  readonly activityId: number | null
}

type Row = Profile & OfAccount & { readonly at: Date }

const NEWEST_MAX = 200

/** In the order of the moments, as last sent; null when nothing was declared, or for a company. */
export async function declaredProfiles(connection: Connection, moments: readonly Moment[]): Promise<(Profile | null)[]> {
  const found = await sql<Row>`SELECT sent.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", occupation_id AS "occupationId", activity_id AS "activityId", sent_at AS at
      FROM kyc.declared_profile AS declared WHERE declared.account_id = asked.account_id AND sent_at <= asked.until
      ORDER BY sent_at DESC LIMIT ${NEWEST_MAX}) AS sent ORDER BY at`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) => {
    const last = own.findLast(({ at }) => !isLater(at, moment))
    return last ? { occupationId: last.occupationId, activityId: last.activityId } : null
  })
}
