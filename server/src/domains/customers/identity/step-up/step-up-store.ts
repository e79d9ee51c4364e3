/** SQL of approvals. Every statement names account and session, and checks that the session is live. */
import type { StepUpMethod } from '@tunjo/contract/step-up'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { GuardedCall, StepUpDescription } from '../../../../platform/http/guards/step-up.ts'

export interface StepUpOwner {
  accountId: string
  sessionId: string
}
export interface NewStepUp extends StepUpOwner {
  id: string
  call: string
  binding: string
  description: StepUpDescription
  codeHash: string | null
  challengeHash: string | null
  createdAt: Date
  expiresAt: Date
}
/** Stored approval, to compare with a proof. */
export interface AskedStepUp {
  id: string
  /** Including this one. */
  tries: number
  description: StepUpDescription
  codeHash: string | null
  challengeHash: string | null
}

const ofLiveSession = ({ accountId, sessionId }: StepUpOwner) => sql`account_id = ${accountId} AND session_id = ${sessionId}
  AND EXISTS (SELECT 1 FROM identity.session WHERE session.id = ${sessionId} AND ended_at IS NULL)`

export async function insertStepUp(tx: Connection, row: NewStepUp): Promise<void> {
  const { id, accountId, sessionId, call, binding, description, codeHash, challengeHash, createdAt, expiresAt } = row
  await sql`INSERT INTO identity.step_up
      (id, account_id, session_id, call, binding, description, code_hash, challenge_hash, created_at, expires_at)
    VALUES (${id}, ${accountId}, ${sessionId}, ${call}, ${binding}, ${JSON.stringify(description)}, ${codeHash}, ${challengeHash},
      ${createdAt}, ${expiresAt})`.execute(tx)
}

/** Counts before the proof is checked, so that parallel tries cannot pass together. Undefined when no try is left. */
export async function countTry(
  connection: Connection,
  { id, owner, triesMax, now }: { id: string; owner: StepUpOwner; triesMax: number; now: Date },
): Promise<AskedStepUp | undefined> {
  const counted = await sql<AskedStepUp>`UPDATE identity.step_up SET tries = tries + 1
    WHERE id = ${id} AND ${ofLiveSession(owner)} AND grant_hash IS NULL AND expires_at > ${now} AND tries < ${triesMax}
    RETURNING id, tries, description, code_hash AS "codeHash", challenge_hash AS "challengeHash"`.execute(connection)
  return counted.rows[0]
}

export async function hasNoTriesLeft(connection: Connection, id: string, owner: StepUpOwner, triesMax: number): Promise<boolean> {
  const found = await sql`SELECT 1 FROM identity.step_up
    WHERE id = ${id} AND ${ofLiveSession(owner)} AND grant_hash IS NULL AND tries >= ${triesMax}`.execute(connection)
  return found.rows.length === 1
}

/** False when a parallel proof of the same approval came first. */
export async function writeGrant(
  tx: Connection,
  { id, method, grantHash, expiresAt }: { id: string; method: StepUpMethod; grantHash: string; expiresAt: Date },
): Promise<boolean> {
  const written = await sql`UPDATE identity.step_up SET method = ${method}, grant_hash = ${grantHash}, grant_expires_at = ${expiresAt}
    WHERE id = ${id} AND grant_hash IS NULL RETURNING 1`.execute(tx)
  return written.rows.length === 1
}

/** Approval of the mailed code; undefined when there is no such code. */
export async function replaceCode(
  tx: Connection,
  { id, owner, codeHash, now }: { id: string; owner: StepUpOwner; codeHash: string; now: Date },
): Promise<StepUpDescription | undefined> {
  const replaced = await sql<{ description: StepUpDescription }>`UPDATE identity.step_up SET code_hash = ${codeHash}
    WHERE id = ${id} AND ${ofLiveSession(owner)} AND code_hash IS NOT NULL AND grant_hash IS NULL AND expires_at > ${now}
    RETURNING description`.execute(tx)
  return replaced.rows[0]?.description
}

type ShownGrant = Omit<GuardedCall, 'grant'> & { grantHash: string }

const boundTo = ({ grantHash, caller, call, binding }: ShownGrant) =>
  sql`grant_hash = ${grantHash} AND ${ofLiveSession(caller)} AND call = ${call} AND binding = ${binding}`

/** True for one of many parallel uses. */
export async function markGrantUsed(connection: Connection, shown: ShownGrant, now: Date): Promise<boolean> {
  const used = await sql`UPDATE identity.step_up
    SET used_at = ${now}, operation_id = ${shown.operation?.id ?? null}, operation_hash = ${shown.operation?.hash ?? null}
    WHERE ${boundTo(shown)} AND used_at IS NULL AND grant_expires_at > ${now} RETURNING 1`.execute(connection)
  return used.rows.length === 1
}

export async function wasUsedForOperation(connection: Connection, shown: ShownGrant): Promise<boolean> {
  if (!shown.operation) return false
  const { id, hash } = shown.operation
  const found = await sql`SELECT 1 FROM identity.step_up
    WHERE ${boundTo(shown)} AND operation_id = ${id} AND operation_hash = ${hash}`.execute(connection)
  return found.rows.length === 1
}

/** Used ones stay. */
export async function deleteDeadStepUps(connection: Connection, before: Date): Promise<void> {
  await sql`DELETE FROM identity.step_up WHERE used_at IS NULL AND expires_at < ${before}`.execute(connection)
}
