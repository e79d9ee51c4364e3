/** State machine of a deposit. */
import type { TransactionState } from '@tunjo/contract/payments'
import { stateMachine } from '../../../platform/state-machine/machine.ts'

export type DepositState = Extract<TransactionState, 'PENDING' | 'COMPLETED' | 'FAILED' | 'EXPIRED'>

export const DEPOSIT_STATES = stateMachine<DepositState>({
  name: 'payments.deposit',
  title: 'Deposit (PSE)',
  states: ['PENDING', 'COMPLETED', 'FAILED', 'EXPIRED'],
  initial: 'PENDING',
  final: ['COMPLETED', 'FAILED', 'EXPIRED'],
  transitions: [
    { from: ['PENDING'], to: 'COMPLETED', on: 'the provider says approved', by: ['provider'] },
    { from: ['PENDING'], to: 'FAILED', on: 'declined, or never created', by: ['provider'] },
    { from: ['PENDING'], to: 'EXPIRED', on: '24 hours without payment', by: ['system'] },
    { from: ['FAILED', 'EXPIRED'], to: 'COMPLETED', on: 'approved after all', by: ['provider'], corrects: true },
  ],
})
