/** SQL of login challenges, the step between a right password and the second factor. */
import { sql } from 'kysely'
import type { Connection } from '../../../../../platform/database/database.ts'
import { sha256 } from '../../../../../platform/database/ids.ts'
import { networkOf } from '../../../../../platform/http/network.ts'

/** The browser that began, as far as a server can identify it. */
export interface ChallengeHolder {
  tokenHash: string
  network: string
  userAgentHash: string
}
export interface Browser {
  ip: string
  userAgent: string
}
export const holderOf = (token: string, { ip, userAgent }: Browser): ChallengeHolder => ({
  tokenHash: sha256(token),
  network: networkOf(ip),
  userAgentHash: sha256(userAgent),
})
export interface NewLoginChallenge extends ChallengeHolder {
  accountId: string
  challengeHash: string | null
  expiresAt: Date
}
export interface LoginChallenge {
  accountId: string
  challengeHash: string | null
  expiresAt: Date
}

const heldBy = ({ tokenHash, network, userAgentHash }: ChallengeHolder) =>
  sql`token_hash = ${tokenHash} AND network = ${network} AND user_agent_hash = ${userAgentHash} AND used_at IS NULL`

export async function insertLoginChallenge(connection: Connection, challenge: NewLoginChallenge): Promise<void> {
  const { tokenHash, accountId, network, userAgentHash, challengeHash, expiresAt } = challenge
  await sql`INSERT INTO identity.login_challenge (token_hash, account_id, network, user_agent_hash, challenge_hash, expires_at)
    VALUES (${tokenHash}, ${accountId}, ${network}, ${userAgentHash}, ${challengeHash}, ${expiresAt})`.execute(connection)
}

/** Counts before the proof is checked. Undefined when no try is left. */
export async function countChallengeTry(
  connection: Connection,
  holder: ChallengeHolder,
  { triesMax, now }: { triesMax: number; now: Date },
): Promise<LoginChallenge | undefined> {
  const counted = await sql<LoginChallenge>`UPDATE identity.login_challenge SET tries = tries + 1
    WHERE ${heldBy(holder)} AND expires_at > ${now} AND tries < ${triesMax}
    RETURNING account_id AS "accountId", challenge_hash AS "challengeHash", expires_at AS "expiresAt"`.execute(connection)
  return counted.rows[0]
}

/** Counts nothing: for calls that prove no factor. */
export async function findLoginChallenge(connection: Connection, holder: ChallengeHolder, now: Date): Promise<LoginChallenge | undefined> {
  const found = await sql<LoginChallenge>`SELECT account_id AS "accountId", challenge_hash AS "challengeHash", expires_at AS "expiresAt"
    FROM identity.login_challenge WHERE ${heldBy(holder)} AND expires_at > ${now}`.execute(connection)
  return found.rows[0]
}

export async function isChallengeExhausted(connection: Connection, holder: ChallengeHolder, triesMax: number): Promise<boolean> {
  const found = await sql`SELECT 1 FROM identity.login_challenge WHERE ${heldBy(holder)} AND tries >= ${triesMax}`.execute(connection)
  return found.rows.length === 1
}

export async function markChallengeUsed(tx: Connection, tokenHash: string, now: Date): Promise<boolean> {
  const used = await sql`UPDATE identity.login_challenge SET used_at = ${now}
    WHERE token_hash = ${tokenHash} AND used_at IS NULL RETURNING 1`.execute(tx)
  return used.rows.length === 1
}

export async function deleteDeadLoginChallenges(connection: Connection, now: Date): Promise<void> {
  await sql`DELETE FROM identity.login_challenge WHERE expires_at < ${now}`.execute(connection)
}
