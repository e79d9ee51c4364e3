/** SQL of decisions of two officers about disputes: one for each, sealed, since another role could write rows too. */
import type { TokenDisputeDecision } from '@tunjo/contract/crypto-officers'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { findSealed } from '../../../../platform/database/sealed-rows.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import type { CryptoContext } from '../context.ts'
import type { DepositRow } from './deposit-store.ts'
import type { Dispute } from './dispute.ts'

export interface DecidedDispute {
  readonly decision: TokenDisputeDecision
  /** Missing part of the credit at the decision: no more than that is written off. */
  readonly missing: bigint
  readonly makerId: string
  readonly checkerId: string
  readonly at: Date
}

interface DecisionRow extends DecidedDispute {
  readonly id: string
  readonly seal: string
}

/** All facts that they decided about. A deposit that came back and was lost once more is another dispute. */
const decisionText = (row: DepositRow, losses: number, { decision, missing, makerId, checkerId, at }: DecidedDispute): string => {
  const { id, accountId, asset, amount, transactionHash, logPosition, blockNumber, blockHash, updatedAt } = row
  const deposit = [id, accountId, asset, amount, transactionHash, logPosition, blockNumber, blockHash, updatedAt.toISOString()]
  return ['crypto.dispute_decision', decision, ...deposit, losses, missing, makerId, checkerId, at.toISOString()].join('|')
}

/** The caller has locked the deposit and found no decision about the dispute. */
export async function insertDisputeDecision(
  tx: Transaction,
  seals: EvidenceSeals,
  row: DepositRow,
  losses: number,
  decided: DecidedDispute,
): Promise<void> {
  const { decision, missing, makerId, checkerId, at } = decided
  await sql`INSERT INTO crypto.dispute_decision (id, deposit_id, disputed_at, decision, missing, maker_id, checker_id, at, seal)
    VALUES (${newId()}, ${row.id}, ${row.updatedAt}, ${decision}, ${missing}, ${makerId}, ${checkerId}, ${at},
      ${seals.seal(decisionText(row, losses, decided))})`.execute(tx)
}

/** First decision with a valid seal; null while two officers have not decided. Rows with another seal are a log event. */
export async function findDisputeDecision(
  { seals, log }: Pick<CryptoContext, 'seals' | 'log'>,
  connection: Connection,
  row: DepositRow,
  { losses }: Pick<Dispute, 'losses'>,
): Promise<DecidedDispute | null> {
  const { found, forged } = await findSealed<DecisionRow>({
    isOurs: (decided) => seals.isSealOf(decisionText(row, losses, decided), decided.seal),
    isBefore: (one, other) => one.at < other.at,
    async page(afterId, limit) {
      const rows =
        await sql<DecisionRow>`SELECT id, decision, missing, maker_id AS "makerId", checker_id AS "checkerId", at, seal FROM crypto.dispute_decision
        WHERE deposit_id = ${row.id} AND disputed_at = ${row.updatedAt} AND id > ${afterId} ORDER BY id LIMIT ${limit}`.execute(connection)
      return rows.rows
    },
  })
  if (forged > 0)
    log.error(
      { securityEvent: 'payment_unproved', depositId: row.id, forged },
      'decisions about a dispute that no two officers made: they decide nothing',
    )
  return found
}
