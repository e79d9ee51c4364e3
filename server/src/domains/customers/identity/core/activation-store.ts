/** SQL of activations and of the consent that each carries. */
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'

/** Only while the account is not activated. */
export async function updatePendingPassword(tx: Connection, id: string, passwordHash: string): Promise<void> {
  await sql`UPDATE identity.account SET password_hash = ${passwordHash} WHERE id = ${id} AND activated_at IS NULL`.execute(tx)
}

export interface ActivationRow {
  tokenHash: string
  accountId: string
  passwordHash: string
  termsVersion: string
  dataPolicyVersion: string
  acceptedAt: Date
  ip: string
  expiresAt: Date
}

const COLUMNS = sql`token_hash AS "tokenHash", account_id AS "accountId", password_hash AS "passwordHash", terms_version AS "termsVersion",
  data_policy_version AS "dataPolicyVersion", accepted_at AS "acceptedAt", ip, expires_at AS "expiresAt"`

export async function insertActivation(tx: Connection, activation: ActivationRow): Promise<void> {
  const { tokenHash, accountId, passwordHash, termsVersion, dataPolicyVersion, acceptedAt, ip, expiresAt } = activation
  await sql`INSERT INTO identity.activation
      (token_hash, account_id, password_hash, terms_version, data_policy_version, accepted_at, ip, expires_at)
    VALUES (${tokenHash}, ${accountId}, ${passwordHash}, ${termsVersion}, ${dataPolicyVersion}, ${acceptedAt}, ${ip}, ${expiresAt})`.execute(
    tx,
  )
}

/** Activation with the mailbox that got the link; undefined when it is unknown, used or expired, or the account is active. */
export async function findOpenActivation(
  connection: Connection,
  tokenHash: string,
  now: Date,
): Promise<(ActivationRow & { email: string }) | undefined> {
  const found = await sql<ActivationRow & { email: string | null }>`SELECT ${COLUMNS},
      (SELECT email FROM identity.account WHERE id = account_id AND activated_at IS NULL) AS email
    FROM identity.activation WHERE token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > ${now}`.execute(connection)
  const [row] = found.rows
  return row && row.email !== null ? { ...row, email: row.email } : undefined
}

/** Marks the link used; false when it is unknown, used or expired. */
export async function useActivation(tx: Connection, tokenHash: string, now: Date): Promise<boolean> {
  const used = await sql`UPDATE identity.activation SET used_at = ${now}
    WHERE token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > ${now} RETURNING 1`.execute(tx)
  return used.rows.length === 1
}

/** False when the account was activated before: a second link changes nothing. */
export async function activateAccount(tx: Connection, activation: ActivationRow, now: Date): Promise<boolean> {
  const { accountId, passwordHash, termsVersion, dataPolicyVersion, acceptedAt, ip } = activation
  const activated = await sql`UPDATE identity.account SET activated_at = ${now}, password_hash = ${passwordHash}
    WHERE id = ${accountId} AND activated_at IS NULL RETURNING 1`.execute(tx)
  if (activated.rows.length === 0) return false
  await sql`INSERT INTO identity.consent (account_id, terms_version, data_policy_version, accepted_at, ip)
    VALUES (${accountId}, ${termsVersion}, ${dataPolicyVersion}, ${acceptedAt}, ${ip})`.execute(tx)
  return true
}

/** Newest activation of an account that waits for one, used or not: the chosen password and the consent. */
export async function findNewestActivation(connection: Connection, accountId: string): Promise<ActivationRow | undefined> {
  const found = await sql<ActivationRow>`SELECT ${COLUMNS} FROM identity.activation WHERE account_id = ${accountId}
    ORDER BY accepted_at DESC, expires_at DESC LIMIT 1`.execute(connection)
  return found.rows[0]
}

/** Unused links of the account stop working. */
export async function revokeActivations(tx: Connection, accountId: string, now: Date): Promise<void> {
  await sql`UPDATE identity.activation SET used_at = ${now} WHERE account_id = ${accountId} AND used_at IS NULL`.execute(tx)
}

/** Password of the newest sign-up with this e-mail, when no link was opened since. Also for an active account, where it opens nothing. */
export async function findPasswordOfSignUp(connection: Connection, email: string): Promise<string | null> {
  const found = await sql<{
    passwordHash: string | null
  }>`SELECT CASE WHEN used_at IS NULL THEN activation.password_hash END AS "passwordHash"
    FROM identity.activation JOIN identity.account ON account.id = account_id WHERE email = ${email}
    ORDER BY accepted_at DESC, expires_at DESC LIMIT 1`.execute(connection)
  return found.rows[0]?.passwordHash ?? null
}

/** All but the newest: its person can ask for another link at any later time. A used one has no further purpose. */
export async function deleteDeadActivations(connection: Connection, now: Date): Promise<void> {
  await sql`DELETE FROM identity.activation AS dead USING identity.account
    WHERE account.id = dead.account_id AND (dead.expires_at < ${now} OR dead.used_at IS NOT NULL)
      AND ((account.activated_at IS NOT NULL AND dead.used_at IS NOT NULL) OR EXISTS (SELECT 1 FROM identity.activation AS newer
        WHERE newer.account_id = dead.account_id AND newer.expires_at > dead.expires_at))`.execute(connection)
}
