/**
 * Reconciliation of bank withdrawals that are paid, on one consistent snapshot of the ledger and the payouts provider (decision 18): the
 * balance that the ledger expects there, the provider's balance a moment later, and what the provider had taken by then for payouts that
 * the ledger has not settled. Exact while payouts are made and end, regardless of their number: an answer of the provider is kept until its
 * payout ends here, and the number of queries in one run is limited.
 */
import type { PaymentsContext } from './context.ts'
import {
  type Answer,
  chooseTaken,
  isSettled,
  MOVED_MAX,
  type MovedPayout,
  missingOf,
  movedBetween,
  NOTHING,
  READINGS_MAX,
} from './payout-snapshot-rules.ts'
import { readBooks, type SnapshotBooks, sentSince } from './payout-snapshot-store.ts'
import { ProviderUnreachable } from './providers/http.ts'
import type { PayoutStatus } from './providers/payout.ts'
import type { FundsAtProvider } from './types.ts'
import { readPayouts } from './withdrawals/read-payouts.ts'
import { findWithdrawals } from './withdrawals/withdrawal-store.ts'

type CutContext = Pick<PaymentsContext, 'clock' | 'db' | 'ledger' | 'log' | 'payouts'>

/** Maximum number of queries at a time, in addition to those of payouts that move meanwhile. */
const ASKED_MAX = 400
const AT_ONCE = 8

interface KeptAnswer extends Answer {
  /** Process clock time of the query. */
  readonly askedAt: number
}
type Answers = Map<string, KeptAnswer>
interface Round {
  readonly books: SnapshotBooks
  readonly balance: bigint
  /** Sums of payouts with the same answer before and after the balance was read, and of those with only an earlier answer. */
  readonly taken: ReadonlyMap<string, bigint>
  readonly moved: readonly MovedPayout[]
  /** Time after reading the balance, by the process's clock. */
  readonly readAt: number
  /** Earlier answers, which may have been outdated when the balance was read. */
  readonly assumed: ReadonlyMap<string, Answer>
}
/** Difference of one reading, and the answers it rests on that have not been repeated since, also in an earlier run. */
interface Suspicion {
  readonly left: bigint
  readonly readAt: number
  readonly assumed: Map<string, Answer>
}

/** Payouts without an answer are queried first. @throws ProviderUnreachable, also while the readings of the balance are inconclusive */
export function payoutSnapshot(context: CutContext): () => Promise<FundsAtProvider> {
  const answers: Answers = new Map()
  let suspicion: Suspicion | null = null

  /**
   * True when the provider answers for every payout that it had moved nothing when the balance was read; only then is the rest a
   * difference.
   */
  async function isProved(round: Round, left: bigint): Promise<boolean> {
    suspicion = suspicion?.left === left ? suspicion : { left, readAt: round.readAt, assumed: new Map(round.assumed) }
    const isConfirmed = await confirm(context, answers, suspicion)
    suspicion = null
    return isConfirmed
  }

  return async function cut() {
    await refresh(context, answers)
    let differed: bigint | null = null
    let fits = 0
    for (let reading = 0; reading < READINGS_MAX; reading++) {
      const round = await readRound(context, answers)
      const left = leftOf(round)
      if (left === 0n) fits += 1
      if (isSettled({ left, moved: round.moved.length, fits, differed })) {
        suspicion = null
        return fundsOf(round)
      }
      differed = left !== null && left !== 0n && (await isProved(round, left)) ? left : null
    }
    throw new ProviderUnreachable('payouts move so much that the balance does not say yet whether anything is missing')
  }
}

const fundsOf = (round: Round): FundsAtProvider => ({
  booked: round.books.booked,
  balance: round.balance,
  taken: new Map([...round.taken, ...chooseTaken(missingOf(round), round.moved)].filter(([, amount]) => amount !== 0n)),
})
/** The unexplained rest in the best combination of the moved payouts; null when too many moved to decide. */
const leftOf = (round: Round): bigint | null =>
  round.moved.length > MOVED_MAX ? null : missingOf({ ...round, taken: fundsOf(round).taken })

/** Refresh the oldest answers of open payouts; those of ended ones are dropped. */
async function refresh(context: CutContext, answers: Answers): Promise<void> {
  const { open } = await readBooks(context)
  const isOpen = new Set(open)
  for (const id of answers.keys()) if (!isOpen.has(id)) answers.delete(id)
  const oldest = open.toSorted((one, other) => (answers.get(one)?.askedAt ?? 0) - (answers.get(other)?.askedAt ?? 0))
  await ask(context, answers, oldest.slice(0, ASKED_MAX))
  if (open.some((id) => !answers.has(id)))
    throw new ProviderUnreachable('the provider is still being asked about payouts that are under way')
}

/**
 * Whether each answer that a reading rests on was repeated after it. Throws when none changed, and there are more than can be queried now:
 * the next run continues.
 */
async function confirm(context: CutContext, answers: Answers, { assumed, readAt }: Suspicion): Promise<boolean> {
  const isGivenAgain = (id: string) => (answers.get(id)?.askedAt ?? 0) > readAt
  const asked = [...assumed.keys()].filter((id) => !isGivenAgain(id)).slice(0, ASKED_MAX)
  await ask(context, answers, asked)
  for (const [id, was] of assumed) {
    if (!isGivenAgain(id)) continue
    if (movedBetween(id, was, answers.get(id)).length > 0) return false
    assumed.delete(id)
  }
  if (assumed.size > 0)
    throw new ProviderUnreachable('the balance of payouts does not fit, and the provider is still being asked about them')
  return true
}

async function readRound(context: CutContext, answers: Answers): Promise<Round> {
  const before = new Map(answers)
  const books = await readBooks(context)
  const balance = await context.payouts.balance()
  const readAt = performance.now()
  // Sent while the balance was read: included or not.
  const sent = await sentSince(context, books)
  const unsure = new Set([...books.open.filter((id) => (before.get(id)?.taken ?? 0n) === 0n), ...sent])
  const after = await ask(context, answers, [...unsure])
  const moved = [...unsure].flatMap((id) => movedBetween(id, before.get(id), after.get(id)))
  const isMoved = new Set(moved.map(({ id }) => id))
  const known = [...new Set([...books.open, ...unsure])].filter((id) => !isMoved.has(id))
  const assumed = new Map(books.open.flatMap((id) => (unsure.has(id) ? [] : [[id, before.get(id) ?? NOTHING] as const])))
  const takenOf = (id: string): bigint => (after.get(id) ?? before.get(id) ?? NOTHING).taken
  return { books, balance, readAt, moved, assumed, taken: new Map(known.map((id) => [id, takenOf(id)])) }
}

async function ask(context: CutContext, answers: Answers, ids: readonly string[]): Promise<Answers> {
  const rows = new Map((await findWithdrawals(context.db, ids)).map((row) => [row.id, row]))
  const given: Answers = new Map()
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await Promise.all(
      ids.slice(from, from + AT_ONCE).map(async (id) => {
        const row = rows.get(id)
        const askedAt = performance.now()
        const payouts = row ? await readPayouts(context, row) : []
        given.set(id, { taken: sumOf(payouts, false), refunded: sumOf(payouts, true), askedAt })
      }),
    )
  for (const [id, answer] of given) answers.set(id, answer)
  return given
}

const sumOf = (payouts: readonly PayoutStatus[], isFailed: boolean): bigint =>
  payouts
    .filter(({ state }) => (state === 'failed') === isFailed)
    .reduce((sum, { amountCop, feeCop, gmfCop }) => sum + amountCop + feeCop + gmfCop, 0n)
