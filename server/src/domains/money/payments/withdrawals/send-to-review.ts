/** Send a withdrawal that was not paid yet to review, until officers decide about it; its customer is notified. */
import type { Transaction } from '../../../../platform/database/database.ts'
import type { Actor } from '../../../../platform/state-machine/index.ts'
import type { PaymentsContext } from '../context.ts'
import { WITHDRAWAL_IN_REVIEW } from '../reasons.ts'
import { accountLabel } from '../rules.ts'
import { reviewText } from '../sealed-texts.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import type { ReviewCause } from './review-rules.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

/** The caller has locked `withdrawal`; `reviews`: number of earlier reviews. */
export async function sendToReview(
  context: Pick<PaymentsContext, 'clock' | 'outbox' | 'seals'>,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  { actor, cause, reviews }: { actor: Actor; cause: ReviewCause; reviews: number },
): Promise<void> {
  const { id: withdrawalId, accountId, amount } = withdrawal
  const set = {
    reason: WITHDRAWAL_IN_REVIEW,
    approval_state: 'PENDING',
    approver_id: null,
    review_cause: cause,
    review_seal: context.seals.seal(reviewText(withdrawal, { number: reviews + 1, cause })),
    maker_id: null,
    checker_id: null,
    approval_seal: null,
  }
  const at = context.clock.now()
  await moveWithdrawal(context, tx, withdrawal, { to: 'IN_REVIEW', at, actor, note: WITHDRAWAL_IN_REVIEW, set })
  const account = accountLabel(withdrawal)
  await context.outbox.emit(tx, 'payments.withdrawal_in_review', { accountId, withdrawalId, amount: String(amount), account })
}
