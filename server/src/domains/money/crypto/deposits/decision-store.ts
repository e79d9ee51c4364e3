/**
 * SQL of sealed decisions of two officers about deposits from listed addresses. The seal is needed since another role could write the row
 * too.
 */
import type { TokenDepositDecision } from '@tunjo/contract/crypto-officers'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { findSealed } from '../../../../platform/database/sealed-rows.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import type { CryptoContext } from '../context.ts'
import type { DepositRow } from './deposit-store.ts'

export interface NewDecision {
  readonly decision: TokenDepositDecision
  readonly makerId: string
  readonly checkerId: string
  readonly at: Date
}
interface DecisionRow extends NewDecision {
  readonly id: string
  readonly seal: string
}

/** Sealed text: two officers, and all facts that they decided about. */
const decisionText = (
  { id, accountId, asset, amount, fromAddress, transactionHash }: DepositRow,
  { decision, makerId, checkerId, at }: NewDecision,
): string =>
  [
    'crypto.deposit_decision',
    decision,
    id,
    accountId,
    asset,
    String(amount),
    fromAddress,
    transactionHash,
    makerId,
    checkerId,
    at.toISOString(),
  ].join('|')

export async function insertDecision(tx: Transaction, seals: EvidenceSeals, deposit: DepositRow, decided: NewDecision): Promise<void> {
  const { decision, makerId, checkerId, at } = decided
  await sql`INSERT INTO crypto.deposit_decision (id, deposit_id, decision, maker_id, checker_id, at, seal)
    VALUES (${newId()}, ${deposit.id}, ${decision}, ${makerId}, ${checkerId}, ${at}, ${seals.seal(decisionText(deposit, decided))})`.execute(
    tx,
  )
}

/**
 * Newest decision with a valid seal; null while there is none. Forged rows, regardless of their number, do not hide it, and are a security
 * event, once for each number of them in a process.
 */
export async function newestDecision(
  { isNews, log, seals }: Pick<CryptoContext, 'isNews' | 'log' | 'seals'>,
  connection: Connection,
  deposit: DepositRow,
): Promise<NewDecision | null> {
  const { found, forged } = await findSealed<DecisionRow>({
    isOurs: (row) => row.makerId !== row.checkerId && seals.isSealOf(decisionText(deposit, row), row.seal),
    isBefore: (one, other) => one.at > other.at || (one.at.getTime() === other.at.getTime() && one.id > other.id),
    async page(afterId, limit) {
      const rows =
        await sql<DecisionRow>`SELECT id, decision, maker_id AS "makerId", checker_id AS "checkerId", at, seal FROM crypto.deposit_decision
        WHERE deposit_id = ${deposit.id} AND id > ${afterId} ORDER BY id LIMIT ${limit}`.execute(connection)
      return rows.rows
    },
  })
  if (isNews(`decisions about deposit ${deposit.id}`, String(forged)) && forged > 0)
    log.error(
      { securityEvent: 'payment_unproved', depositId: deposit.id, forged },
      'decisions about a deposit that no two officers made: they decide nothing',
    )
  return found
}
