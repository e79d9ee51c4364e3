/** State machines of the platform's chain operations: the intent to be signed, and its transaction. */
import { stateMachine, statesOf } from '../../../platform/state-machine/machine.ts'
import type { OperationState } from './types.ts'

export type IntentState = Extract<OperationState, 'decided' | 'reserved' | 'refused'>
export type TransactionState = Exclude<OperationState, 'decided' | 'refused'>

export const INTENT_STATES = stateMachine<IntentState>({
  name: 'blockchain.intent',
  title: 'Transaction intent',
  states: ['decided', 'reserved', 'refused'],
  initial: 'decided',
  final: ['reserved', 'refused'],
  transitions: [
    { from: ['decided'], to: 'reserved', on: 'the signing policy agrees: it has its nonce', by: ['system'] },
    { from: ['decided'], to: 'refused', on: 'the signing policy refuses', by: ['system'] },
  ],
})

export const TRANSACTION_STATES = stateMachine<TransactionState>({
  name: 'blockchain.transaction',
  title: 'Chain transaction',
  states: ['reserved', 'signed', 'sent', 'mined', 'confirmed', 'reverted', 'superseded'],
  initial: 'reserved',
  final: ['confirmed', 'reverted', 'superseded'],
  transitions: [
    { from: ['reserved'], to: 'signed', on: 'its bytes are stored', by: ['system'] },
    { from: ['signed'], to: 'sent', on: 'the node has it', by: ['chain'] },
    { from: ['signed', 'sent'], to: 'mined', on: 'it is in a block', by: ['chain'] },
    { from: ['mined'], to: 'sent', on: 'the chain lost its block', by: ['chain'] },
    { from: ['signed', 'sent', 'mined'], to: 'confirmed', on: 'enough confirmations', by: ['chain'] },
    { from: ['signed', 'sent', 'mined'], to: 'reverted', on: 'enough confirmations of its failure', by: ['chain'] },
    {
      from: ['signed', 'sent'],
      to: 'superseded',
      on: 'another transaction used its nonce, and it is too late for a new one',
      by: ['system'],
    },
    {
      from: ['confirmed', 'reverted', 'superseded'],
      to: 'sent',
      on: 'its end has no valid seal: corrected',
      by: ['system'],
      corrects: true,
    },
  ],
})

/** Signed, and not yet seen in a block. */
export const IN_FLIGHT = statesOf(TRANSACTION_STATES, 'signed', 'sent')
