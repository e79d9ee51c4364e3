/** SQL of accounts. */
import { ACCOUNT_STATE, type AccountState } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Authority } from '../../../../platform/http/route.ts'

export interface AccountRow {
  id: string
  email: string
  passwordHash: string
  authorities: Authority[]
  state: AccountState
  langKey: string
  createdAt: Date
  activatedAt: Date | null
  /** Time of the freeze by the "No fui yo" link of a mail; until the password is reset by mail. */
  frozenAt: Date | null
  /** Time of a denied sign-in; until the password is reset by mail. */
  resetRequiredAt: Date | null
  /** Null while the password is that of the sign-up. Flows that began earlier, with the old password, do not complete with it. */
  passwordChangedAt: Date | null
  /** True for an invited officer: no permissions without a second factor. */
  factorRequired: boolean
}
export type NewAccountRow = Omit<AccountRow, 'frozenAt' | 'resetRequiredAt' | 'passwordChangedAt' | 'factorRequired'> &
  Partial<Pick<AccountRow, 'factorRequired'>>

const COLUMNS = sql`id, email, password_hash AS "passwordHash", authorities, state, lang_key AS "langKey", created_at AS "createdAt",
  activated_at AS "activatedAt", frozen_at AS "frozenAt", reset_required_at AS "resetRequiredAt",
  password_changed_at AS "passwordChangedAt", factor_required AS "factorRequired"`

/** State 4 is closed: its address is free. Written as a literal, since an index is matched by its text only. */
const IS_OPEN = sql.raw('state <> 4')

/** False when the e-mail already has an account that is not closed. */
export async function insertAccount(tx: Connection, account: NewAccountRow): Promise<boolean> {
  const { id, email, passwordHash, authorities, state, langKey, createdAt, activatedAt, factorRequired = false } = account
  const inserted = await sql`INSERT INTO identity.account
      (id, email, password_hash, authorities, state, lang_key, created_at, activated_at, factor_required)
    VALUES (${id}, ${email}, ${passwordHash}, ${authorities}, ${state}, ${langKey}, ${createdAt}, ${activatedAt}, ${factorRequired})
    ON CONFLICT (email) WHERE ${IS_OPEN} DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length === 1
}

export async function findAccount(connection: Connection, id: string): Promise<AccountRow | undefined> {
  const found = await sql<AccountRow>`SELECT ${COLUMNS} FROM identity.account WHERE id = ${id}`.execute(connection)
  return found.rows[0]
}

/** Never a closed one: its owner may have another account with the same address. */
export async function findAccountByEmail(connection: Connection, email: string): Promise<AccountRow | undefined> {
  const found = await sql<AccountRow>`SELECT ${COLUMNS} FROM identity.account WHERE email = ${email} AND ${IS_OPEN}`.execute(connection)
  return found.rows[0]
}

/** The most recently closed account. */
export async function findClosedByEmail(connection: Connection, email: string): Promise<AccountRow | undefined> {
  const found = await sql<AccountRow>`SELECT ${COLUMNS} FROM identity.account WHERE email = ${email} AND state = 4
    ORDER BY closed_at DESC LIMIT 1`.execute(connection)
  return found.rows[0]
}

/** Waits for a concurrent change of the account, and blocks other changes until the end of the transaction. */
export async function lockAccount(tx: Connection, id: string, lock: 'update' | 'share'): Promise<AccountRow | undefined> {
  const found = await sql<AccountRow>`SELECT ${COLUMNS} FROM identity.account WHERE id = ${id}
    ${lock === 'update' ? sql`FOR NO KEY UPDATE` : sql`FOR SHARE`}`.execute(tx)
  return found.rows[0]
}

export interface ClosedAccount {
  readonly accountId: string
  readonly closedAt: Date
}
export interface ClosedPage {
  readonly before: Date
  /** Last account of the previous page. */
  readonly after: ClosedAccount | null
  readonly limit: number
}

/** In the order of closing. */
export async function findClosed(connection: Connection, { before, after, limit }: ClosedPage): Promise<ClosedAccount[]> {
  // JavaScript dates have milliseconds only.
  const closed = sql`date_trunc('milliseconds', closed_at)`
  const further = after ? sql`AND (${closed}, id) > (${after.closedAt}, ${after.accountId})` : sql``
  const found = await sql<ClosedAccount>`SELECT id AS "accountId", ${closed} AS "closedAt" FROM identity.account
    WHERE closed_at < ${before} ${further} ORDER BY ${closed}, id LIMIT ${limit}`.execute(connection)
  return found.rows
}

/** Locks the account against opening and closing until the end of the transaction. */
export async function lockClosedAt(tx: Connection, id: string): Promise<Date | null> {
  const found = await sql<{ closedAt: Date | null }>`SELECT closed_at AS "closedAt" FROM identity.account WHERE id = ${id}
    FOR SHARE`.execute(tx)
  return found.rows[0]?.closedAt ?? null
}

/** Returns the former ones. */
export async function updateAuthorities(tx: Connection, id: string, authorities: readonly Authority[]): Promise<readonly Authority[]> {
  const updated = await sql<{ before: Authority[] }>`UPDATE identity.account SET authorities = ${[...authorities]}
    FROM (SELECT authorities FROM identity.account WHERE id = ${id} FOR NO KEY UPDATE) AS known
    WHERE id = ${id} RETURNING known.authorities AS before`.execute(tx)
  return updated.rows[0]?.before ?? []
}

export async function updatePassword(tx: Connection, id: string, passwordHash: string, now: Date): Promise<void> {
  await sql`UPDATE identity.account SET password_hash = ${passwordHash}, password_changed_at = ${now} WHERE id = ${id}`.execute(tx)
}

/** Ends a freeze and the duty to reset, after the password was reset by mail. */
export async function unfreeze(tx: Connection, id: string): Promise<void> {
  await sql`UPDATE identity.account SET frozen_at = NULL, reset_required_at = NULL WHERE id = ${id}`.execute(tx)
}

export async function freeze(tx: Connection, id: string, now: Date): Promise<void> {
  await sql`UPDATE identity.account SET frozen_at = ${now} WHERE id = ${id}`.execute(tx)
}

/** Violated by an address that another account has, unless it is closed. */
export const EMAIL_INDEX = 'account_email_key'

export async function updateEmail(tx: Connection, id: string, email: string): Promise<void> {
  await sql`UPDATE identity.account SET email = ${email} WHERE id = ${id}`.execute(tx)
}

/** A sign-up that was not activated proves nothing: it gives way to the person who opened a link in that mailbox. */
export async function releaseEmail(tx: Connection, email: string): Promise<void> {
  await sql`UPDATE identity.account SET email = id || '@released.invalid' WHERE email = ${email} AND activated_at IS NULL`.execute(tx)
}

export async function updateLanguage(tx: Connection, id: string, langKey: string): Promise<void> {
  await sql`UPDATE identity.account SET lang_key = ${langKey} WHERE id = ${id}`.execute(tx)
}

/** Officers who can still sign in. Locked in one order, so that the last two cannot leave at the same moment. */
export async function lockActiveOfficers(tx: Connection): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM identity.account WHERE 'ROLE_ADMIN' = ANY(authorities)
      AND activated_at IS NOT NULL AND frozen_at IS NULL AND state NOT IN (${ACCOUNT_STATE.suspended}, ${ACCOUNT_STATE.closed})
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return found.rows.map(({ id }) => id)
}
