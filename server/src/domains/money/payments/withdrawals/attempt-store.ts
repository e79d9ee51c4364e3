/**
 * SQL of the attempts to pay a withdrawal. The database permits no deletion of an attempt, so a withdrawal without attempts was never sent.
 */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { unpaidText } from '../sealed-texts.ts'

export interface Attempt {
  readonly id: string
  readonly withdrawalId: string
  readonly at: Date
  readonly isKeyUsed: boolean
  readonly unpaidSeal: string | null
}

/** Insert an attempt before it is made, so that a process that dies during it leaves the row behind. Returns its id. */
export async function insertAttempt(
  tx: Transaction,
  { withdrawalId, at, isKeyUsed = false }: { withdrawalId: string; at: Date; isKeyUsed?: boolean },
): Promise<string> {
  const id = newId()
  await sql`INSERT INTO payments.payout_attempt (id, withdrawal_id, at, is_key_used)
    VALUES (${id}, ${withdrawalId}, ${at}, ${isKeyUsed})`.execute(tx)
  return id
}

export async function attemptsOf(connection: Connection, withdrawalIds: readonly string[]): Promise<Attempt[]> {
  const found = await sql<Attempt>`SELECT id, withdrawal_id AS "withdrawalId", at, is_key_used AS "isKeyUsed", unpaid_seal AS "unpaidSeal"
    FROM payments.payout_attempt WHERE withdrawal_id = ANY(${withdrawalIds}::uuid[]) ORDER BY at, id`.execute(connection)
  return found.rows
}

/** Attempts that may have been paid, oldest first. */
export const openAmong = (seals: EvidenceSeals, attempts: readonly Attempt[]): Attempt[] =>
  attempts.filter((attempt) => !seals.isSealOf(unpaidText(attempt), attempt.unpaidSeal))

export const openAttempts = async (seals: EvidenceSeals, connection: Connection, withdrawalId: string): Promise<Attempt[]> =>
  openAmong(seals, await attemptsOf(connection, [withdrawalId]))

/** Seal that the provider paid nothing by these attempts, and will not. */
export async function sealUnpaid(
  seals: EvidenceSeals,
  connection: Connection,
  attempts: readonly { id: string; withdrawalId: string }[],
): Promise<void> {
  for (const attempt of attempts)
    await sql`UPDATE payments.payout_attempt SET unpaid_seal = ${seals.seal(unpaidText(attempt))} WHERE id = ${attempt.id}`.execute(
      connection,
    )
}
