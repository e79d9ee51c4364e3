/** SQL of decisions of two officers about undelivered withdrawals: one for each claim, sealed, since another role could write rows too. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { findSealed } from '../../../../platform/database/sealed-rows.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { withdrawalText } from '../../blockchain/index.ts'
import type { CryptoContext } from '../context.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

export const CLAIM_DECISIONS = ['give_back', 'send_again'] as const
export type ClaimDecision = (typeof CLAIM_DECISIONS)[number]

export interface DecidedClaim {
  /** Number of claims of the withdrawal that ended before this one. */
  readonly claim: number
  readonly decision: ClaimDecision
  readonly makerId: string
  readonly checkerId: string
  readonly at: Date
}

interface DecisionRow extends DecidedClaim {
  readonly id: string
  readonly seal: string
}

const decisionText = (row: WithdrawalRow, { claim, decision, makerId, checkerId, at }: DecidedClaim): string =>
  ['crypto.claim_decision', decision, claim, withdrawalText(row), makerId, checkerId, at.toISOString()].join('|')

/** The caller has locked the withdrawal and found no decision about the claim. */
export async function insertClaimDecision(tx: Transaction, seals: EvidenceSeals, row: WithdrawalRow, decided: DecidedClaim): Promise<void> {
  const { claim, decision, makerId, checkerId, at } = decided
  await sql`INSERT INTO crypto.claim_decision (id, withdrawal_id, claim, decision, maker_id, checker_id, at, seal)
    VALUES (${newId()}, ${row.id}, ${claim}, ${decision}, ${makerId}, ${checkerId}, ${at}, ${seals.seal(decisionText(row, decided))})`.execute(
    tx,
  )
}

/** First decision with a valid seal; null while two officers have not decided. Rows with another seal are a log event. */
export async function findClaimDecision(
  { seals, log }: Pick<CryptoContext, 'seals' | 'log'>,
  connection: Connection,
  row: WithdrawalRow,
  claim: number,
): Promise<DecidedClaim | null> {
  const { found, forged } = await findSealed<DecisionRow>({
    isOurs: (decided) => seals.isSealOf(decisionText(row, decided), decided.seal),
    isBefore: (one, other) => one.at < other.at,
    async page(afterId, limit) {
      const rows =
        await sql<DecisionRow>`SELECT id, claim, decision, maker_id AS "makerId", checker_id AS "checkerId", at, seal FROM crypto.claim_decision
        WHERE withdrawal_id = ${row.id} AND claim = ${claim} AND id > ${afterId} ORDER BY id LIMIT ${limit}`.execute(connection)
      return rows.rows
    },
  })
  if (forged > 0)
    log.error(
      { securityEvent: 'payment_unproved', withdrawalId: row.id, claim, forged },
      'decisions about a claim that no two officers made: they decide nothing',
    )
  return found
}
