/** SQL of what two officers decided about disputes: one decision for each, sealed, since another role could write the row too. */
import type { TokenDisputeDecision } from '@tunjo/contract/crypto-officers'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database.ts'
import type { EvidenceSeals } from '../../../platform/evidence-seals.ts'
import type { DepositRow } from './deposit-store.ts'
import type { Dispute } from './dispute.ts'

export interface DecidedDispute {
  readonly decision: TokenDisputeDecision
  /** Of the credit, when they decided: no more than that is written off. */
  readonly missing: bigint
  readonly makerId: string
  readonly checkerId: string
  readonly at: Date
}

/** All that they decided about. One that came again and was lost once more is another dispute. */
const decisionText = (row: DepositRow, losses: number, { decision, missing, makerId, checkerId, at }: DecidedDispute): string => {
  const { id, accountId, asset, amount, transactionHash, logPosition, blockNumber, blockHash, updatedAt } = row
  const deposit = [id, accountId, asset, amount, transactionHash, logPosition, blockNumber, blockHash, updatedAt.toISOString()]
  return ['crypto.dispute_decision', decision, ...deposit, losses, missing, makerId, checkerId, at.toISOString()].join('|')
}

/** Violates the key when the dispute was decided before. */
export async function insertDisputeDecision(
  tx: Transaction,
  seals: EvidenceSeals,
  row: DepositRow,
  losses: number,
  decided: DecidedDispute,
): Promise<void> {
  const { decision, missing, makerId, checkerId, at } = decided
  await sql`INSERT INTO crypto.dispute_decision (deposit_id, disputed_at, decision, missing, maker_id, checker_id, at, seal)
    VALUES (${row.id}, ${row.updatedAt}, ${decision}, ${missing}, ${makerId}, ${checkerId}, ${at},
      ${seals.seal(decisionText(row, losses, decided))})`.execute(tx)
}

export async function hasDisputeDecision(connection: Connection, { id, updatedAt }: DepositRow): Promise<boolean> {
  const found = await sql`SELECT 1 FROM crypto.dispute_decision WHERE deposit_id = ${id} AND disputed_at = ${updatedAt}`.execute(connection)
  return found.rows.length > 0
}

/** Null while two officers have not decided, or when the seal is not ours. */
export async function findDisputeDecision(
  connection: Connection,
  seals: EvidenceSeals,
  row: DepositRow,
  { losses }: Pick<Dispute, 'losses'>,
): Promise<DecidedDispute | null> {
  const found = await sql<
    DecidedDispute & { seal: string }
  >`SELECT decision, missing, maker_id AS "makerId", checker_id AS "checkerId", at, seal FROM crypto.dispute_decision
    WHERE deposit_id = ${row.id} AND disputed_at = ${row.updatedAt}`.execute(connection)
  const [decided] = found.rows
  return decided && seals.isSealOf(decisionText(row, losses, decided), decided.seal) ? decided : null
}
