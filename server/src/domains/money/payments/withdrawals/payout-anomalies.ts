/** Anomalies of payouts: the provider's record of one that ended differs from the books. */
import type { Transaction } from '../../../../platform/database/database.ts'
import type { AnomalyFacts } from '../anomalies/anomaly-store.ts'
import { endAnomalies, recordAnomaly } from '../anomalies/record-anomaly.ts'
import type { PaymentsContext } from '../context.ts'
import type { PayoutStatus } from '../providers/payout.ts'
import { otherFields } from '../transfers/payer.ts'
import { compareBookedPayout } from './compare-booked-payout.ts'
import { isRefunded, isUnsent } from './states.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

type Context = Pick<PaymentsContext, 'clock' | 'isNews' | 'ledger' | 'log' | 'seals' | 'settings'>

/**
 * The caller has locked `withdrawal`. `record`: null when the provider has none, and surely shows those that it has. Returns `seen` when
 * something differs for the first time, and is to be compared again.
 */
export async function comparePayout(
  context: Context,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  record: PayoutStatus | null,
): Promise<'seen' | null> {
  let said: 'seen' | null = null
  for (const facts of anomaliesOf(withdrawal, record)) {
    if (await compareBookedPayout(context, tx, facts)) continue
    if (facts.fields.length === 0) await endAnomalies(context, tx, { kinds: [facts.kind], movementId: withdrawal.id })
    else if ((await recordAnomaly(context, tx, facts)) === 'seen') said = 'seen'
  }
  return said
}

/** Each comparison; without fields where the record agrees. */
function anomaliesOf(withdrawal: WithdrawalRow, record: PayoutStatus | null): AnomalyFacts[] {
  const { amount, state } = withdrawal
  const isPaid = record?.state === 'paid'
  const differing = (isOther: boolean, field: string) => (isOther ? [field] : [])
  const facts = (kind: AnomalyFacts['kind'], fields: readonly string[], booked = amount) =>
    factsOf(withdrawal, record, { kind, fields, booked })
  if (isRefunded(state)) {
    // The books have no payout any more, so earlier differences have ended.
    const over = (['payout_unpaid', 'payout_amount', 'payout_payee', 'payout_never_sent'] as const).map((kind) => facts(kind, [], 0n))
    return record ? [...over, facts('payout_after_return', differing(isPaid, 'status'), 0n)] : over
  }
  if (isUnsent(state)) return record ? [facts('payout_never_sent', differing(isPaid, 'status'), 0n)] : []
  const ofAmount = isPaid ? [facts('payout_amount', differing(record.amountCop !== amount, 'amount'))] : []
  if (state !== 'COMPLETED') return ofAmount
  const ofPayee = isPaid ? [facts('payout_payee', otherFields([withdrawal.payee], record.payee))] : []
  // A failed payout is returned: that is for its job.
  return record?.state === 'failed'
    ? []
    : [facts('payout_unpaid', differing(!isPaid, 'status')), facts('payout_never_sent', [], 0n), ...ofAmount, ...ofPayee]
}

const factsOf = (
  { id, accountId, payoutId }: WithdrawalRow,
  record: PayoutStatus | null,
  { kind, fields, booked }: Pick<AnomalyFacts, 'kind' | 'fields' | 'booked'>,
): AnomalyFacts => ({
  kind,
  fields,
  booked,
  provider: 'wompi-payouts',
  providerId: payoutId ?? record?.payoutId ?? id,
  reference: id,
  movementId: id,
  accountId,
  amount: record?.state === 'paid' ? record.amountCop : 0n,
  currency: 'COP',
  status: record?.state ?? 'unknown',
  payer: record?.payee ?? { name: '', document: '', email: '' },
})

const sumOf = (payments: readonly PayoutStatus[]): bigint =>
  payments.reduce((sum, { state, amountCop }) => (state === 'failed' ? sum : sum + amountCop), 0n)
const mayBePaid = (payments: readonly PayoutStatus[]): PayoutStatus[] => payments.filter(({ state }) => state !== 'failed')

/** Compare several payments with the reference of one withdrawal, which is locked. Those that failed paid nothing. */
export async function comparePayments(
  context: Context,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  payments: readonly PayoutStatus[],
): Promise<void> {
  const booked = isRefunded(withdrawal.state) || isUnsent(withdrawal.state) ? 0n : withdrawal.amount
  const first = mayBePaid(payments)[0] ?? payments[0] ?? null
  const differing = factsOf(withdrawal, first, { kind: 'payout_twice', fields: ['payments'], booked })
  const facts = { ...differing, providerId: withdrawal.id, amount: sumOf(payments) }
  if (await compareBookedPayout(context, tx, facts)) return
  if (mayBePaid(payments).length < 2) return endAnomalies(context, tx, { kinds: ['payout_twice'], movementId: withdrawal.id })
  await recordAnomaly(context, tx, facts)
}

/** Compare payments under a reference that belongs to no withdrawal. */
export async function compareUnknown(
  context: Context,
  tx: Transaction,
  reference: string,
  payments: readonly PayoutStatus[],
): Promise<void> {
  const [first = payments[0]] = mayBePaid(payments)
  const payer = first?.payee ?? { name: '', document: '', email: '' }
  const facts: AnomalyFacts = {
    ...{ kind: 'payout_unknown', provider: 'wompi-payouts', providerId: reference, reference, movementId: null, accountId: null },
    ...{ booked: 0n, amount: sumOf(payments), currency: 'COP', status: first?.state ?? 'unknown', payer, fields: ['reference'] },
  }
  if (await compareBookedPayout(context, tx, facts)) return
  if (mayBePaid(payments).length === 0) return endAnomalies(context, tx, { kinds: ['payout_unknown'], providerId: reference })
  await recordAnomaly(context, tx, facts)
}
