/** A payment that the provider took back, as officers see it before they end its credit. */
import type { TakenBackDeposit } from '@tunjo/contract/payment-anomalies'
import { validate as isUuid } from 'uuid'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { Refused, refuse } from '../../../../platform/http/refusal.ts'
import type { PaymentsContext } from '../context.ts'
import { findDeposit } from './deposit-store.ts'
import { type Endable, endableOf, refuseLoss, TAKEN_BACK_APPROVAL } from './taken-back-approval.ts'

export const knownEndable = (context: PaymentsContext, id: string): Promise<Endable> =>
  inTransaction(context.db, (tx) => endableIn(context, tx, id))

async function endableIn(context: PaymentsContext, tx: Transaction, id: string): Promise<Endable> {
  if (!isUuid(id) || !(await findDeposit(tx, id))) refuse('payments.transaction_not_found')
  return (await endableOf(context, tx, id)) ?? refuse('payments.deposit_not_taken_back')
}

export const presentTakenBack = (context: PaymentsContext, id: string): Promise<TakenBackDeposit> =>
  inTransaction(context.db, async (tx) => {
    const { deposit, takenBack, left } = await endableIn(context, tx, id)
    return {
      transactionId: deposit.id,
      accountId: deposit.accountId,
      amount: left.amount,
      held: left.amount - left.missing,
      missing: left.missing,
      status: takenBack.status,
      since: takenBack.at.toISOString(),
      waits: await waitsFor(context, tx, { deposit, left }),
    }
  })

async function waitsFor(
  context: PaymentsContext,
  tx: Transaction,
  { deposit, left }: Pick<Endable, 'deposit' | 'left'>,
): Promise<TakenBackDeposit['waits']> {
  if ((await context.approvals.waitingTargets(tx, TAKEN_BACK_APPROVAL, [deposit.id])).has(deposit.id)) return 'approval'
  try {
    await refuseLoss(context, tx, left)
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return left.heldElsewhere > 0n ? 'held' : 'capital'
  }
}
