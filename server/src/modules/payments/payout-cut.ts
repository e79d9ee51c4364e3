/**
 * One consistent cut through the ledger and the payouts provider (decision 18): what the ledger says waits there, the balance a moment later, and what
 * the provider had taken by then for payouts that the ledger has not settled. Exact while payouts are made and end, whatever their number: an answer of
 * the provider is kept until its payout ends here, and only so many are asked for in one run.
 */
import type { PaymentsContext } from './context.ts'
import { type Answer, choose, isSettled, MOVED_MAX, missingOf, movedBetween, READINGS_MAX, type TakenTwice } from './payout-cut-rules.ts'
import { type CutBooks, readBooks, sentSince } from './payout-cut-store.ts'
import { ProviderUnreachable } from './providers/http.ts'
import type { PayoutStatus } from './providers/payout.ts'
import type { FundsAtProvider } from './types.ts'
import { readPayouts } from './withdrawals/read-payouts.ts'
import { findWithdrawals } from './withdrawals/withdrawal-store.ts'

type CutContext = Pick<PaymentsContext, 'clock' | 'db' | 'ledger' | 'log' | 'payouts'>

/** Answers asked for at a time, beside those of payouts that move meanwhile. */
const ASKED_MAX = 400
const AT_ONCE = 8

interface KeptAnswer extends Answer {
  /** By the clock of the process. */
  readonly askedAt: number
}
type Answers = Map<string, KeptAnswer>
interface Round {
  readonly books: CutBooks
  readonly balance: bigint
  /** Of payouts whose answer was the same before and after the balance was read. */
  readonly taken: ReadonlyMap<string, bigint>
  readonly moved: readonly TakenTwice[]
}

/** What is not known yet is asked for first. @throws ProviderUnreachable, also while the readings of the balance do not settle what it says */
export function payoutCut(context: CutContext): () => Promise<FundsAtProvider> {
  const answers = new Map<string, KeptAnswer>()
  /** Since when the balance does not fit: answers of before may be old. */
  let suspectedAt: number | null = null

  return async function cut() {
    await refresh(context, answers)
    let differed: bigint | null = null
    let fits = 0
    for (let reading = 0; reading < READINGS_MAX; reading++) {
      const startedAt = performance.now()
      const round = await readRound(context, answers)
      const left = leftOf(round)
      if (left === 0n) fits += 1
      if (isSettled({ left, moved: round.moved.length, fits, differed })) {
        suspectedAt = null
        return fundsOf(round)
      }
      // Seen with new answers, and then once more: nothing that ended meanwhile is taken for a difference.
      const isDifferent = left !== null && left !== 0n
      if (isDifferent && (suspectedAt === null || differed !== null)) suspectedAt = startedAt
      differed = isDifferent && !(await hasChangedSince(context, answers, suspectedAt ?? startedAt)) ? left : null
    }
    throw new ProviderUnreachable('payouts move so much that the balance does not say yet whether anything is missing')
  }
}

const fundsOf = (round: Round): FundsAtProvider => ({
  booked: round.books.booked,
  balance: round.balance,
  taken: new Map([...round.taken, ...choose(missingOf(round), round.moved)].filter(([, amount]) => amount !== 0n)),
})
/** What nothing explains, whichever way those went that moved; null when too many moved to say. */
const leftOf = (round: Round): bigint | null =>
  round.moved.length > MOVED_MAX ? null : missingOf({ ...round, taken: fundsOf(round).taken })

/** The oldest answers of what is open; those of what has ended are forgotten. */
async function refresh(context: CutContext, answers: Answers): Promise<void> {
  const { open } = await readBooks(context)
  const isOpen = new Set(open)
  for (const id of answers.keys()) if (!isOpen.has(id)) answers.delete(id)
  const oldest = open.toSorted((one, other) => (answers.get(one)?.askedAt ?? 0) - (answers.get(other)?.askedAt ?? 0))
  await ask(context, answers, oldest.slice(0, ASKED_MAX))
  if (open.some((id) => !answers.has(id)))
    throw new ProviderUnreachable('the provider is still being asked about payouts that are under way')
}

/** Whether an old answer is another one now. Throws when none is, and there are more than can be asked for now: the next run goes on. */
async function hasChangedSince(context: CutContext, answers: Answers, since: number): Promise<boolean> {
  const old = [...answers].filter(([, { askedAt }]) => askedAt < since)
  const before = new Map(old)
  const asked = old.slice(0, ASKED_MAX).map(([id]) => id)
  await ask(context, answers, asked)
  const hasChanged = asked.some((id) => movedBetween(id, before.get(id), answers.get(id)).length > 0)
  if (!hasChanged && asked.length < old.length)
    throw new ProviderUnreachable('the balance of payouts does not fit, and the provider is still being asked about them')
  return hasChanged
}

async function readRound(context: CutContext, answers: Answers): Promise<Round> {
  const books = await readBooks(context)
  const balance = await context.payouts.balance()
  // Sent while the balance was read: in it or not.
  const sent = await sentSince(context, books)
  const unsure = new Set([...books.open.filter((id) => (answers.get(id)?.taken ?? 0n) === 0n), ...sent])
  const before = new Map(answers)
  await ask(context, answers, [...unsure])
  const moved = [...unsure].flatMap((id) => movedBetween(id, before.get(id), answers.get(id)))
  const isMoved = new Set(moved.map(({ id }) => id))
  const known = [...new Set([...books.open, ...unsure])].filter((id) => !isMoved.has(id))
  return { books, balance, moved, taken: new Map(known.map((id) => [id, answers.get(id)?.taken ?? 0n])) }
}

async function ask(context: CutContext, answers: Answers, ids: readonly string[]): Promise<void> {
  const rows = new Map((await findWithdrawals(context.db, ids)).map((row) => [row.id, row]))
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await Promise.all(
      ids.slice(from, from + AT_ONCE).map(async (id) => {
        const row = rows.get(id)
        const payouts = row ? await readPayouts(context, row) : []
        answers.set(id, { taken: sumOf(payouts, false), givenBack: sumOf(payouts, true), askedAt: performance.now() })
      }),
    )
}

const sumOf = (payouts: readonly PayoutStatus[], isFailed: boolean): bigint =>
  payouts
    .filter(({ state }) => (state === 'failed') === isFailed)
    .reduce((sum, { amountCop, feeCop, gmfCop }) => sum + amountCop + feeCop + gmfCop, 0n)
