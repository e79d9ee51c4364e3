/** Bank withdrawal (MON-06), as a customer requests it: one withdrawal for all copies of its call; a job pays it. */
import type { FiatTransactionDetail } from '@tunjo/contract/payments'
import { recordUnchanged } from '../../../../platform/audit/index.ts'
import { refuseIf } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { MonthlyLimitExceeded } from '../../../customers/limits/index.ts'
import { UnprovedAccount } from '../accounts/use-in-groups.ts'
import type { PaymentsContext } from '../context.ts'
import type { MovementRow } from '../history-store.ts'
import { movementDetail, presentMovement } from '../movement.ts'
import { WITHDRAWAL_IN_REVIEW } from '../reasons.ts'
import { checkAmount, payoutWait, WITHDRAWAL_RANGE } from '../rules.ts'
import type { RequestedWithdrawal } from './request-store.ts'
import { type Decided, type Recorded, type WithdrawalRequest, withdrawalRequest } from './withdrawal-request.ts'

export function createWithdraw(context: PaymentsContext): (request: WithdrawalRequest) => Promise<FiatTransactionDetail> {
  const { limits, units } = context
  const useCase = withdrawalRequest(context)
  const decide = async (request: WithdrawalRequest): Promise<Decided> => {
    const decided = await units.run(useCase, request).catch((error: unknown) => recordRefusal(context, error))
    if (decided.outcome !== 'month_not_begun') return decided
    await limits.inGroups.beginMonth(request.owner)
    return decide(request)
  }
  return async (request) => {
    refuseIf(checkAmount(request.amount, WITHDRAWAL_RANGE))
    const decided = await decide(request)
    failpoint('payments.withdrawal_recorded')
    if (decided.outcome === 'recorded') return detailOf(context, decided)
    recordUnchanged()
    return presentMovement(context, request.owner, request.operation.id)
  }
}

/** Record a refusal after the decision, which writes nothing then, and throw it again. */
async function recordRefusal({ limits, log }: PaymentsContext, error: unknown): Promise<never> {
  if (error instanceof MonthlyLimitExceeded)
    await limits.inGroups.recordRefusal(error.refused).catch((err) => log.error({ err }, 'a refusal of the monthly limit was not recorded'))
  if (error instanceof UnprovedAccount) {
    const { bankAccountId } = error
    log.error({ securityEvent: 'payment_unproved', bankAccountId }, 'a bank account is not what its owner saved: nothing is paid to it')
  }
  throw error
}

/** Detail of the withdrawal as it was written, without a read. */
function detailOf(context: PaymentsContext, { withdrawal, steps }: Recorded): FiatTransactionDetail {
  const { createdAt, facts } = withdrawal
  const row = movementOf(withdrawal)
  const graceMs = context.settings.cancelWindowMs
  // A withdrawal cooldown would have refused it.
  const wait = payoutWait({ createdAt, payAfter: facts.sendableFrom }, { holdUntil: null, graceMs, now: createdAt })
  const timeline = steps.map(({ state, note }) => ({ state, at: createdAt.toISOString(), note }))
  return movementDetail(context, row, { timeline, payoutWait: row.state === 'HELD' ? wait : null })
}

function movementOf({ facts, account, createdAt, review }: RequestedWithdrawal): MovementRow {
  const { id, amount, bankId, accountType, accountNumber, sendableFrom: payAfter } = facts
  return {
    ...{ id, kind: 'WITHDRAWAL', amount, bankId, accountType, accountNumber, payAfter, createdAt },
    state: review ? 'IN_REVIEW' : 'HELD',
    reason: review ? WITHDRAWAL_IN_REVIEW : null,
    accountAlias: account.alias,
    bankAccountId: account.id,
    ...{ bankReference: null, paymentUrl: null, method: null, endedAt: null },
  }
}
