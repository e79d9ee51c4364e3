/** State machine of a line of a bank statement. */
import { STATEMENT_LINE_STATES, type StatementLineState } from '@tunjo/contract/bank-statements'
import { stateMachine } from '../../../../platform/state-machine/machine.ts'

export const LINE_STATES = stateMachine<StatementLineState>({
  name: 'payments.statement_line',
  title: 'Line of a bank statement',
  states: STATEMENT_LINE_STATES,
  initial: 'PENDING',
  final: ['DEPOSITED', 'REFUNDED', 'EXPLAINED'],
  transitions: [
    { from: ['PENDING'], to: 'DEPOSITED', on: 'its reference is a customer’s', by: ['system'] },
    { from: ['PENDING'], to: 'UNMATCHED', on: 'nothing says whose it is', by: ['system'] },
    { from: ['PENDING'], to: 'EXPLAINED', on: 'it pays a refund', by: ['system'] },
    { from: ['UNMATCHED'], to: 'DEPOSITED', on: 'two officers know whose it is', by: ['officer'] },
    { from: ['UNMATCHED'], to: 'REFUNDED', on: 'two officers send it back', by: ['officer'] },
    { from: ['UNMATCHED'], to: 'EXPLAINED', on: 'two officers know what it paid, or that it is company capital', by: ['officer'] },
  ],
})
