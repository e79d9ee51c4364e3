/** State machine of an anomaly: a difference between a provider's record and the books. */
import type { PaymentAnomaly } from '@tunjo/contract/payment-anomalies'
import { stateMachine } from '../../../../platform/state-machine/machine.ts'

export type AnomalyState = PaymentAnomaly['state']

export const ANOMALY_STATES = stateMachine<AnomalyState>({
  name: 'payments.anomaly',
  title: 'Anomaly of a provider',
  states: ['SEEN', 'OPEN', 'GONE', 'BOOKED'],
  initial: 'SEEN',
  final: ['GONE', 'BOOKED'],
  transitions: [
    { from: ['SEEN'], to: 'OPEN', on: 'asked again with time between, the provider says the same', by: ['provider'] },
    { from: ['SEEN', 'OPEN'], to: 'GONE', on: 'the record of the provider agrees again', by: ['provider'] },
    {
      from: ['SEEN', 'OPEN'],
      to: 'BOOKED',
      on: 'two officers book an open payment, or the record agrees with its booking again',
      by: ['officer', 'provider'],
    },
    { from: ['BOOKED'], to: 'SEEN', on: 'the provider no longer says the same of it', by: ['provider'], corrects: true },
    { from: ['GONE'], to: 'BOOKED', on: 'two officers booked it, whatever its row says', by: ['officer', 'provider'], corrects: true },
    { from: ['GONE'], to: 'SEEN', on: 'it differs once more', by: ['provider'], corrects: true },
  ],
})
