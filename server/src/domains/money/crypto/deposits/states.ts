/** State machine of a token deposit. */
import { CRYPTO_DEPOSIT_STATES } from '@tunjo/contract/crypto'
import { stateMachine } from '../../../../platform/state-machine/machine.ts'

export const CRYPTO_DEPOSIT_MACHINE = stateMachine({
  name: 'crypto.deposit',
  title: 'Deposit (ERC20)',
  states: CRYPTO_DEPOSIT_STATES,
  initial: 'PENDING',
  final: ['COMPLETED', 'ORPHANED', 'REVERSED'],
  transitions: [
    { from: ['PENDING', 'IN_REVIEW'], to: 'COMPLETED', on: 'enough confirmations, and it may be credited', by: ['chain'] },
    {
      from: ['PENDING'],
      to: 'IN_REVIEW',
      on: 'limit of the month, its sender is on a list, or the person may not receive now',
      by: ['system'],
    },
    { from: ['PENDING'], to: 'BELOW_MINIMUM', on: 'enough confirmations of too little', by: ['chain'] },
    { from: ['BELOW_MINIMUM'], to: 'COMPLETED', on: 'small deposits reached the minimum together', by: ['chain'] },
    {
      from: ['BELOW_MINIMUM'],
      to: 'IN_REVIEW',
      on: 'small deposits reached the minimum together, but may not be credited now',
      by: ['system'],
    },
    { from: ['PENDING', 'IN_REVIEW', 'BELOW_MINIMUM'], to: 'ORPHANED', on: 'the chain reorganised without it', by: ['chain'] },
    { from: ['ORPHANED', 'REVERSED'], to: 'PENDING', on: 'it is in a block again', by: ['chain'], corrects: true },
    { from: ['COMPLETED'], to: 'DISPUTED', on: 'the chain reorganised after the credit', by: ['chain'], corrects: true },
    { from: ['DISPUTED'], to: 'COMPLETED', on: 'it is in a block again, with enough confirmations', by: ['chain'] },
    {
      from: ['DISPUTED'],
      to: 'REVERSED',
      on: 'it did not come again: compensating posting; beyond the final depth, and of a spent one, two officers decide it',
      by: ['system', 'officer'],
    },
  ],
})
