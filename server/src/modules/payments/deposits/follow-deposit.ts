/**
 * Events get lost: a pending deposit is read again on its own schedule and closed after 24 hours; one that was given up is asked about
 * for 60 days more, rarer and rarer.
 */
import type { Reschedule } from '../../../platform/jobs.ts'
import type { PaymentsContext } from '../context.ts'
import { ProviderUnreachable } from '../providers/http.ts'
import type { PseTransaction } from '../providers/pse.ts'
import { DEPOSIT_EXPIRED, DEPOSIT_NOT_CREATED } from '../reasons.es.ts'
import {
  DEPOSIT_CLOSES_AFTER_MS,
  DEPOSIT_CREATED_WITHIN_MS,
  isCheckDueAfterEnd,
  nextCheckAfterEndInMs,
  nextDepositCheckInMs,
  RETRY_AFTER_END_MS,
} from '../rules.ts'
import { confirmDeposit, endWithoutMoney } from './confirm-deposit.ts'
import { type DepositRow, findDeposit } from './deposit-store.ts'
import { hasReceived } from './states.ts'

export async function followDeposit(context: PaymentsContext, depositId: string): Promise<Reschedule | undefined> {
  const deposit = await findDeposit(context.db, depositId)
  if (!deposit || hasReceived(deposit.state)) return undefined
  try {
    if (deposit.state === 'PENDING') await readPending(context, deposit)
    else if (isCheckDueAfterEnd(endedMsAgo(context, deposit))) await readOnce(context, deposit)
  } catch (error) {
    // Never closed without the provider's word.
    if (!(error instanceof ProviderUnreachable)) throw error
    if (deposit.state !== 'PENDING') return { againInMs: RETRY_AFTER_END_MS }
  }
  return nextLook(context, await findDeposit(context.db, depositId))
}

const readTransaction = ({ pse }: PaymentsContext, { id, providerTransactionId }: DepositRow): Promise<PseTransaction | null> =>
  providerTransactionId ? pse.transaction(providerTransactionId) : pse.transactionOfReference(id)

async function readOnce(context: PaymentsContext, deposit: DepositRow): Promise<boolean> {
  const transaction = await readTransaction(context, deposit)
  if (transaction) await confirmDeposit(context, transaction)
  return transaction !== null
}

async function readPending(context: PaymentsContext, deposit: DepositRow): Promise<void> {
  const { id, providerTransactionId } = deposit
  const ageMs = ageOf(context, deposit)
  const isKnown = await readOnce(context, deposit)
  if (!isKnown && !providerTransactionId && ageMs >= DEPOSIT_CREATED_WITHIN_MS)
    await endWithoutMoney(context, id, { state: 'FAILED', reason: DEPOSIT_NOT_CREATED })
  if (ageMs >= DEPOSIT_CLOSES_AFTER_MS) await endWithoutMoney(context, id, { state: 'EXPIRED', reason: DEPOSIT_EXPIRED })
}

function nextLook(context: PaymentsContext, deposit: DepositRow | null): Reschedule | undefined {
  if (!deposit || hasReceived(deposit.state)) return undefined
  if (deposit.state === 'PENDING') return { againInMs: nextDepositCheckInMs(ageOf(context, deposit)) }
  const againInMs = nextCheckAfterEndInMs(endedMsAgo(context, deposit))
  return againInMs === null ? undefined : { againInMs }
}

const ageOf = ({ clock }: PaymentsContext, { createdAt }: DepositRow): number => clock.now().getTime() - createdAt.getTime()
const endedMsAgo = ({ clock }: PaymentsContext, { endedAt, createdAt }: DepositRow): number =>
  clock.now().getTime() - (endedAt ?? createdAt).getTime()
