/**
 * Daily report: what the providers have of the last days against what we have. A payment of which every event and every look was lost is
 * still credited, one that was taken back after its credit is told, and money that left without a withdrawal of ours is told to people.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { validate as isUuid } from 'uuid'
import type { Reschedule } from '../../../platform/jobs.ts'
import type { PaymentsContext } from '../context.ts'
import { confirmDeposit } from '../deposits/confirm-deposit.ts'
import { receivedAmong } from '../deposits/deposit-store.ts'
import { ProviderUnreachable } from '../providers/http.ts'
import { ASK_AGAIN_MS } from '../rules.ts'
import { askAboutTwice, askAboutUnknown } from '../withdrawals/compare-withdrawal.ts'
import { knownAmong } from '../withdrawals/withdrawal-store.ts'

const DAY_MS = 86_400_000
/** A bank may answer on the next working day. */
const DAYS_BACK = 4

/** `day`: the last day of the report, `yyyy-mm-dd` in Bogotá. */
export async function compareWithProviders(context: PaymentsContext, day: string): Promise<Reschedule | undefined> {
  const from = bogotaDay(new Date(Date.parse(`${day}T12:00:00-05:00`) - DAYS_BACK * DAY_MS))
  try {
    await compareDeposits(context, from, day)
    await comparePayouts(context, from, day)
    return undefined
  } catch (error) {
    if (error instanceof ProviderUnreachable) return { againInMs: ASK_AGAIN_MS }
    throw error
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

/** Each that is found becomes a row of `payments.anomaly`, which the comparison of records asks about again. */
async function comparePayouts(context: PaymentsContext, from: string, until: string): Promise<void> {
  const { db, log, payouts } = context
  const references = await payouts.referencesBetween(from, until)
  const known = await knownAmong(db, references.filter(isUuid))
  const counts = new Map<string, number>()
  for (const reference of references) counts.set(reference, (counts.get(reference) ?? 0) + 1)
  for (const [reference, count] of counts) {
    if (!known.has(reference)) {
      log.error({ securityEvent: 'payout_unknown', reference }, 'a payout at the provider is no withdrawal of ours')
      await askAboutUnknown(context, reference)
    } else if (count > 1) {
      log.error({ securityEvent: 'payout_twice', withdrawalId: reference }, 'two payouts for one withdrawal')
      await askAboutTwice(context, reference)
    }
  }
}
