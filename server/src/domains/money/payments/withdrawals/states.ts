/** State machine of a withdrawal to a bank. */
import type { TransactionState } from '@tunjo/contract/payments'
import { stateMachine } from '../../../../platform/state-machine/machine.ts'

export type WithdrawalState = Extract<
  TransactionState,
  'HELD' | 'IN_REVIEW' | 'SENDING' | 'UNKNOWN' | 'PROCESSING' | 'COMPLETED' | 'RETURNED' | 'CANCELLED'
>

export const WITHDRAWAL_STATES = stateMachine<WithdrawalState>({
  name: 'payments.withdrawal',
  title: 'Withdrawal to a bank',
  states: ['HELD', 'IN_REVIEW', 'SENDING', 'UNKNOWN', 'PROCESSING', 'COMPLETED', 'RETURNED', 'CANCELLED'],
  initial: 'HELD',
  final: ['COMPLETED', 'RETURNED', 'CANCELLED'],
  transitions: [
    { from: ['HELD', 'IN_REVIEW'], to: 'CANCELLED', on: 'cancelled, or the account was frozen', by: ['customer', 'system'] },
    { from: ['HELD'], to: 'IN_REVIEW', on: 'a rule or an officer keeps it back', by: ['system', 'officer'] },
    { from: ['IN_REVIEW'], to: 'HELD', on: 'approved', by: ['officer'] },
    { from: ['HELD', 'IN_REVIEW'], to: 'RETURNED', on: 'rejected', by: ['officer'] },
    { from: ['HELD'], to: 'SENDING', on: 'claimed for sending', by: ['system'] },
    { from: ['SENDING'], to: 'UNKNOWN', on: 'no answer', by: ['provider'] },
    { from: ['SENDING', 'UNKNOWN'], to: 'PROCESSING', on: 'accepted', by: ['provider'] },
    { from: ['SENDING', 'UNKNOWN'], to: 'HELD', on: 'refused for now, surely not paid', by: ['provider'] },
    { from: ['SENDING', 'UNKNOWN', 'PROCESSING'], to: 'COMPLETED', on: 'paid', by: ['provider', 'officer'] },
    {
      from: ['SENDING', 'UNKNOWN', 'PROCESSING'],
      to: 'RETURNED',
      on: 'refused, surely not paid',
      by: ['provider', 'officer'],
    },
    { from: ['COMPLETED'], to: 'RETURNED', on: 'the bank sends the money back', by: ['provider'], corrects: true },
  ],
})

/** True while nothing of it was sent to the bank. */
export const isUnsent = (state: WithdrawalState): boolean => state === 'HELD' || state === 'IN_REVIEW'
/** True while it is being sent, or may have been: the attempt's outcome is awaited. */
export const isAttempted = (state: WithdrawalState): boolean => state === 'SENDING' || state === 'UNKNOWN'
export const isRefunded = (state: WithdrawalState): boolean => state === 'RETURNED' || state === 'CANCELLED'
