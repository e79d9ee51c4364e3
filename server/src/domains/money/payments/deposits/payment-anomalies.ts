/** Anomalies of PSE payments: the provider's record of a credited one differs from the books, or an approved one is not in the books. */
import type { Transaction } from '../../../../platform/database/database.ts'
import type { AnomalyFacts } from '../anomalies/anomaly-store.ts'
import { endAnomalies, recordAnomaly } from '../anomalies/record-anomaly.ts'
import type { PaymentsContext } from '../context.ts'
import type { PseTransaction } from '../providers/pse.ts'
import type { DepositRow } from './deposit-store.ts'
import { holdTakenBack, releaseTakenBack } from './hold-taken-back.ts'
import { otherPayerFields } from './payer-on-record.ts'
import { misfits } from './read-payment.ts'
import { recordRestored, recordTakenBack, wasEnded } from './taken-back-store.ts'

type Context = Pick<PaymentsContext, 'clock' | 'isNews' | 'ledger' | 'limits' | 'log' | 'seals' | 'settings'>
type Kind = AnomalyFacts['kind']

/** `deposit` is locked, and its pesos are in the books. */
export async function compareReceived(
  context: Context,
  tx: Transaction,
  deposit: DepositRow,
  transaction: PseTransaction,
): Promise<'already_ended' | 'mismatch' | 'taken_back' | 'taken_back_once'> {
  const { id: movementId } = deposit
  if (transaction.status !== 'APPROVED') return takeBack(context, tx, deposit, factsOf('deposit_taken_back', transaction, deposit))
  await endAnomalies(context, tx, { kinds: ['deposit_taken_back'], movementId })
  await recordRestored(context, tx, movementId, context.clock.now())
  await releaseTakenBack(context, tx, movementId)
  const fields = misfits(transaction, deposit)
  await recordOrEnd(context, tx, factsOf('deposit_amount', transaction, deposit, fields))
  // For another payer who is known to officers, there is nothing more to report.
  const others = deposit.isOfOtherPayer ? [] : await otherPayerFields(context, tx, deposit, transaction.payer)
  await recordOrEnd(context, tx, factsOf('deposit_payer', transaction, deposit, others))
  return fields.length > 0 ? 'mismatch' : 'already_ended'
}

/**
 * Two officers sent the payment back, so earlier differences have ended. Approved again after they ended its credit, its pesos are in no
 * book, and two officers book them once more. `deposit` is locked.
 */
export async function endOfReturned(
  context: Context,
  tx: Transaction,
  deposit: DepositRow,
  transaction: PseTransaction,
): Promise<'already_ended' | 'mismatch'> {
  const { id: movementId } = deposit
  await endAnomalies(context, tx, { kinds: ['deposit_taken_back', 'deposit_amount', 'deposit_payer'], movementId })
  const isInNoBook = transaction.status === 'APPROVED' && (await wasEnded(context, tx, movementId))
  await recordOrEnd(context, tx, { ...factsOf('payment_again', transaction, deposit, isInNoBook ? ['status'] : []), booked: 0n })
  return isInNoBook ? 'mismatch' : 'already_ended'
}

/** The provider no longer has the payment of a credited deposit. `deposit` is locked. */
export const takeBackUnknown = (context: Context, tx: Transaction, deposit: DepositRow) =>
  takeBack(context, tx, deposit, {
    kind: 'deposit_taken_back',
    provider: 'wompi',
    providerId: deposit.providerTransactionId ?? deposit.id,
    reference: deposit.id,
    movementId: deposit.id,
    accountId: deposit.accountId,
    booked: deposit.amount,
    amount: 0n,
    currency: 'COP',
    status: 'UNKNOWN',
    payer: { name: '', document: '', email: '' },
    fields: ['status'],
  })

async function takeBack(
  context: Context,
  tx: Transaction,
  deposit: DepositRow,
  facts: AnomalyFacts,
): Promise<'taken_back' | 'taken_back_once'> {
  if ((await recordAnomaly(context, tx, { ...facts, fields: ['status'] })) === 'seen') return 'taken_back_once'
  await recordTakenBack(context, tx, deposit.id, { status: facts.status, at: context.clock.now() })
  // In review its pesos are in suspense, and are not credited while it is taken back.
  if (deposit.state === 'COMPLETED') await holdTakenBack(context, tx, deposit)
  return 'taken_back'
}

/** Record an approved payment that is not credited. The anomaly of one that is no longer approved ends. */
export async function recordUncredited(
  context: Context,
  tx: Transaction,
  { kind, transaction, deposit }: { kind: Kind; transaction: PseTransaction; deposit: DepositRow | null },
): Promise<void> {
  // As a second payment it is no longer one that does not match its deposit.
  if (kind === 'payment_twice') await endAnomalies(context, tx, { kinds: ['payment_mismatch'], providerId: transaction.id })
  if (transaction.status === 'APPROVED') {
    const fields = deposit ? misfits(transaction, deposit) : ['reference']
    await recordAnomaly(context, tx, { ...factsOf(kind, transaction, deposit, fields), booked: 0n })
  } else await endAnomalies(context, tx, { kinds: [kind], providerId: transaction.id })
}

const recordOrEnd = async (context: Context, tx: Transaction, facts: AnomalyFacts): Promise<void> => {
  if (facts.fields.length > 0) await recordAnomaly(context, tx, facts)
  else await endAnomalies(context, tx, { kinds: [facts.kind], providerId: facts.providerId })
}

const factsOf = (kind: Kind, transaction: PseTransaction, deposit: DepositRow | null, fields: readonly string[] = []): AnomalyFacts => ({
  kind,
  provider: 'wompi',
  providerId: transaction.id,
  reference: transaction.reference,
  movementId: deposit?.id ?? null,
  accountId: deposit?.accountId ?? null,
  booked: deposit?.amount ?? 0n,
  amount: transaction.amountCop,
  currency: transaction.currency,
  status: transaction.status,
  payer: transaction.payer,
  fields,
})
