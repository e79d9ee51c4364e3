/**
 * State machine of an account: whether it may sign in, and whether its level is verified. The contract and its column have the numbers of
 * `ACCOUNT_STATE`.
 */
import { ACCOUNT_STATE, type AccountState } from '@tunjo/contract/identity'
import { stateMachine } from '../../../../../platform/state-machine/machine.ts'

export type AccountStateName = keyof typeof ACCOUNT_STATE

export const ACCOUNT_STATES = stateMachine<AccountStateName>({
  name: 'identity.account',
  title: 'Account',
  states: ['unverified', 'verified', 'suspended', 'closed'],
  initial: 'unverified',
  final: ['closed'],
  transitions: [
    { from: ['unverified'], to: 'verified', on: 'a level is verified', by: ['officer', 'system'] },
    { from: ['verified'], to: 'unverified', on: 'no level is verified any more', by: ['officer', 'system'] },
    {
      from: ['unverified', 'verified'],
      to: 'suspended',
      on: 'an officer suspends it, or the address to put back is taken',
      by: ['officer', 'system'],
    },
    { from: ['suspended'], to: 'unverified', on: 'two officers end the suspension', by: ['officer', 'system'] },
    { from: ['suspended'], to: 'verified', on: 'two officers end the suspension', by: ['officer', 'system'] },
    { from: ['unverified', 'verified', 'suspended'], to: 'closed', on: 'its owner closes it', by: ['customer', 'system'] },
  ],
})

const NAMES: Readonly<Record<AccountState, AccountStateName>> = { 1: 'unverified', 2: 'verified', 3: 'suspended', 4: 'closed' }

export const stateName = (state: AccountState): AccountStateName => NAMES[state]

/** True when no sign-in is possible: suspended, or closed permanently. */
export const isShut = (state: AccountState): boolean => state === ACCOUNT_STATE.suspended || state === ACCOUNT_STATE.closed
