/**
 * Daily comparison of ended movements with the provider's own record, for ninety days: each run takes a page, the oldest comparison first,
 * so that an interrupted run resumes where it stopped. A provider that is unreachable, or answers about something else, decides nothing. A
 * row that cannot be compared is recorded too, so that it blocks neither the rows behind it nor the other parts.
 */
import { BOOKABLE_KINDS } from '@tunjo/contract/payment-anomalies'
import { validate as isUuid } from 'uuid'
import { inTransaction } from '../../../../platform/database/database.ts'
import type { PaymentsContext } from '../context.ts'
import { confirmDeposit } from '../deposits/confirm-deposit.ts'
import { type ComparisonRecord, depositsToCompare, findDeposit, recordDepositCompared } from '../deposits/deposit-store.ts'
import { readEnded } from '../deposits/follow-deposit.ts'
import { holdMissing } from '../deposits/hold-taken-back.ts'
import { readPayment } from '../deposits/read-payment.ts'
import { AnswerMismatch, ProviderUnreachable } from '../providers/http.ts'
import { askAboutTwice, askAboutUnknown, compareWithdrawal } from '../withdrawals/compare-withdrawal.ts'
import { findWithdrawal, markCompared, withdrawalsToCompare } from '../withdrawals/withdrawal-store.ts'
import { type DueAnomaly, dueAnomalies, recordAnomalyCheck } from './anomaly-store.ts'
import { findBooking } from './booking-store.ts'
import { compareAbsent } from './compare-booked.ts'
import { endAnomalies } from './record-anomaly.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const COMPARED_FOR_MS = 90 * DAY_MS
const AT_ONCE = 25
/** A single row may be unreadable at a provider that answers all others; this many in a row mean that the provider is unreachable. */
const UNREACHABLE_MAX = 3

type Context = Pick<PaymentsContext, 'log'>
/** Errors of the parts of a run that failed as a whole. */
type Failures = unknown[]

/** `mismatch`: an answer about another payment, which decides nothing. The others are retried sooner. */
type Failure = 'mismatch' | 'unreachable' | 'failed'

interface Part<Row> {
  readonly name: string
  due(): Promise<readonly Row[]>
  compare(row: Row): Promise<void>
  /** `failure`: null when the row was compared. */
  note(row: Row, failure: Failure | null): Promise<void>
}

/**
 * @throws AggregateError after all parts, when one of them failed as a whole: the scheduled job has not completed then, and becomes
 * overdue.
 */
export async function compareRecords(context: PaymentsContext): Promise<void> {
  const failures: Failures = []
  const { clock, db, settings } = context
  const at = clock.now()
  const ago = (ms: number) => new Date(at.getTime() - ms)
  const since = ago(COMPARED_FOR_MS)
  const due = { since, checkedBefore: ago(DAY_MS), limit: AT_ONCE }
  const isOver = ({ endedAt }: { endedAt: Date | null }) => endedAt !== null && endedAt <= since
  // A record that could not be read is due again after an hour, behind all that are due now.
  const noted = (row: { endedAt: Date | null }, failure: Failure | null): ComparisonRecord => ({
    at: isOver(row) ? 'never' : failure === null || failure === 'mismatch' ? at : ago(DAY_MS - HOUR_MS),
    unreadAt: failure === null ? null : at,
  })
  await comparePage(context, failures, {
    name: 'deposits',
    due: async () => depositsToCompare(db, due),
    compare: async (deposit) => (isOver(deposit) ? undefined : readEnded(context, deposit)),
    note: async (deposit, failure) => recordDepositCompared(db, deposit.id, noted(deposit, failure)),
  })
  await comparePage(context, failures, {
    name: 'withdrawals',
    due: async () => withdrawalsToCompare(db, due),
    compare: async (withdrawal) => (isOver(withdrawal) ? undefined : compareWithdrawal(context, withdrawal)),
    note: async (withdrawal, failure) => markCompared(db, withdrawal.id, noted(withdrawal, failure)),
  })
  const dueAnomaly = { now: at, seenBefore: ago(settings.confirmUnpaidMs), openBefore: ago(DAY_MS), decidedSince: since, limit: AT_ONCE }
  for (const provider of ['wompi', 'wompi-payouts'] as const)
    await comparePage(context, failures, {
      name: `anomalies of ${provider}`,
      due: async () => dueAnomalies(db, { provider, ...dueAnomaly }),
      compare: async (anomaly) => askAgain(context, anomaly),
      note: async ({ id }) => recordAnomalyCheck(db, id, at),
    })
  await holdMissing(context)
  if (failures.length > 0) throw new AggregateError(failures, 'parts of the comparison with the records of providers failed')
}

/** Run one part; its failure does not affect the others. */
async function comparePage<Row extends { readonly id: string }>(context: Context, failures: Failures, part: Part<Row>): Promise<void> {
  try {
    await eachInTurn(context, part, await part.due())
  } catch (error) {
    context.log.error({ err: error, part: part.name }, 'a part of the comparison with the records of providers failed')
    failures.push(error)
  }
}

/** While the provider is unreachable, the rest waits for the next run. */
async function eachInTurn<Row extends { readonly id: string }>(context: Context, part: Part<Row>, rows: readonly Row[]): Promise<void> {
  let unreachable = 0
  for (const row of rows) {
    const failure = await failureOf(context, part, row)
    await part.note(row, failure)
    unreachable = failure === 'unreachable' ? unreachable + 1 : 0
    if (unreachable >= UNREACHABLE_MAX) return
  }
}

/** Failure of one comparison; null when the row was compared. */
async function failureOf<Row extends { readonly id: string }>(
  { log }: Context,
  { name, compare }: Part<Row>,
  row: Row,
): Promise<Failure | null> {
  try {
    await compare(row)
    return null
  } catch (error) {
    if (error instanceof AnswerMismatch) return 'mismatch'
    const facts = { err: error, part: name, id: row.id }
    if (error instanceof ProviderUnreachable) {
      log.warn(facts, 'a record of a provider could not be read')
      return 'unreachable'
    }
    log.error(facts, 'a record of a provider could not be compared')
    return 'failed'
  }
}

/** Check again through the movement when the payment is its own, else by the provider's id. */
async function askAgain(context: PaymentsContext, anomaly: DueAnomaly): Promise<void> {
  const { db } = context
  const { id, kind, provider, providerId, movementId, bookedAt } = anomaly
  if (provider === 'wompi-payouts') {
    if (movementId === null) return askAboutUnknown(context, providerId)
    if (kind === 'payout_twice') return askAboutTwice(context, movementId)
    const withdrawal = await findWithdrawal(db, movementId)
    return withdrawal ? compareWithdrawal(context, withdrawal) : undefined
  }
  const deposit = movementId && isUuid(movementId) ? await findDeposit(db, movementId) : null
  const isBooked = bookedAt !== null || deposit?.isBooked === true || (await findBooking(context, db, id)) !== null
  if (deposit?.providerTransactionId === providerId && !isBooked) return readEnded(context, deposit)
  const transaction = await readPayment(context, providerId)
  if (transaction) await confirmDeposit(context, transaction)
  else if (isBooked) await compareAbsent(context, anomaly)
  // For a payment that was never in the books, its absence ends the anomaly.
  else await inTransaction(db, async (tx) => endAnomalies(context, tx, { kinds: BOOKABLE_KINDS, providerId }))
}
