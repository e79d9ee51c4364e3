/**
 * Daily report: compares the providers' payments of the last days with the books. It credits a payment whose every event and check was
 * lost, reports one that was taken back after its credit, and reports payouts without a withdrawal to officers.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { validate as isUuid } from 'uuid'
import type { Reschedule } from '../../../../platform/jobs/jobs.ts'
import type { PaymentsContext } from '../context.ts'
import { confirmDeposit } from '../deposits/confirm-deposit.ts'
import { receivedAmong } from '../deposits/deposit-store.ts'
import { AnswerMismatch, ProviderUnreachable } from '../providers/http.ts'
import { askAboutTwice, askAboutUnknown } from '../withdrawals/compare-withdrawal.ts'
import { reportPayouts } from '../withdrawals/report-payouts.ts'
import { knownAmong } from '../withdrawals/withdrawal-store.ts'

const DAY_MS = 86_400_000
/** A bank may answer on the next working day. */
const DAYS_BACK = 4

/**
 * Delay before a report that could not be read is requested again: a provider whose answers are correct again is trusted within a minute.
 */
const AGAIN_MS = 50_000
/** A single reference may be unreadable at a provider that answers all others; this many in a row mean that the provider is unreachable. */
const UNREACHABLE_MAX = 3

/** @param day the last day of the report, `yyyy-mm-dd` in Bogotá */
export async function compareWithProviders(context: PaymentsContext, day: string): Promise<Reschedule | undefined> {
  return (await isCompared(context, day)) ? undefined : { againInMs: AGAIN_MS }
}

/** False when a part could not be read; the readable parts were compared. */
async function isCompared(context: PaymentsContext, day: string): Promise<boolean> {
  const from = bogotaDay(new Date(Date.parse(`${day}T12:00:00-05:00`) - DAYS_BACK * DAY_MS))
  const areDepositsRead = await isRead(context, 'deposits', async () => compareDeposits(context, from, day))
  let arePayoutsRead = true
  const isListRead = await isRead(context, 'payouts', async () => {
    arePayoutsRead = await comparePayouts(context, from, day)
  })
  return areDepositsRead && isListRead && arePayoutsRead
}

async function isRead(context: PaymentsContext, part: string, compare: () => Promise<void>): Promise<boolean> {
  return (await failureOf(context, { part }, compare)) === null
}

/** Null when it was compared. */
async function failureOf(
  { log }: Pick<PaymentsContext, 'log'>,
  facts: object,
  compare: () => Promise<void>,
): Promise<'mismatch' | 'unreachable' | null> {
  try {
    await compare()
    return null
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    log.warn({ err: error, ...facts }, 'a part of the daily report could not be read')
    return error instanceof AnswerMismatch ? 'mismatch' : 'unreachable'
  }
}

async function compareDeposits(context: PaymentsContext, from: string, until: string): Promise<void> {
  const ended = (await context.pse.transactionsBetween(from, until)).filter(({ status }) => status !== 'PENDING')
  const received = await receivedAmong(
    context.db,
    ended.map(({ id }) => id),
  )
  for (const transaction of ended)
    if ((transaction.status === 'APPROVED') !== received.has(transaction.id)) await confirmDeposit(context, transaction)
}

/** Each finding becomes a row of `payments.anomaly`, which the comparison of records checks again. False when one could not be read. */
async function comparePayouts(context: PaymentsContext, from: string, until: string): Promise<boolean> {
  const { db, isNews, log, payouts } = context
  const listed = await payouts.referencesBetween(from, until)
  const references = listed.filter((reference) => reference !== '')
  const unnamed = listed.length - references.length
  if (isNews('payouts without a reference', `${unnamed}`) && unnamed > 0)
    log.error({ securityEvent: 'payout_unnamed', payouts: unnamed }, 'payouts at the provider have no reference')
  const known = await knownAmong(db, references.filter(isUuid))
  const counts = new Map<string, number>()
  for (const reference of references) counts.set(reference, (counts.get(reference) ?? 0) + 1)
  let isWhole = true
  let unreachable = 0
  for (const [reference, count] of counts) {
    if (known.has(reference) && count === 1) continue
    const failure = await failureOf(context, { reference }, async () =>
      askAboutPayouts(context, { reference, isKnown: known.has(reference), count }),
    )
    isWhole &&= failure === null
    unreachable = failure === 'unreachable' ? unreachable + 1 : 0
    if (unreachable >= UNREACHABLE_MAX) break
  }
  return isWhole
}

interface ListedPayouts {
  readonly reference: string
  /** True when it belongs to a withdrawal. */
  readonly isKnown: boolean
  readonly count: number
}

/** @throws ProviderUnreachable */
async function askAboutPayouts(context: PaymentsContext, { reference, isKnown, count }: ListedPayouts): Promise<void> {
  const { isNews, log } = context
  if (isKnown) {
    reportPayouts(context, reference, count)
    await askAboutTwice(context, reference)
  } else {
    if (isNews(`unknown payouts ${reference}`, String(count)))
      log.error({ securityEvent: 'payout_unknown', reference }, 'a payout at the provider has no withdrawal')
    await askAboutUnknown(context, reference)
  }
}
