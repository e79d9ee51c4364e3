/** State machine of an anomaly: what a provider's record says and the books do not. */
import type { PaymentAnomaly } from '@tunjo/contract/payment-anomalies'
import { stateMachine } from '../../../platform/state-machine/machine.ts'

export type AnomalyState = PaymentAnomaly['state']

export const ANOMALY_STATES = stateMachine<AnomalyState>({
  name: 'payments.anomaly',
  title: 'Anomaly of a provider',
  states: ['SEEN', 'OPEN', 'GONE'],
  initial: 'SEEN',
  final: ['GONE'],
  transitions: [
    { from: ['SEEN'], to: 'OPEN', on: 'asked again with time between, the provider says the same', by: ['provider'] },
    { from: ['SEEN', 'OPEN'], to: 'GONE', on: 'the record of the provider agrees again', by: ['provider'] },
    { from: ['GONE'], to: 'SEEN', on: 'it differs once more', by: ['provider'], corrects: true },
  ],
})
