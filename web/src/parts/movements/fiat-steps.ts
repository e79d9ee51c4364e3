/** Steps of a deposit or withdrawal, with recorded times only. */
import type { FiatTransactionDetail, TransactionState } from '@tunjo/contract/payments'
import type { TFunction } from 'i18next'
import { formatDate } from '../../ui/date-time.tsx'
import type { TimelineStep } from '../../ui/money-timeline.tsx'

type Movement = Pick<FiatTransactionDetail, 'kind' | 'state' | 'creationDate' | 'confirmationDate' | 'reason' | 'timeline' | 'payoutWait'>

export function fiatSteps(movement: Movement, t: TFunction<'money'>): TimelineStep[] {
  return movement.kind === 'DEPOSIT' ? depositSteps(movement, t) : withdrawalSteps(movement, t)
}

function depositSteps(movement: Movement, t: TFunction<'money'>): TimelineStep[] {
  const created: TimelineStep = { key: 'created', title: t('steps.depositCreated'), state: 'done', at: new Date(movement.creationDate) }
  const { state } = movement
  if (state === 'FAILED' || state === 'EXPIRED') return [created, failed(movement, state, t)]
  const paid: TimelineStep = { key: 'paid', title: t('steps.depositPaid'), state: 'done' }
  const reviewedAt = timeOf(movement, 'IN_REVIEW')
  const isInReview = state === 'IN_REVIEW'
  const review: TimelineStep[] = reviewedAt
    ? [
        {
          key: 'review',
          title: t('steps.depositReview'),
          state: isInReview ? 'active' : 'done',
          at: reviewedAt,
          text: isInReview ? movement.reason : null,
        },
      ]
    : []
  if (state === 'RETURNED') return [created, paid, ...review, { ...failed(movement, state, t), title: t('steps.depositReturned') }]
  const isCredited = state === 'COMPLETED'
  return [
    created,
    state === 'PENDING' ? { ...paid, state: 'active', text: t('steps.depositWaiting') } : paid,
    ...review,
    { key: 'credited', title: t('steps.depositCredited'), state: isCredited ? 'done' : 'next', at: timeOf(movement, 'COMPLETED') },
  ]
}

function withdrawalSteps(movement: Movement, t: TFunction<'money'>): TimelineStep[] {
  const { state } = movement
  const isInReview = state === 'IN_REVIEW'
  const isHeld = state === 'HELD' || isInReview
  const held: TimelineStep = {
    key: 'held',
    title: t('steps.withdrawalHeld'),
    state: isHeld ? 'active' : 'done',
    at: new Date(movement.creationDate),
    text: isInReview ? movement.reason : waitText(movement, t),
  }
  const sentAt = timeOf(movement, 'SENDING')
  const sent: TimelineStep = { key: 'sent', title: t('steps.withdrawalSent'), state: 'done', at: sentAt }
  if (state === 'CANCELLED') return [held, failed(movement, state, t)]
  if (state === 'RETURNED') return sentAt ? [held, sent, failed(movement, state, t)] : [held, failed(movement, state, t)]
  const isPaid = state === 'COMPLETED'
  return [
    held,
    { ...sent, state: isHeld ? 'next' : isPaid ? 'done' : 'active', text: sendingText(state, t) },
    { key: 'paid', title: t('steps.withdrawalPaid'), state: isPaid ? 'done' : 'next', at: timeOf(movement, 'COMPLETED') },
  ]
}

/** Why it has not left yet, and when it will. */
function waitText({ payoutWait }: Movement, t: TFunction<'money'>): string | undefined {
  if (!payoutWait) return undefined
  const date = formatDate(new Date(payoutWait.until))
  return t(payoutWait.reason === 'account_new' ? 'steps.waitAccountNew' : 'steps.waitOnHold', { date })
}

function sendingText(state: TransactionState, t: TFunction<'money'>): string | undefined {
  if (state === 'SENDING') return t('steps.withdrawalSending')
  if (state === 'UNKNOWN') return t('steps.withdrawalUnknown')
  return state === 'PROCESSING' ? t('steps.withdrawalProcessing') : undefined
}

function failed(movement: Movement, state: 'FAILED' | 'EXPIRED' | 'RETURNED' | 'CANCELLED', t: TFunction<'money'>): TimelineStep {
  return { key: 'failed', title: t(`steps.${state}`), state: 'failed', at: timeOf(movement, state), text: movement.reason ?? undefined }
}

/** The last time it entered a state; its end has a separate time. */
function timeOf({ state, timeline, confirmationDate }: Movement, wanted: TransactionState): Date | null {
  const entry = timeline.findLast((event) => event.state === wanted)
  if (entry) return new Date(entry.at)
  return state === wanted && confirmationDate ? new Date(confirmationDate) : null
}
