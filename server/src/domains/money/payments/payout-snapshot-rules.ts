/** Decisions of the consistent snapshot of ledger and payouts provider, on plain values. Amounts are COP cents. */

/** The provider's answer about one payout: what it has taken for it, and what it took and returned for failed attempts. */
export interface Answer {
  readonly taken: bigint
  readonly refunded: bigint
}
export const NOTHING: Answer = { taken: 0n, refunded: 0n }

/** The two sums that the provider may have taken when the balance was read. */
export interface MovedPayout {
  readonly id: string
  readonly before: bigint
  readonly after: bigint
}
export interface SnapshotFacts {
  readonly books: { readonly booked: bigint }
  readonly balance: bigint
  readonly taken: ReadonlyMap<string, bigint>
}

/**
 * Payouts whose money moved between two answers. An attempt that was taken and returned meanwhile has the same sum in both, and yet the
 * balance may have been read while the money was out.
 */
export function movedBetween(id: string, was: Answer = NOTHING, is: Answer = NOTHING): MovedPayout[] {
  if (was.taken !== is.taken) return [{ id, before: was.taken, after: is.taken }]
  const returned = is.refunded - was.refunded
  return returned === 0n ? [] : [{ id, before: is.taken + returned, after: is.taken }]
}

/** The part of the provider's deduction that `taken` does not explain; zero when the balance matches. */
export const missingOf = ({ books, balance, taken }: SnapshotFacts): bigint =>
  books.booked - balance - [...taken.values()].reduce((sum, amount) => sum + amount, 0n)

/** Up to this number of moved payouts, all combinations are tried. */
export const MOVED_MAX = 12

/**
 * Sums taken when the balance was read, for payouts that moved meanwhile: each as before or as after, so that they add up to `missing`. If
 * no combination does, money is really missing, and the combination with the smallest rest is the likeliest. Throws when too many moved to
 * decide.
 */
export function chooseTaken(missing: bigint, moved: readonly MovedPayout[]): ReadonlyMap<string, bigint> {
  if (moved.length > MOVED_MAX) throw new Error('more payouts moved while the balance was read than can be distinguished')
  const choices = Array.from({ length: 2 ** moved.length }, (_, choice) => {
    const taken = moved.map(({ id, before, after }, index) => [id, choice & (1 << index) ? after : before] as const)
    const left = taken.reduce((rest, [, amount]) => rest - amount, missing)
    return { taken, left: left < 0n ? -left : left }
  })
  return new Map(choices.reduce((nearest, choice) => (choice.left < nearest.left ? choice : nearest)).taken)
}

/** The balance is read again while payouts move, or to confirm a difference. */
export const READINGS_MAX = 5

export interface Seen {
  /** The unexplained rest of this reading; null when too many moved to decide. */
  readonly left: bigint | null
  /** How many payouts moved while the balance was read. */
  readonly moved: number
  /** Matching readings of this pass, including this one. */
  readonly fits: number
  /** Difference of the previous reading, if the provider has since repeated each answer that it rests on; else null. */
  readonly differed: bigint | null
}

/**
 * Whether the readings of the balance decide what is missing. A match while nothing moved does, and so does the same difference in two
 * readings in a row. A match that depends on moved payouts may be a coincidence: it counts when all readings matched. Anything else is
 * undecided, and no difference.
 */
export const isSettled = ({ left, moved, fits, differed }: Seen): boolean =>
  left === 0n ? moved === 0 || fits === READINGS_MAX : left !== null && left === differed
