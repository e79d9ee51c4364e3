/** SQL of accepted and announced texts. */
import type { ConsentPolicy } from '@tunjo/contract/consents'
import { sql } from 'kysely'
import type { Connection } from '../../../../../platform/database/database.ts'
import type { AcceptedVersions } from './rules.ts'

export interface Consent {
  readonly accountId: string
  readonly versions: Readonly<Record<ConsentPolicy, string>>
  readonly acceptedAt: Date
  readonly ip: string
}

const COLUMN = { 'terms-and-conditions': sql.ref('terms_version'), 'data-policy': sql.ref('data_policy_version') } as const

/** Newest version of each policy over rows of `identity.consent`, as JSON: versions sort by their bytes. */
export const ACCEPTED_TEXT = `jsonb_build_object('terms', max(terms_version COLLATE "C"), 'dataPolicy', max(data_policy_version COLLATE "C"))`
export interface AcceptedJson {
  readonly terms: string | null
  readonly dataPolicy: string | null
}
export const acceptedOf = ({ terms, dataPolicy }: AcceptedJson): AcceptedVersions => ({
  'terms-and-conditions': terms,
  'data-policy': dataPolicy,
})

export async function acceptedVersions(connection: Connection, accountId: string): Promise<AcceptedVersions> {
  const found = await sql<{ accepted: AcceptedJson }>`SELECT ${sql.raw(ACCEPTED_TEXT)} AS accepted FROM identity.consent
    WHERE account_id = ${accountId}`.execute(connection)
  return acceptedOf(found.rows[0]?.accepted ?? { terms: null, dataPolicy: null })
}

/** The first acceptance of the same texts stays. */
export async function insertConsent(tx: Connection, { accountId, versions, acceptedAt, ip }: Consent): Promise<void> {
  await sql`INSERT INTO identity.consent (account_id, terms_version, data_policy_version, accepted_at, ip)
    VALUES (${accountId}, ${versions['terms-and-conditions']}, ${versions['data-policy']}, ${acceptedAt}, ${ip})
    ON CONFLICT (account_id, terms_version, data_policy_version) DO NOTHING`.execute(tx)
}

export interface Announcement {
  readonly policy: ConsentPolicy
  readonly version: string
}

/** Customers who accepted an older version and were not notified of this one. */
export async function unnotifiedCustomers(
  connection: Connection,
  { policy, version }: Announcement,
  limit: number,
): Promise<{ id: string; email: string }[]> {
  const found = await sql<{ id: string; email: string }>`SELECT id, email FROM identity.account
    WHERE activated_at IS NOT NULL AND closed_at IS NULL AND NOT 'ROLE_ADMIN' = ANY(authorities)
      AND (SELECT max(${COLUMN[policy]} COLLATE "C") FROM identity.consent WHERE account_id = account.id) < ${version} COLLATE "C"
      AND NOT EXISTS (SELECT 1 FROM identity.policy_announcement AS told
        WHERE told.account_id = account.id AND told.policy = ${policy} AND told.version = ${version})
    LIMIT ${limit}`.execute(connection)
  return found.rows
}

/** False when another process notified this person meanwhile. */
export async function insertAnnouncement(
  tx: Connection,
  accountId: string,
  { policy, version }: Announcement,
  now: Date,
): Promise<boolean> {
  const inserted = await sql`INSERT INTO identity.policy_announcement (account_id, policy, version, told_at)
    VALUES (${accountId}, ${policy}, ${version}, ${now}) ON CONFLICT DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length === 1
}
