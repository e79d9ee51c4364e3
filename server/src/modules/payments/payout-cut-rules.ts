/** Decisions of the cut through ledger and payouts provider, on plain values. Amounts are COP cents. */

/** The provider's word about one payout: what it has taken for it, and what it took for attempts that failed and has given back. */
export interface Answer {
  readonly taken: bigint
  readonly givenBack: bigint
}
export const NOTHING: Answer = { taken: 0n, givenBack: 0n }

/** What the provider can have had when the balance was read: one of two sums. */
export interface TakenTwice {
  readonly id: string
  readonly before: bigint
  readonly after: bigint
}
export interface CutFacts {
  readonly books: { readonly booked: bigint }
  readonly balance: bigint
  readonly taken: ReadonlyMap<string, bigint>
}

/**
 * A payout whose money moved between two answers. One that was taken and given back meanwhile says the same in both, and yet the balance may have
 * been read while it was away.
 */
export function movedBetween(id: string, was: Answer = NOTHING, is: Answer = NOTHING): TakenTwice[] {
  if (was.taken !== is.taken) return [{ id, before: was.taken, after: is.taken }]
  const returned = is.givenBack - was.givenBack
  return returned === 0n ? [] : [{ id, before: is.taken + returned, after: is.taken }]
}

/** What the provider took and nothing of `taken` explains; zero when the balance fits. */
export const missingOf = ({ books, balance, taken }: CutFacts): bigint =>
  books.booked - balance - [...taken.values()].reduce((sum, amount) => sum + amount, 0n)

/** So many that moved are still tried in every way. */
export const MOVED_MAX = 12

/**
 * What was taken when the balance was read, of those that moved meanwhile: each as before or as after, so that they add up to `missing`. Where no
 * choice does, something is really missing, and the choice that leaves least of it is the likeliest. Throws when too many moved to say.
 */
export function choose(missing: bigint, moved: readonly TakenTwice[]): ReadonlyMap<string, bigint> {
  if (moved.length > MOVED_MAX) throw new Error('more payouts moved while the balance was read than can be told apart')
  const choices = Array.from({ length: 2 ** moved.length }, (_, choice) => {
    const taken = moved.map(({ id, before, after }, index) => [id, choice & (1 << index) ? after : before] as const)
    const left = taken.reduce((rest, [, amount]) => rest - amount, missing)
    return { taken, left: left < 0n ? -left : left }
  })
  return new Map(choices.reduce((nearest, choice) => (choice.left < nearest.left ? choice : nearest)).taken)
}

/** The balance is read again while payouts move, or to see a difference twice. */
export const READINGS_MAX = 5

export interface Seen {
  /** What nothing explains in this reading; null when too many moved to say. */
  readonly left: bigint | null
  /** How many payouts moved while the balance was read. */
  readonly moved: number
  /** Readings of this pass that fitted, this one included. */
  readonly fits: number
  /** The difference of the reading before, after which the provider gave each answer that it rests on again; null when there was none. */
  readonly differed: bigint | null
}

/**
 * Whether readings of the balance say what is missing. One that fits while nothing moved does, and so does the same difference in two in a row. One that
 * fits by what moved may do so by chance: it counts when all of them did. Anything else is not known yet, and is no difference.
 */
export const isSettled = ({ left, moved, fits, differed }: Seen): boolean =>
  left === 0n ? moved === 0 || fits === READINGS_MAX : left !== null && left === differed
