/** State machine of a token withdrawal. */
import { CRYPTO_WITHDRAWAL_STATES, type CryptoWithdrawalState } from '@tunjo/contract/crypto'
import { stateMachine, statesOf } from '../../../../platform/state-machine/machine.ts'

export const CRYPTO_WITHDRAWAL_MACHINE = stateMachine({
  name: 'crypto.withdrawal',
  title: 'Withdrawal (ERC20)',
  states: CRYPTO_WITHDRAWAL_STATES,
  initial: 'REQUESTED',
  final: ['CONFIRMED', 'REJECTED', 'FAILED', 'CANCELLED'],
  transitions: [
    {
      from: ['CONFIRMED'],
      to: 'UNDELIVERED',
      on: 'the chain took its transfer back, and said twice that it can never pay it',
      by: ['chain'],
      corrects: true,
    },
    { from: ['UNDELIVERED'], to: 'CONFIRMED', on: 'the chain has its transfer again, beyond the final depth', by: ['chain'] },
    { from: ['UNDELIVERED'], to: 'FAILED', on: 'two officers give it back, or send it again as another withdrawal', by: ['officer'] },
    {
      from: ['REQUESTED', 'APPROVED'],
      to: 'IN_REVIEW',
      on: 'policy asks for two officers, the address came on a list, or an officer keeps it back',
      by: ['system', 'officer'],
    },
    { from: ['REQUESTED'], to: 'APPROVED', on: 'within the policy, and the time to cancel it has ended', by: ['system'] },
    { from: ['IN_REVIEW'], to: 'APPROVED', on: 'two officers agree', by: ['officer'] },
    { from: ['REQUESTED', 'IN_REVIEW', 'APPROVED'], to: 'REJECTED', on: 'an officer refuses', by: ['officer'] },
    {
      from: ['REQUESTED', 'IN_REVIEW', 'APPROVED'],
      to: 'CANCELLED',
      on: 'called back, or the account was frozen',
      by: ['customer', 'system'],
    },
    {
      from: ['REQUESTED', 'IN_REVIEW', 'APPROVED'],
      to: 'SENT',
      on: 'two officers say which transaction of the chain paid it, that a restored copy does not know',
      by: ['officer'],
    },
    { from: ['APPROVED'], to: 'SIGNING', on: 'nothing speaks against it: the intent is written', by: ['system'] },
    { from: ['APPROVED'], to: 'CONFIRMED', on: 'inside, to another customer', by: ['system'] },
    { from: ['APPROVED'], to: 'FAILED', on: 'inside, and the other customer may not receive it', by: ['system'] },
    { from: ['SIGNING'], to: 'SENT', on: 'the node has it', by: ['chain'] },
    { from: ['SIGNING', 'SENT'], to: 'CONFIRMED', on: 'enough confirmations', by: ['chain'] },
    { from: ['SIGNING', 'SENT'], to: 'FAILED', on: 'the signer refuses it, or it reverted', by: ['chain', 'system'] },
  ],
})

/** States that are retried until no check prevents sending. */
export const MAY_LEAVE = statesOf(CRYPTO_WITHDRAWAL_MACHINE, 'REQUESTED', 'APPROVED')
/** True when nothing of it was handed to the signer. */
export const isUnsent = (state: CryptoWithdrawalState): boolean => state === 'REQUESTED' || state === 'IN_REVIEW' || state === 'APPROVED'
