/** Events get lost: a pending deposit is read again on its own schedule and closed after 24 hours. */
import type { Reschedule } from '../../../platform/jobs.ts'
import type { PaymentsContext } from '../context.ts'
import { ProviderUnreachable } from '../providers/http.ts'
import type { PseTransaction } from '../providers/pse.ts'
import { DEPOSIT_EXPIRED, DEPOSIT_NOT_CREATED } from '../reasons.es.ts'
import { DEPOSIT_CLOSES_AFTER_MS, DEPOSIT_CREATED_WITHIN_MS, nextDepositCheckInMs } from '../rules.ts'
import { confirmDeposit, endWithoutMoney } from './confirm-deposit.ts'
import { type DepositRow, findDeposit } from './deposit-store.ts'

export async function followDeposit(context: PaymentsContext, depositId: string): Promise<Reschedule | undefined> {
  const deposit = await findDeposit(context.db, depositId)
  if (deposit?.state !== 'PENDING') return undefined
  const ageMs = context.clock.now().getTime() - deposit.createdAt.getTime()
  try {
    const transaction = await readTransaction(context, deposit)
    if (transaction) await confirmDeposit(context, transaction)
    else if (!deposit.providerTransactionId && ageMs >= DEPOSIT_CREATED_WITHIN_MS)
      await endWithoutMoney(context, depositId, { state: 'FAILED', reason: DEPOSIT_NOT_CREATED })
    if (ageMs >= DEPOSIT_CLOSES_AFTER_MS) await endWithoutMoney(context, depositId, { state: 'EXPIRED', reason: DEPOSIT_EXPIRED })
  } catch (error) {
    // Never closed without the provider's word.
    if (!(error instanceof ProviderUnreachable)) throw error
  }
  const isPending = (await findDeposit(context.db, depositId))?.state === 'PENDING'
  return isPending ? { againInMs: nextDepositCheckInMs(ageMs) } : undefined
}

function readTransaction({ pse }: PaymentsContext, { id, providerTransactionId }: DepositRow): Promise<PseTransaction | null> {
  return providerTransactionId ? pse.transaction(providerTransactionId) : pse.transactionOfReference(id)
}
