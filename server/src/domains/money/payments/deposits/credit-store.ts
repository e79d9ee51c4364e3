/** SQL of PSE credits that run in groups. */
import { BOOKABLE_KINDS } from '@tunjo/contract/payment-anomalies'
import type { Fact, Kind } from '../../../../platform/unit-of-work/index.ts'
import type { DepositRow } from './deposit-store.ts'
import type { DepositState } from './states.ts'

/** Deposit as a group reads it. */
export interface FoundDeposit
  extends Pick<DepositRow, 'id' | 'accountId' | 'amount' | 'method' | 'payer' | 'state' | 'isBooked' | 'providerTransactionId' | 'seal'> {
  /** True when the transaction belongs to another deposit, or the provider reported it before as a difference. */
  readonly isElsewhere: boolean
}

/** Fact of a deposit, by names of keys: its id, id of the provider's transaction. A scalar sub-select instead of EXISTS, which the planner may hash. */
export const depositFact = (deposit: string, transaction: string): Fact<FoundDeposit | null> => ({
  text: `SELECT jsonb_build_object('id', id, 'accountId', account_id, 'amount', amount::text, 'method', method, 'payer', payer, 'state', state,
      'isBooked', is_booked, 'providerTransactionId', provider_transaction_id, 'seal', seal,
      'other', (SELECT true FROM payments.deposit AS other WHERE other.provider_transaction_id = asked.${transaction} AND other.id <> deposit.id),
      'anomaly', (SELECT true FROM payments.anomaly WHERE kind IN (${BOOKABLE_KINDS.map((kind) => `'${kind}'`).join(', ')}) AND provider = 'wompi'
        AND provider_id = asked.${transaction} LIMIT 1))
    FROM payments.deposit AS deposit WHERE id = asked.${deposit}`,
  read(json) {
    if (json === null || json === undefined) return null
    const { amount, other, anomaly, ...found } = json as DepositJson
    return { ...found, amount: BigInt(amount), isElsewhere: other === true || anomaly === true }
  },
})
type DepositJson = Omit<FoundDeposit, 'amount' | 'isElsewhere'> & { amount: string; other: true | null; anomaly: true | null }

export interface CreditedDeposit {
  readonly before: FoundDeposit
  readonly transactionId: string
  readonly paymentUrl: string | null
  readonly bankReference: string | null
  readonly state: DepositState
  readonly endedAt: Date
}

const IS_UNCHANGED = `t.id = r.id AND t.state = r.old_state AND t.account_id = r.account_id AND t.amount = r.amount AND t.seal = r.seal
  AND t.provider_transaction_id IS NOT DISTINCT FROM r.bound_to`

/** Credit of a deposit that is unchanged since the read. */
export const DEPOSITS_CREDITED: Kind<CreditedDeposit> = {
  name: 'payments_deposit_credited',
  columns: [
    ['id', 'uuid', ({ before }) => before.id],
    ['old_state', 'text', ({ before }) => before.state],
    ['account_id', 'uuid', ({ before }) => before.accountId],
    ['amount', 'numeric', ({ before }) => before.amount],
    ['seal', 'text', ({ before }) => before.seal],
    ['bound_to', 'text', ({ before }) => before.providerTransactionId],
    ['transaction', 'text', ({ transactionId }) => transactionId],
    ['payment_url', 'text', ({ paymentUrl }) => paymentUrl],
    ['bank_reference', 'text', ({ bankReference }) => bankReference],
    ['state', 'text', ({ state }) => state],
    ['ended_at', 'timestamptz', ({ endedAt }) => endedAt],
  ],
  guard: { from: `payments.deposit AS t WHERE ${IS_UNCHANGED}`, lock: 'NO KEY UPDATE' },
  write: (rows) => `UPDATE payments.deposit AS t SET state = r.state, reason = NULL, ended_at = r.ended_at,
      provider_transaction_id = r.transaction, payment_url = COALESCE(r.payment_url, t.payment_url),
      bank_reference = COALESCE(r.bank_reference, t.bank_reference)
    FROM ${rows} AS r WHERE ${IS_UNCHANGED} RETURNING 1`,
}
