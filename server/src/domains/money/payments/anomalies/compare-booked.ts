/** Comparison of a booked payment with the provider's record: a contradiction opens its anomaly again. */
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import type { PaymentsContext } from '../context.ts'
import { findDeposit, lastReceived, lockDeposit } from '../deposits/deposit-store.ts'
import { holdTakenBack, releaseTakenBack } from '../deposits/hold-taken-back.ts'
import { readPayment } from '../deposits/read-payment.ts'
import { recordRestored, recordTakenBack, wasEnded } from '../deposits/taken-back-store.ts'
import type { PseTransaction } from '../providers/pse.ts'
import type { AnomalyFacts, AnomalyRow } from './anomaly-store.ts'
import { findBooking, lockBooked } from './booking-store.ts'
import { endAnomalies, recordAnomaly, restoreBooked } from './record-anomaly.ts'

type Context = Pick<PaymentsContext, 'clock' | 'isNews' | 'ledger' | 'log' | 'seals' | 'settings'>

/** `row` is locked. */
export async function compareBooked(context: Context, tx: Transaction, row: AnomalyRow, transaction: PseTransaction): Promise<void> {
  const booking = await findBooking(context, tx, row.id)
  const { amountCop, currency, payer, reference, status } = transaction
  const fields = [
    ...(booking ? [] : ['booking']),
    ...(status === 'APPROVED' ? [] : ['status']),
    ...(reference === booking?.reference ? [] : ['reference']),
    ...(amountCop === booking?.amount ? [] : ['amount']),
    ...(currency === 'COP' ? [] : ['currency']),
  ]
  const isOver = booking !== null && (await isSentBack(tx, row.id))
  const facts: AnomalyFacts = {
    ...row,
    ...{ booked: booking?.amount ?? row.booked, amount: status === 'APPROVED' ? amountCop : 0n, currency, status, payer },
    fields: fields.length > 0 ? fields : row.fields,
  }
  if (fields.length > 0 && !isOver) await takeBack(context, tx, facts, row.id)
  else await restore(context, tx, row, facts)
  if (isOver) await compareEnded(context, tx, row, facts)
}

/**
 * Approved again after two officers ended the credit of its booking: its pesos are in no book. The first time it is booked once more; after
 * that it is reported as another amount than the books have, which stops pesos.
 */
async function compareEnded(context: Context, tx: Transaction, { id, kind, providerId, accountId }: AnomalyRow, facts: AnomalyFacts) {
  const again = kind === 'payment_again' ? 'deposit_amount' : 'payment_again'
  if (facts.status === 'APPROVED' && (await wasEnded(context, tx, id)))
    await recordAnomaly(context, tx, { ...facts, kind: again, movementId: id, accountId, booked: 0n, fields: ['status'] })
  else await endAnomalies(context, tx, { kinds: [again], providerId })
}

/**
 * Hold the rest of a credit that two officers booked once the provider answered twice that it is not approved. Its deposit has the
 * anomaly's id.
 */
async function takeBack(context: Context, tx: Transaction, facts: AnomalyFacts, anomalyId: string): Promise<void> {
  const isOpen = (await recordAnomaly(context, tx, facts)) === 'open'
  const deposit = isOpen && facts.status !== 'APPROVED' ? await lockDeposit(tx, anomalyId) : null
  if (deposit?.state !== 'COMPLETED') return
  await recordTakenBack(context, tx, deposit.id, { status: facts.status, at: context.clock.now() })
  await holdTakenBack(context, tx, deposit)
}

async function restore(context: Context, tx: Transaction, row: AnomalyRow, facts: AnomalyFacts): Promise<void> {
  await restoreBooked(context, tx, row, facts)
  if (!(await lockDeposit(tx, row.id))) return
  await recordRestored(context, tx, row.id, context.clock.now())
  await releaseTakenBack(context, tx, row.id)
}

/**
 * True when two officers sent back the deposit of the booking, whose id is the anomaly's: later answers of the provider about the payment
 * do not count.
 */
const isSentBack = async (tx: Transaction, anomalyId: string): Promise<boolean> => (await findDeposit(tx, anomalyId))?.state === 'RETURNED'

/** The provider does not find a booked payment, while it returns one that it certainly has. @throws ProviderUnreachable */
export async function compareAbsent(context: PaymentsContext, { id, providerId }: { id: string; providerId: string }): Promise<void> {
  const { db, log } = context
  const canary = await lastReceived(db, id)
  if (!canary || (await readPayment(context, canary)) === null) {
    log.error({ securityEvent: 'payment_absence_unproved', anomalyId: id }, 'the provider shows no payment that it has')
    return
  }
  await inTransaction(db, async (tx) => {
    const row = await lockBooked(context, tx, providerId)
    if (!row) return
    const facts = { ...row, amount: 0n, status: 'UNKNOWN', fields: ['status'] }
    const isOver = (await findBooking(context, tx, row.id)) !== null && (await isSentBack(tx, row.id))
    if (isOver) await restore(context, tx, row, facts)
    else await takeBack(context, tx, facts, row.id)
  })
}
