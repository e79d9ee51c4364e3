/** SQL of what two officers decided about undelivered withdrawals: one decision for each claim, sealed, since another role could write the row too. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database.ts'
import type { EvidenceSeals } from '../../../platform/evidence-seals.ts'
import { withdrawalText } from '../../blockchain/index.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

export const CLAIM_DECISIONS = ['give_back', 'send_again'] as const
export type ClaimDecision = (typeof CLAIM_DECISIONS)[number]

export interface DecidedClaim {
  /** How many claims of the withdrawal ended before this one. */
  readonly claim: number
  readonly decision: ClaimDecision
  readonly makerId: string
  readonly checkerId: string
  readonly at: Date
}

const decisionText = (row: WithdrawalRow, { claim, decision, makerId, checkerId, at }: DecidedClaim): string =>
  ['crypto.claim_decision', decision, claim, withdrawalText(row), makerId, checkerId, at.toISOString()].join('|')

/** Violates the key when the claim was decided before. */
export async function insertClaimDecision(tx: Transaction, seals: EvidenceSeals, row: WithdrawalRow, decided: DecidedClaim): Promise<void> {
  const { claim, decision, makerId, checkerId, at } = decided
  await sql`INSERT INTO crypto.claim_decision (withdrawal_id, claim, decision, maker_id, checker_id, at, seal)
    VALUES (${row.id}, ${claim}, ${decision}, ${makerId}, ${checkerId}, ${at}, ${seals.seal(decisionText(row, decided))})`.execute(tx)
}

export async function hasClaimDecision(connection: Connection, { id }: WithdrawalRow, claim: number): Promise<boolean> {
  const found = await sql`SELECT 1 FROM crypto.claim_decision WHERE withdrawal_id = ${id} AND claim = ${claim}`.execute(connection)
  return found.rows.length > 0
}

/** Null while two officers have not decided, or when the seal is not ours. */
export async function findClaimDecision(
  connection: Connection,
  seals: EvidenceSeals,
  row: WithdrawalRow,
  claim: number,
): Promise<DecidedClaim | null> {
  const found = await sql<
    DecidedClaim & { seal: string }
  >`SELECT claim, decision, maker_id AS "makerId", checker_id AS "checkerId", at, seal
    FROM crypto.claim_decision WHERE withdrawal_id = ${row.id} AND claim = ${claim}`.execute(connection)
  const [decided] = found.rows
  return decided && seals.isSealOf(decisionText(row, decided), decided.seal) ? decided : null
}
