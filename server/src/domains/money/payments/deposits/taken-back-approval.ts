/**
 * Approval kind of two officers for ending a credit whose payment the provider took back (E6, decision 83): all that is left of it returns
 * to the bank, and what its customer spent is a loss of the platform. The provider is asked once more when it is executed.
 */

import { copFigure } from '@tunjo/contract/amount-text'
import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import type { Locale } from '@tunjo/contract/locales'
import { BOOKABLE_KINDS } from '@tunjo/contract/payment-anomalies'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import type { StepUpDescription } from '../../../../platform/http/guards/step-up.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import { customerAccount, type Leg, systemAccount } from '../../ledger/index.ts'
import { endAnomalies } from '../anomalies/record-anomaly.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import type { PaymentsContext } from '../context.ts'
import { AnswerMismatch, ProviderUnreachable } from '../providers/http.ts'
import { DEPOSIT_TAKEN_BACK } from '../reasons.ts'
import { isProvedDeposit } from './deposit-proof.ts'
import { type DepositRow, lockDeposit } from './deposit-store.ts'
import { type CreditLeft, creditLeft, holdRest, releasesOf } from './hold-taken-back.ts'
import { moveDeposit } from './move-deposit.ts'
import { readPayment } from './read-payment.ts'
import { recordEnded, type TakenBack, takenBackOf } from './taken-back-store.ts'

export const TAKEN_BACK_APPROVAL = 'payments.deposit_taken_back' satisfies ApprovalKindName
const Params = z.object({ depositId: z.uuid(), accountId: z.uuid() })
type Params = z.output<typeof Params>
const Facts = z.object({ providerId: z.string(), status: z.string(), amountCop: z.string(), lossCop: z.string() })
type Ended = { transactionId: string; state: 'RETURNED' }

export interface Endable {
  readonly deposit: DepositRow
  readonly takenBack: TakenBack
  readonly left: CreditLeft
}

export const takenBackApproval = (context: PaymentsContext): ApprovalKind<Params, Ended> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ depositId }) => depositId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, params) {
    const { deposit, takenBack, left } = await lockEndable(context, tx, params)
    const { number, status } = takenBack
    const providerId = deposit.providerTransactionId ?? deposit.id
    return { ...params, providerId, number, status, amountCop: String(left.amount), lossCop: String(left.missing) }
  },
  isNeeded: () => true,
  execute: (tx, params, execution) => end(context, tx, params, execution),
  words: APPROVAL_WORDS,
  changes(_params, facts) {
    const { amount: label, providerPayment, state, takenBack } = STORED_WORDS
    const { providerId, status, amountCop, lossCop } = Facts.parse(facts)
    return [
      { label, before: null, after: `${copFigure(BigInt(amountCop))} COP` },
      { label: providerPayment, before: null, after: `${providerId} (${status})` },
      { label: takenBack.loss, before: null, after: `${copFigure(BigInt(lossCop))} COP` },
      { label: state, before: takenBack.before, after: takenBack.after },
    ]
  },
})

/** Description that an officer reads before proposing the end. */
export function describeEnd({ deposit: { id }, left: { amount, missing } }: Endable, locale: Locale): StepUpDescription {
  const words = APPROVAL_WORDS[locale]
  return {
    title: titleOfApproval(TAKEN_BACK_APPROVAL, locale),
    details: [
      { label: words.deposit, value: id },
      { label: words.amount, value: `${copFigure(amount)} COP` },
      { label: words.takenBack.held, value: `${copFigure(amount - missing)} COP` },
      { label: words.takenBack.loss, value: `${copFigure(missing)} COP` },
    ],
  }
}

/** Null when it was not taken back, or has been ended. The deposit is locked. @throws Refused `ledger.unproved` */
export async function endableOf(context: PaymentsContext, tx: Transaction, depositId: string): Promise<Endable | null> {
  const deposit = await lockDeposit(tx, depositId)
  const takenBack = deposit?.state === 'COMPLETED' ? await takenBackOf(context, tx, depositId) : null
  if (!deposit || !takenBack) return null
  if (!isProvedDeposit(context, deposit)) refuse('ledger.unproved')
  const left = await creditLeft(context, tx, deposit)
  return left.amount === deposit.amount ? { deposit, takenBack, left } : refuse('ledger.unproved')
}

async function lockEndable(context: PaymentsContext, tx: Transaction, { depositId, accountId }: Params): Promise<Endable> {
  const endable = (await endableOf(context, tx, depositId)) ?? refuse('payments.deposit_not_taken_back')
  if (endable.deposit.accountId !== accountId) refuse('payments.transaction_not_found')
  await refuseLoss(context, tx, endable.left)
  return endable
}

