/** Payments of providers that the books do not have, or have otherwise, for officers (decisions 61, 69 and 71). Ours. */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { copAmount } from './money.ts'
import { ANOMALY_KINDS } from './payments-officers.ts'

/** SEEN: said once by the provider. OPEN: said again later. GONE: the record of the provider agrees again. */
export const PAYMENT_ANOMALY_STATES = ['SEEN', 'OPEN', 'GONE'] as const
const state = z.enum(PAYMENT_ANOMALY_STATES)
const time = z.iso.datetime()

export const PaymentAnomaly = z.object({
  id: z.uuid(),
  kind: z.enum(ANOMALY_KINDS),
  provider: z.enum(['wompi', 'wompi-payouts']),
  providerId: z.string().meta({ description: 'Id of the payment at the provider; its reference where no payment is known by an id' }),
  reference: z.string(),
  movementId: z.uuid().nullable().meta({ description: 'The deposit or withdrawal; null when it is none of ours' }),
  accountId: z.uuid().nullable(),
  booked: copAmount.meta({ description: 'What the books have for it' }),
  amount: copAmount.meta({ description: 'By the record of the provider, in its currency' }),
  currency: z.string(),
  status: z.string().meta({ description: 'As the provider names it' }),
  payer: z.object({ name: z.string(), document: z.string(), email: z.string() }),
  fields: z.array(z.string()).meta({ description: 'What differs' }),
  state,
  firstSeenAt: time,
  lastSeenAt: time,
  checkedAt: time.meta({ description: 'When the provider was asked last, whatever it said' }),
  confirmedAt: time.nullable(),
  endedAt: time.nullable(),
})
export type PaymentAnomaly = z.output<typeof PaymentAnomaly>

export const paymentAnomalies = {
  list: endpoint({
    method: 'GET',
    path: '/payment/administrative/anomalies',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    summary:
      'Payments whose record at the provider differs from the books: open ones first, then those seen once, then by time, newest first',
    query: PageQuery.extend({ state: state.optional() }),
    response: z.object({ results: z.array(PaymentAnomaly), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid'],
  }),
}
