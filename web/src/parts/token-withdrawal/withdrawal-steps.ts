/** Steps of a token withdrawal, with recorded times only. */
import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import type { TFunction } from 'i18next'
import type { TimelineStep } from '../../ui/money-timeline.tsx'

type Withdrawal = Pick<
  CryptoWithdrawal,
  'state' | 'timeline' | 'internal' | 'reason' | 'waiting' | 'confirmations' | 'confirmations_needed' | 'created_at'
>

const BEFORE_SENDING = new Set(['REQUESTED', 'IN_REVIEW', 'APPROVED'])

export function withdrawalSteps(withdrawal: Withdrawal, t: TFunction<'send'>): TimelineStep[] {
  const { state, internal, waiting } = withdrawal
  const isHere = BEFORE_SENDING.has(state)
  const requested: TimelineStep = {
    key: 'requested',
    title: t('steps.requested'),
    state: state === 'REQUESTED' || state === 'APPROVED' ? 'active' : 'done',
    at: new Date(withdrawal.created_at),
    text: waiting && isHere ? t(`steps.waiting.${waiting}`) : null,
  }
  const first = [requested, ...reviewStep(withdrawal, t)]
  if (state === 'REJECTED' || state === 'FAILED' || state === 'CANCELLED')
    return [
      ...first,
      {
        key: 'back',
        title: t(`steps.${endOf(withdrawal, state)}`),
        state: 'failed',
        at: timeOf(withdrawal, state),
        text: withdrawal.reason,
      },
    ]
  if (state === 'UNDELIVERED') return [...first, undeliveredStep(withdrawal, t)]
  const isDone = state === 'CONFIRMED'
  const end: TimelineStep = {
    key: 'end',
    title: t(internal ? 'steps.inside' : 'steps.confirmed'),
    state: isDone ? 'done' : 'next',
    at: timeOf(withdrawal, 'CONFIRMED'),
  }
  if (internal) return [...first, end]
  const sent: TimelineStep = {
    key: 'sent',
    title: t('steps.sent'),
    state: isDone ? 'done' : isHere ? 'next' : 'active',
    at: timeOf(withdrawal, 'SENT'),
    text: sentText(withdrawal, t),
  }
  return [...first, sent, end]
}

/** An undelivered withdrawal was returned to the balance or sent again: the reason states which. */
const endOf = <S extends string>({ timeline }: Withdrawal, state: S): S | 'not_arrived' =>
  timeline.some(({ state: before }) => before === 'UNDELIVERED') ? 'not_arrived' : state

/** Sent, then reversed by a chain reorganisation. */
const undeliveredStep = (withdrawal: Withdrawal, t: TFunction<'send'>): TimelineStep => ({
  key: 'undelivered',
  title: t('steps.UNDELIVERED'),
  state: 'active',
  at: timeOf(withdrawal, 'UNDELIVERED'),
  text: withdrawal.reason,
})

function reviewStep(withdrawal: Withdrawal, t: TFunction<'send'>): TimelineStep[] {
  const at = timeOf(withdrawal, 'IN_REVIEW')
  if (!at) return []
  const isNow = withdrawal.state === 'IN_REVIEW'
  const note = withdrawal.timeline.findLast(({ state }) => state === 'IN_REVIEW')?.note ?? null
  return [{ key: 'review', title: t('steps.review'), state: isNow ? 'active' : 'done', at, text: isNow ? note : null }]
}

function sentText({ state, confirmations: seen, confirmations_needed: needed }: Withdrawal, t: TFunction<'send'>): string | null {
  if (state === 'SIGNING') return t('steps.signing')
  return state === 'SENT' ? t('steps.confirming', { seen, needed }) : null
}

/** The last time it entered a state. */
function timeOf({ timeline }: Withdrawal, wanted: CryptoWithdrawal['state']): Date | null {
  const entry = timeline.findLast(({ state }) => state === wanted)
  return entry ? new Date(entry.at) : null
}