/** Money held in the same balance was not spent, and the platform's own tokens cover a loss: as many are burned as were minted. */
export async function refuseLoss(
  context: PaymentsContext,
  tx: Transaction,
  { missing, heldElsewhere }: Pick<CreditLeft, 'missing' | 'heldElsewhere'>,
): Promise<void> {
  if (missing === 0n) return
  if (heldElsewhere > 0n) refuse('payments.taken_back_held')
  if ((await ownTokens(context, tx)) < missing) refuse('payments.loss_uncovered')
}

const OWN = new Set(['float', 'exchange-fees', 'network-fees', 'deposit_losses'])
async function ownTokens({ ledger }: PaymentsContext, tx: Transaction): Promise<bigint> {
  const totals = await ledger.totals(tx)
  return totals.filter(({ name, asset }) => asset === 'COP' && name !== null && OWN.has(name)).reduce((sum, { posted }) => sum + posted, 0n)
}

/** The provider must still answer as recorded: not approved, or not known. */
export async function refuseApproved(context: PaymentsContext, { deposit, takenBack }: Endable): Promise<void> {
  const { providerTransactionId } = deposit
  const transaction = providerTransactionId === null ? null : await readAgain(context, providerTransactionId)
  const isSame = transaction ? transaction.status !== 'APPROVED' : takenBack.status === 'UNKNOWN'
  if (!isSame) refuse('payments.anomaly_changed')
}

const readAgain = (context: PaymentsContext, transactionId: string) =>
  readPayment(context, transactionId).catch((error) => {
    // First, since an AnswerMismatch is a ProviderUnreachable too.
    if (error instanceof AnswerMismatch) refuse('payments.anomaly_changed')
    if (error instanceof ProviderUnreachable) refuse('payments.provider_unavailable')
    throw error
  })

async function end(context: PaymentsContext, tx: Transaction, params: Params, execution: Execution): Promise<Ended> {
  const { clock, ledger, limits, outbox } = context
  const { makerId } = execution
  const checkerId = execution.checkerId ?? refuse('payments.deposit_not_taken_back')
  const endable = await lockEndable(context, tx, params)
  await refuseApproved(context, endable)
  const { deposit, takenBack } = endable
  const { id, accountId, amount } = deposit
  // From here on the ledger is locked: the balance pays first, and a concurrent withdrawal came before or comes after.
  const left = await holdRest(context, tx, deposit)
  await refuseLoss(context, tx, left)
  const at = clock.now()
  await recordEnded(context, tx, takenBack, { loss: left.missing, makerId, checkerId, at })
  await endAnomalies(context, tx, { kinds: ['deposit_taken_back', 'deposit_amount', 'deposit_payer'], movementId: id })
  if (deposit.isBooked && deposit.providerTransactionId)
    await endAnomalies(context, tx, { kinds: BOOKABLE_KINDS, providerId: deposit.providerTransactionId })
  const reason = DEPOSIT_TAKEN_BACK
  await moveDeposit(context, tx, deposit, { to: 'RETURNED', at, actor: officer(makerId), note: reason, set: { reason, ended_at: at } })
  await limits.releaseUsage(tx, id)
  await outbox.emit(tx, 'payments.deposit_taken_back', { accountId, depositId: id, amount: String(amount) })
  await recordEnd(context, tx, endable, { ...execution, loss: left.missing })
  await ledger.postWithin(tx, legsOf(deposit, left))
  failpoint('payments.taken_back_ended')
  return { transactionId: id, state: 'RETURNED' }
}

const recordEnd = (
  { audit }: PaymentsContext,
  tx: Transaction,
  { deposit: { id, amount, state }, takenBack: { status } }: Endable,
  { actor, requestId, makerId, checkerId, reason, loss }: Execution & { loss: bigint },
) =>
  audit.record(tx, {
    actor,
    action: 'payments.taken_back_ended',
    object: { type: 'deposit', id },
    before: state,
    after: {
      state: 'RETURNED',
      ...{ status, amountCop: String(amount), lossCop: String(loss), approvalRequestId: requestId, makerId, checkerId },
    },
    reason,
  })

/**
 * As for a lost token deposit: the missing part is the platform's loss, and then the whole credit is reversed by one posting, which its
 * burn follows.
 */
function legsOf({ id, accountId, amount }: DepositRow, left: CreditLeft): Leg[] {
  const account = customerAccount(accountId, 'COP')
  const posted = { kind: 'post', ref: id } as const
  const loss: Leg = {
    ...posted,
    id: idOf('payments.deposit.written-off', id),
    debit: systemAccount('deposit_losses', 'COP'),
    credit: account,
    amount: left.missing,
    code: 'payments.deposit_written_off',
  }
  const reversal: Leg = {
    ...posted,
    id: idOf('payments.deposit.reversed', id),
    debit: account,
    credit: systemAccount('bank', 'COP'),
    amount,
    code: 'payments.deposit_reversed',
  }
  return [...releasesOf(id, left.open), ...(left.missing > 0n ? [loss] : []), reversal]
}
