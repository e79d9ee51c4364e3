/**
 * Apply what two officers read at the bank (payout-approval.ts), in the job of the withdrawal. A final answer of the provider has priority,
 * also when it is the contrary: then it is reported. The row is locked, so that a withdrawal is paid or returned, once.
 */
import type { Reschedule } from '../../../../platform/jobs/jobs.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import { ProviderUnreachable } from '../providers/http.ts'
import type { PayoutStatus } from '../providers/payout.ts'
import { PAYOUT_NOT_POSSIBLE } from '../reasons.ts'
import { openAttempts } from './attempt-store.ts'
import { type JobContext, withFencedLease } from './fenced-lease.ts'
import { checkOutcome, mayFollow } from './outcome-rules.ts'
import { type PayoutWord, recordedOutcomeOf } from './outcome-store.ts'
import { readPayouts } from './read-payouts.ts'
import { reportPayouts } from './report-payouts.ts'
import { confirmPayout, isProved, refundWithdrawal, settle } from './withdrawal-end.ts'
import { findWithdrawal, lockWithdrawal } from './withdrawal-store.ts'

const AGAIN_MS = 3_600_000
const SAYS = { paid: 'paid', not_paid: 'failed' } as const

export async function applyOutcome(context: JobContext, word: PayoutWord): Promise<Reschedule> {
  const { withdrawalId: id, outcome } = word
  const said = await askProvider(context, id)
  const definite = said === null ? undefined : said.find(({ state }) => state !== 'open')
  if (said !== null && said.length > 0) reportPayouts(context, id, said.length)
  if (said !== null && said.length > 1) return { againInMs: AGAIN_MS }
  if (definite) {
    if (definite.state !== SAYS[outcome]) {
      const facts = { securityEvent: 'payout_word_contradicted', withdrawalId: id, outcome, says: definite.state }
      context.log.error(facts, 'the provider says otherwise than two officers read at the bank: its word is followed')
    }
    return (await confirmPayout(context, id, definite)) ?? { againInMs: AGAIN_MS }
  } else await doAsRead(context, word, said)
  return { againInMs: AGAIN_MS }
}

/** Null when the provider does not answer. */
async function askProvider(context: JobContext, id: string): Promise<readonly PayoutStatus[] | null> {
  const withdrawal = await findWithdrawal(context.db, id)
  if (!withdrawal) return null
  try {
    return await readPayouts(context, withdrawal)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return null
    throw error
  }
}

async function doAsRead(context: JobContext, word: PayoutWord, said: readonly PayoutStatus[] | null): Promise<void> {
  const { withdrawalId: id, outcome, bankReference, makerId } = word
  const [open] = said ?? []
  await withFencedLease(context, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    const sent = { outcome, attempts: await openAttempts(context.seals, tx, id), now: context.clock.now() }
    if (!withdrawal || checkOutcome(withdrawal, sent)) return
    if (!mayFollow(sent, said === null ? 'unreachable' : open ? 'open' : 'absent')) return
    // Two officers may have withdrawn it while the provider was asked.
    if ((await recordedOutcomeOf(context, tx, id))?.number !== word.number) return
    if (!(await isProved(context, tx, withdrawal))) return
    const actor = officer(makerId)
    if (outcome === 'not_paid')
      return void (await refundWithdrawal(context, tx, withdrawal, {
        to: 'RETURNED',
        actor,
        reason: PAYOUT_NOT_POSSIBLE,
        illegal: 'ignore',
      }))
    const costs = { feeCop: open?.feeCop ?? 0n, gmfCop: open?.gmfCop ?? 0n }
    const status = {
      payoutId: open?.payoutId ?? null,
      state: 'paid',
      amountCop: withdrawal.amount,
      failureCode: null,
      payee: { name: '', document: '', email: '' },
      ...costs,
    } as const
    await settle(context, tx, withdrawal, { status, actor, note: bankReference })
  })
}
