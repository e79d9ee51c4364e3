/** State machine of a trade. */
import { TradeState } from '@tunjo/contract/trading'
import { stateMachine } from '../../../platform/state-machine/machine.ts'

export const TRADE_STATES = stateMachine<TradeState>({
  name: 'trading.trade',
  title: 'Trade',
  states: TradeState.options,
  initial: 'pending',
  final: ['settled', 'refunded'],
  transitions: [
    { from: ['pending'], to: 'sent', on: 'its swap is with the node', by: ['chain'] },
    { from: ['pending', 'sent'], to: 'confirming', on: 'its swap is in a block', by: ['chain'] },
    { from: ['pending', 'sent', 'confirming'], to: 'settled', on: 'enough confirmations', by: ['chain'] },
    { from: ['pending', 'sent', 'confirming'], to: 'refunded', on: 'reverted, or the signer refused', by: ['chain', 'system'] },
  ],
})
