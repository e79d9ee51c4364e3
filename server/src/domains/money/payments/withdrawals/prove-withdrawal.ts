/**
 * Proof that a withdrawal is what the customer requested and what officers approved. The product can change the row, so the row is not
 * trusted. Its seal, the hold of the ledger, and its append-only history and attempts are (SEC-76, docs/decisions/0045-sealed-rows.md).
 */
import { sql } from 'kysely'
import { type Connection, isInfiniteTime, type Transaction } from '../../../../platform/database/database.ts'
import { Refused } from '../../../../platform/http/refusal.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { customerAccount } from '../../ledger/index.ts'
import type { PaymentsContext } from '../context.ts'
import { approvalText, reviewText, withdrawalText } from '../sealed-texts.ts'
import { type Attempt, attemptsOf, openAmong } from './attempt-store.ts'
import { isAttempted, isUnsent, WITHDRAWAL_STATES } from './states.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

export interface Evidence {
  /** Number of times that it was sent to review. */
  readonly reviews: number
  /** Attempts that may have been paid. */
  readonly open: readonly Attempt[]
}
/** Part of the evidence that does not match. */
export type Fault = 'row' | 'hold' | 'review' | 'approval' | 'attempts'

export async function evidenceOf(seals: EvidenceSeals, connection: Connection, ids: readonly string[]): Promise<Map<string, Evidence>> {
  const open = openAmong(seals, await attemptsOf(connection, ids))
  const reviews = await reviewsOf(connection, ids)
  const attempts = new Map<string, Attempt[]>(ids.map((id) => [id, []]))
  for (const attempt of open) attempts.get(attempt.withdrawalId)?.push(attempt)
  return new Map(ids.map((id) => [id, { reviews: reviews.get(id) ?? 0, open: attempts.get(id) ?? [] }]))
}

/** Number of reviews, from the append-only history. */
export async function reviewsOf(connection: Connection, ids: readonly string[]): Promise<Map<string, number>> {
  const counted = await sql<{ id: string; reviews: number }>`SELECT subject_id AS id, count(*)::int AS reviews FROM payments.state_history
    WHERE machine = ${WITHDRAWAL_STATES.name} AND subject_id = ANY(${[...ids]}) AND to_state = 'IN_REVIEW' GROUP BY subject_id`.execute(
    connection,
  )
  return new Map(counted.rows.map(({ id, reviews }) => [id, reviews]))
}

/** First fault that can be found without the ledger. */
export function faultOf(seals: EvidenceSeals, row: WithdrawalRow, { reviews, open }: Evidence): Fault | null {
  if (!seals.isSealOf(withdrawalText(row), row.seal)) return 'row'
  // An attacker may insert an attempt with an infinite time, from which no time can be counted.
  if (open.some(({ at }) => isInfiniteTime(at))) return 'attempts'
  if (isUnsent(row.state) ? open.length > 0 : isAttempted(row.state) && open.length === 0) return 'attempts'
  if (row.state === 'IN_REVIEW')
    return seals.isSealOf(reviewText(row, { number: reviews, cause: row.reviewCause }), row.reviewSeal) ? null : 'review'
  return reviews === 0 || isReleased(seals, row, reviews) ? null : 'approval'
}

function isReleased(seals: EvidenceSeals, row: WithdrawalRow, reviews: number): boolean {
  const { makerId, checkerId, approvalSeal } = row
  return makerId !== null && seals.isSealOf(approvalText(row, reviews, { makerId, checkerId }), approvalSeal)
}

/** Null when everything matches. The caller has locked `row`. */
export async function proveWithdrawal(
  { ledger, seals }: Pick<PaymentsContext, 'ledger' | 'seals'>,
  tx: Transaction,
  row: WithdrawalRow,
  evidence: Evidence,
): Promise<Fault | null> {
  return faultOf(seals, row, evidence) ?? ((await isHeld(ledger, tx, row)) ? null : 'hold')
}

async function isHeld(
  { provedHold }: PaymentsContext['ledger'],
  tx: Transaction,
  { id, accountId, amount }: WithdrawalRow,
): Promise<boolean> {
  try {
    const hold = await provedHold(id, tx)
    return hold?.left === amount && hold.accountId === customerAccount(accountId, 'COP').id
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** Report a row that was not written by the product: nothing was moved, and officers have to investigate. */
export function notifyUnproved({ log }: Pick<PaymentsContext, 'log'>, { id, state }: WithdrawalRow, fault: Fault): void {
  log.error(
    { securityEvent: 'payment_unproved', withdrawalId: id, state, fault },
    'a withdrawal is not what was asked for: nothing was moved',
  )
}
