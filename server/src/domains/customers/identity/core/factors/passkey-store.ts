/** SQL of passkeys and of their challenges. */
import { sql } from 'kysely'
import type { Connection } from '../../../../../platform/database/database.ts'

export interface PasskeyRow {
  id: string
  accountId: string
  credentialId: string
  publicKey: Buffer
  /** Unsigned 32 bits. */
  signCounter: bigint
  transports: string[]
  name: string
  backedUp: boolean
  addedAt: Date
  lastUsedAt: Date | null
}

const COLUMNS = sql`id, account_id AS "accountId", credential_id AS "credentialId", public_key AS "publicKey",
  sign_counter AS "signCounter", transports, name, backed_up AS "backedUp", added_at AS "addedAt", last_used_at AS "lastUsedAt"`

export async function listPasskeys(connection: Connection, accountId: string): Promise<PasskeyRow[]> {
  const found = await sql<PasskeyRow>`SELECT ${COLUMNS} FROM identity.passkey WHERE account_id = ${accountId} ORDER BY added_at`.execute(
    connection,
  )
  return found.rows
}

/** False when the credential is registered already, here or in another account. */
export async function insertPasskey(tx: Connection, row: PasskeyRow): Promise<boolean> {
  const { id, accountId, credentialId, publicKey, signCounter, transports, name, backedUp, addedAt } = row
  const inserted = await sql`INSERT INTO identity.passkey
      (id, account_id, credential_id, public_key, sign_counter, transports, name, backed_up, added_at)
    VALUES (${id}, ${accountId}, ${credentialId}, ${publicKey}, ${signCounter}, ${transports}, ${name}, ${backedUp}, ${addedAt})
    ON CONFLICT (credential_id) DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length === 1
}

/** Serialises two answers of one passkey, so that the counter is compared with the last. */
export async function lockPasskey(tx: Connection, credentialId: string): Promise<PasskeyRow | undefined> {
  const found = await sql<PasskeyRow>`SELECT ${COLUMNS} FROM identity.passkey WHERE credential_id = ${credentialId} FOR UPDATE`.execute(tx)
  return found.rows[0]
}

export async function accountOfPasskey(connection: Connection, credentialId: string): Promise<string | undefined> {
  const found = await sql<{ accountId: string }>`SELECT account_id AS "accountId" FROM identity.passkey
    WHERE credential_id = ${credentialId}`.execute(connection)
  return found.rows[0]?.accountId
}

export async function updatePasskeyUse(
  tx: Connection,
  id: string,
  { signCounter, backedUp, now }: { signCounter: bigint; backedUp: boolean; now: Date },
): Promise<void> {
  await sql`UPDATE identity.passkey SET sign_counter = ${signCounter}, backed_up = ${backedUp}, last_used_at = ${now}
    WHERE id = ${id}`.execute(tx)
}

export async function updatePasskeyName(tx: Connection, accountId: string, id: string, name: string): Promise<PasskeyRow | undefined> {
  const updated = await sql<PasskeyRow>`UPDATE identity.passkey SET name = ${name} WHERE id = ${id} AND account_id = ${accountId}
    RETURNING ${COLUMNS}`.execute(tx)
  return updated.rows[0]
}

/** Returns its name. */
export async function deletePasskey(tx: Connection, accountId: string, id: string): Promise<string | undefined> {
  const deleted = await sql<{ name: string }>`DELETE FROM identity.passkey WHERE id = ${id} AND account_id = ${accountId}
    RETURNING name`.execute(tx)
  return deleted.rows[0]?.name
}

export type ChallengePurpose = 'register' | 'sign_in'
export interface NewChallenge {
  id: string
  purpose: ChallengePurpose
  challengeHash: string
  /** Session of the person who adds a passkey; null at a sign-in. */
  sessionId: string | null
  expiresAt: Date
}

export async function insertChallenge(connection: Connection, challenge: NewChallenge): Promise<void> {
  const { id, purpose, challengeHash, sessionId, expiresAt } = challenge
  await sql`INSERT INTO identity.passkey_challenge (id, purpose, challenge_hash, session_id, expires_at)
    VALUES (${id}, ${purpose}, ${challengeHash}, ${sessionId}, ${expiresAt})`.execute(connection)
}

/** Returns the hash and marks it used; undefined when it is unknown, used, expired, of another purpose or session. */
export async function useChallenge(
  connection: Connection,
  { id, purpose, sessionId }: Pick<NewChallenge, 'id' | 'purpose' | 'sessionId'>,
  now: Date,
): Promise<string | undefined> {
  const used = await sql<{ challengeHash: string }>`UPDATE identity.passkey_challenge SET used_at = ${now}
    WHERE id = ${id} AND purpose = ${purpose} AND session_id IS NOT DISTINCT FROM ${sessionId}::uuid AND used_at IS NULL
      AND expires_at > ${now} RETURNING challenge_hash AS "challengeHash"`.execute(connection)
  return used.rows[0]?.challengeHash
}

export async function deleteDeadChallenges(connection: Connection, now: Date): Promise<void> {
  await sql`DELETE FROM identity.passkey_challenge WHERE expires_at < ${now}`.execute(connection)
}
