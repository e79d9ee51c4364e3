/**
 * Scheduled checks of deposits, since events can be lost: a pending one is read again and closed after 24 hours; an abandoned or credited
 * one is checked for 60 more days at growing intervals, since it may be paid after all, or taken back.
 */
import type { Reschedule } from '../../../../platform/jobs/jobs.ts'
import type { PaymentsContext } from '../context.ts'
import { ProviderUnreachable } from '../providers/http.ts'
import { DEPOSIT_EXPIRED, DEPOSIT_NOT_CREATED } from '../reasons.ts'
import {
  ASK_AGAIN_MS,
  DEPOSIT_CLOSES_AFTER_MS,
  DEPOSIT_CREATED_WITHIN_MS,
  isCheckDueAfterEnd,
  nextCheckAfterEndInMs,
  nextDepositCheckInMs,
  RETRY_AFTER_END_MS,
} from '../rules.ts'
import { type Confirmation, confirmDeposit, failDeposit, markTransactionMissing } from './confirm-deposit.ts'
import { type DepositRow, findDeposit } from './deposit-store.ts'
import { readPayments } from './read-payment.ts'
import { hasPesos } from './states.ts'

export async function followDeposit(context: PaymentsContext, depositId: string): Promise<Reschedule | undefined> {
  const deposit = await findDeposit(context.db, depositId)
  if (!deposit || !isFollowed(deposit)) return undefined
  let isOdd = false
  try {
    if (deposit.state === 'PENDING') isOdd = await readPending(context, deposit)
    else if (isCheckDueAfterEnd(endedMsAgo(context, deposit))) await readEnded(context, deposit)
  } catch (error) {
    // Never closed without an answer of the provider.
    if (!(error instanceof ProviderUnreachable)) throw error
    if (deposit.state !== 'PENDING') return { againInMs: RETRY_AFTER_END_MS }
    isOdd = true
  }
  const next = nextLook(context, await findDeposit(context.db, depositId))
  return next && isOdd ? { againInMs: Math.min(next.againInMs, ASK_AGAIN_MS) } : next
}

/**
 * A transfer has no transaction of the provider, a deposit that two officers sent back is finished, and a booked payment is compared as an
 * anomaly.
 */
const isFollowed = ({ method, state, isBooked }: DepositRow): boolean => method === 'PSE' && state !== 'RETURNED' && !isBooked

/** Result of each of its payments at the provider: empty when it has none. `isOwnKnown`: the bound transaction is among them. */
async function readOnce(context: PaymentsContext, deposit: DepositRow): Promise<{ isOwnKnown: boolean; read: Confirmation[] }> {
  const { own, others } = await readPayments(context, deposit)
  const read: Confirmation[] = []
  for (const transaction of own ? [own, ...others] : others) read.push(await confirmDeposit(context, transaction))
  return { isOwnKnown: own !== null, read }
}

/** Compare an ended deposit with the provider's record. @throws ProviderUnreachable */
export async function readEnded(context: PaymentsContext, deposit: DepositRow): Promise<void> {
  const { isOwnKnown } = await readOnce(context, deposit)
  if (!isOwnKnown && hasPesos(deposit.state)) await markTransactionMissing(context, deposit.id)
}

/** True when the answer matches no payment of the deposit, which the next one may. */
async function readPending(context: PaymentsContext, deposit: DepositRow): Promise<boolean> {
  const { id, providerTransactionId } = deposit
  const ageMs = ageOf(context, deposit)
  const { read } = await readOnce(context, deposit)
  // It was paid: officers have to investigate.
  if (read.includes('unproved')) return false
  if (read.length === 0 && !providerTransactionId && ageMs >= DEPOSIT_CREATED_WITHIN_MS)
    await failDeposit(context, id, { state: 'FAILED', reason: DEPOSIT_NOT_CREATED })
  if (ageMs >= DEPOSIT_CLOSES_AFTER_MS) await failDeposit(context, id, { state: 'EXPIRED', reason: DEPOSIT_EXPIRED })
  return read.every((outcome) => outcome === 'mismatch' || outcome === 'unknown_reference')
}

function nextLook(context: PaymentsContext, deposit: DepositRow | null): Reschedule | undefined {
  if (!deposit || !isFollowed(deposit)) return undefined
  if (deposit.state === 'PENDING') return { againInMs: nextDepositCheckInMs(ageOf(context, deposit)) }
  const againInMs = nextCheckAfterEndInMs(endedMsAgo(context, deposit))
  return againInMs === null ? undefined : { againInMs }
}

const ageOf = ({ clock }: PaymentsContext, { createdAt }: DepositRow): number => clock.now().getTime() - createdAt.getTime()
const endedMsAgo = ({ clock }: PaymentsContext, { endedAt, createdAt }: DepositRow): number =>
  clock.now().getTime() - (endedAt ?? createdAt).getTime()
