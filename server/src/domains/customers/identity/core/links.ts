/**
 * Links of our mails: 256 random bits, stored as a hash, one purpose, one use (SEC-12). Only the link of an appeal works any number of
 * times.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { sha256 } from '../../../../platform/database/ids.ts'

export const LINK_PURPOSES = [
  'password_reset',
  'email_change_old',
  'email_change_new',
  'freeze',
  'confirm_location',
  'deny_location',
  'lost_factor',
  'appeal',
] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

export interface NewLink {
  purpose: LinkPurpose
  accountId: string
  /** Subject of the link: a sign-in, a change of e-mail. */
  subjectId?: string
  lifeMs: number
}
export interface UsedLink {
  accountId: string
  subjectId: string | null
  createdAt: Date
}

/** Returns the token, which is stored only in the mail. */
export async function issueLink(tx: Connection, { purpose, accountId, subjectId, lifeMs }: NewLink, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`INSERT INTO identity.link (token_hash, purpose, account_id, subject_id, created_at, expires_at)
    VALUES (${sha256(token)}, ${purpose}, ${accountId}, ${subjectId ?? null}, ${now}, ${new Date(now.getTime() + lifeMs)})`.execute(tx)
  return token
}

/** Undefined in the same cases as `consumeToken`; the link stays unused. For checks before the link is used. */
export async function findLink(connection: Connection, token: string, purpose: LinkPurpose, now: Date): Promise<UsedLink | undefined> {
  const found = await sql<UsedLink>`SELECT account_id AS "accountId", subject_id AS "subjectId", created_at AS "createdAt"
    FROM identity.link WHERE token_hash = ${sha256(token)} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now}`.execute(
    connection,
  )
  return found.rows[0]
}

/** Marks the link used; undefined when it is unknown, used, expired or of another purpose. */
export async function consumeToken(tx: Connection, token: string, purpose: LinkPurpose, now: Date): Promise<UsedLink | undefined> {
  const used = await sql<UsedLink>`UPDATE identity.link SET used_at = ${now}
    WHERE token_hash = ${sha256(token)} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now}
    RETURNING account_id AS "accountId", subject_id AS "subjectId", created_at AS "createdAt"`.execute(tx)
  return used.rows[0]
}

/** Unused links of these purposes stop working. */
export async function revokeLinks(tx: Connection, accountId: string, purposes: readonly LinkPurpose[], now: Date): Promise<void> {
  await sql`UPDATE identity.link SET used_at = ${now}
    WHERE account_id = ${accountId} AND purpose = ANY(${[...purposes]}) AND used_at IS NULL`.execute(tx)
}

export async function deleteDeadLinks(connection: Connection, now: Date): Promise<void> {
  await sql`DELETE FROM identity.link WHERE expires_at < ${now}`.execute(connection)
}
