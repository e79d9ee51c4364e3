/** State machine of a deposit. */
import type { TransactionState } from '@tunjo/contract/payments'
import { stateMachine } from '../../../../platform/state-machine/machine.ts'

export type DepositState = Extract<TransactionState, 'PENDING' | 'IN_REVIEW' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'RETURNED'>

export const DEPOSIT_STATES = stateMachine<DepositState>({
  name: 'payments.deposit',
  title: 'Deposit (PSE, transfer)',
  states: ['PENDING', 'IN_REVIEW', 'COMPLETED', 'FAILED', 'EXPIRED', 'RETURNED'],
  initial: 'PENDING',
  final: ['COMPLETED', 'FAILED', 'EXPIRED', 'RETURNED'],
  transitions: [
    {
      from: ['PENDING'],
      to: 'COMPLETED',
      on: 'the provider says approved, or the statement of the bank has it',
      by: ['provider', 'system'],
    },
    {
      from: ['PENDING'],
      to: 'IN_REVIEW',
      on: 'a transfer that the customer may not have yet, or a payment of another payer',
      by: ['provider', 'system'],
    },
    { from: ['PENDING'], to: 'FAILED', on: 'declined, or never created', by: ['provider'] },
    { from: ['PENDING'], to: 'EXPIRED', on: '24 hours without payment', by: ['system'] },
    { from: ['FAILED', 'EXPIRED'], to: 'COMPLETED', on: 'approved after all', by: ['provider'], corrects: true },
    {
      from: ['FAILED', 'EXPIRED'],
      to: 'IN_REVIEW',
      on: 'approved after all, above the limit of the month or of another payer',
      by: ['provider'],
      corrects: true,
    },
    { from: ['IN_REVIEW'], to: 'COMPLETED', on: 'two officers credit it', by: ['officer'] },
    { from: ['IN_REVIEW'], to: 'RETURNED', on: 'two officers sent it back to the bank it came from', by: ['officer'] },
    {
      from: ['COMPLETED'],
      to: 'RETURNED',
      on: 'the provider took its payment back, and two officers ended its credit',
      by: ['officer'],
      corrects: true,
    },
  ],
})

/** True when its pesos arrived and the platform holds them. */
export const hasPesos = (state: DepositState): boolean => state === 'COMPLETED' || state === 'IN_REVIEW'
/** True when its pesos arrived, also when they were sent back since. */
export const hasReceived = (state: DepositState): boolean => state === 'COMPLETED' || state === 'IN_REVIEW' || state === 'RETURNED'
