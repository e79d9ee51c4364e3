/** SQL of accounts, activations and consents. */
import type { AccountState } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database.ts'
import type { Authority } from '../../platform/http/route.ts'

export interface AccountRow {
  id: string
  email: string
  passwordHash: string
  authorities: Authority[]
  state: AccountState
  langKey: string
  createdAt: Date
  activatedAt: Date | null
  /** By the "No fui yo" link of a mail; until the password is reset by mail. */
  frozenAt: Date | null
  /** A sign-in was denied; until the password is reset by mail. */
  resetRequiredAt: Date | null
}
export type NewAccountRow = Omit<AccountRow, 'frozenAt' | 'resetRequiredAt'>

const COLUMNS = sql`id, email, password_hash AS "passwordHash", authorities, state, lang_key AS "langKey", created_at AS "createdAt",
  activated_at AS "activatedAt", frozen_at AS "frozenAt", reset_required_at AS "resetRequiredAt"`

/** False when the e-mail already has an account. */
export async function insertAccount(tx: Connection, account: NewAccountRow): Promise<boolean> {
  const { id, email, passwordHash, authorities, state, langKey, createdAt, activatedAt } = account
  const inserted = await sql`INSERT INTO identity.account
      (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${email}, ${passwordHash}, ${authorities}, ${state}, ${langKey}, ${createdAt}, ${activatedAt})
    ON CONFLICT (email) DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length === 1
}

export async function findAccount(connection: Connection, id: string): Promise<AccountRow | undefined> {
  const found = await sql<AccountRow>`SELECT ${COLUMNS} FROM identity.account WHERE id = ${id}`.execute(connection)
  return found.rows[0]
}

export async function findAccountByEmail(connection: Connection, email: string): Promise<AccountRow | undefined> {
  const found = await sql<AccountRow>`SELECT ${COLUMNS} FROM identity.account WHERE email = ${email}`.execute(connection)
  return found.rows[0]
}

/** Waits for whoever changes the account at this moment, and lets nobody change it before the end of the transaction. */
export async function lockAccount(tx: Connection, id: string, lock: 'update' | 'share'): Promise<AccountRow | undefined> {
  const found = await sql<AccountRow>`SELECT ${COLUMNS} FROM identity.account WHERE id = ${id}
    ${lock === 'update' ? sql`FOR NO KEY UPDATE` : sql`FOR SHARE`}`.execute(tx)
  return found.rows[0]
}

export async function updateState(tx: Connection, id: string, state: AccountState): Promise<void> {
  await sql`UPDATE identity.account SET state = ${state} WHERE id = ${id}`.execute(tx)
}

export async function updateAuthorities(tx: Connection, id: string, authorities: readonly Authority[]): Promise<void> {
  await sql`UPDATE identity.account SET authorities = ${[...authorities]} WHERE id = ${id}`.execute(tx)
}

/** Only while nobody has activated the account. */
export async function updatePendingPassword(tx: Connection, id: string, passwordHash: string): Promise<void> {
  await sql`UPDATE identity.account SET password_hash = ${passwordHash} WHERE id = ${id} AND activated_at IS NULL`.execute(tx)
}

export interface ActivationRow {
  tokenHash: string
  accountId: string
  passwordHash: string
  termsVersion: string
  acceptedAt: Date
  ip: string
  expiresAt: Date
}

export async function insertActivation(tx: Connection, activation: ActivationRow): Promise<void> {
  const { tokenHash, accountId, passwordHash, termsVersion, acceptedAt, ip, expiresAt } = activation
  await sql`INSERT INTO identity.activation (token_hash, account_id, password_hash, terms_version, accepted_at, ip, expires_at)
    VALUES (${tokenHash}, ${accountId}, ${passwordHash}, ${termsVersion}, ${acceptedAt}, ${ip}, ${expiresAt})`.execute(tx)
}

/** Marks the link used; undefined when it is unknown, used or expired. */
export async function useActivation(tx: Connection, tokenHash: string, now: Date): Promise<ActivationRow | undefined> {
  const used = await sql<ActivationRow>`UPDATE identity.activation SET used_at = ${now}
    WHERE token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > ${now}
    RETURNING token_hash AS "tokenHash", account_id AS "accountId", password_hash AS "passwordHash", terms_version AS "termsVersion",
      accepted_at AS "acceptedAt", ip, expires_at AS "expiresAt"`.execute(tx)
  return used.rows[0]
}

/** False when the account was activated before: a second link changes nothing. */
export async function activateAccount(tx: Connection, activation: ActivationRow, now: Date): Promise<boolean> {
  const { accountId, passwordHash, termsVersion, acceptedAt, ip } = activation
  const activated = await sql`UPDATE identity.account SET activated_at = ${now}, password_hash = ${passwordHash}
    WHERE id = ${accountId} AND activated_at IS NULL RETURNING 1`.execute(tx)
  if (activated.rows.length === 0) return false
  await sql`INSERT INTO identity.consent (account_id, terms_version, accepted_at, ip)
    VALUES (${accountId}, ${termsVersion}, ${acceptedAt}, ${ip})`.execute(tx)
  return true
}

export async function deleteDeadActivations(connection: Connection, now: Date): Promise<void> {
  await sql`DELETE FROM identity.activation WHERE expires_at < ${now} OR used_at IS NOT NULL`.execute(connection)
}
