/** Read the payments of a withdrawal at the provider. An answer about another payment does not count, and is a security event. */
import type { PaymentsContext } from '../context.ts'
import { AnswerMismatch } from '../providers/http.ts'
import type { PayoutStatus } from '../providers/payout.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

type Read = Pick<WithdrawalRow, 'id' | 'accountNumber' | 'payoutId' | 'amount'>

/** @throws ProviderUnreachable */
export async function readPayouts(
  { log, payouts }: Pick<PaymentsContext, 'log' | 'payouts'>,
  { id, accountNumber, payoutId, amount }: Read,
): Promise<readonly PayoutStatus[]> {
  try {
    return await payouts.ofReference({ reference: id, accountNumber, payoutId, amountCop: amount })
  } catch (error) {
    if (error instanceof AnswerMismatch)
      log.error({ securityEvent: 'payout_answer_mismatch', withdrawalId: id, fields: error.fields }, 'an answer about another payout')
    throw error
  }
}
