/**
 * Repeated verification of the whole book in the background, a part in each pass, so that a changed old row is detected too. The cost of a
 * pass follows the size of the book: a round takes about ten hours, for any size.
 */
import * as z from 'zod'
import { type Fault, GENESIS } from '../ledger/index.ts'
import type { ReconciliationContext } from './context.ts'
import { placeOf } from './pass-memory.ts'
import type { NamedPlace } from './store.ts'
import { subjectOf } from './subject.ts'

/** At one pass in 15 seconds. */
const PASSES_OF_A_ROUND = 2_400n
/** A small book is read in minutes; this many cost a few milliseconds. */
const BATCHES_MIN = 20
/** A larger book takes longer than a round, which its age shows. */
const BATCHES_MAX = 10_000
const PAGE_BATCHES = 500

const NAME = 'ledger.old'

/** Milliseconds. `before`: begin of the last complete round; null before there is one. */
const Round = z.object({ seq: z.string(), hash: z.string(), began: z.number(), before: z.number().nullable() })
type Round = z.output<typeof Round>

type OldBooksContext = Pick<ReconciliationContext, 'clock' | 'db' | 'ledger' | 'memory' | 'seals'>

/**
 * The number of the position only grows, since the furthest one counts; its text holds the position within the round. `known`: subjects of
 * faulty rows, which are checked in each pass. With `max` of them a part is checked again once they are corrected.
 */
export async function verifyOld(
  context: OldBooksContext,
  { known, max }: { readonly known: ReadonlySet<string>; readonly max: number },
): Promise<{ faults: readonly Fault[]; place: NamedPlace }> {
  const { clock, ledger } = context
  const { turn, round } = await roundOf(context)
  const faults: Fault[] = []
  let { seq, hash, began, before } = round ?? newRound(clock.now(), null)
  let left = batchesOfPass((await ledger.head())?.seq ?? 0n)
  while (left > 0) {
    const limit = Math.min(left, PAGE_BATCHES)
    const part = await ledger.verifyNext({ seq: BigInt(seq), hash }, limit)
    const found = part.faults.filter((fault) => !known.has(subjectOf(fault)))
    const room = max - known.size - faults.length
    faults.push(...found.slice(0, Math.max(0, room)))
    if (found.length > room) break
    if (part.isEnd) {
      ;({ seq, hash, began, before } = newRound(clock.now(), began))
      break
    }
    ;[seq, hash] = [String(part.until.seq), part.until.hash]
    left -= limit
  }
  return { faults, place: { name: NAME, seq: turn + 1n, text: JSON.stringify({ seq, hash, began, before }) } }
}

/** Maximum time since the oldest verified part of the book was verified. Before the first round ended: since its begin. */
export async function oldBooksAge(context: OldBooksContext): Promise<number | null> {
  const { round } = await roundOf(context)
  return round && (context.clock.now().getTime() - (round.before ?? round.began)) / 1_000
}

const batchesOfPass = (head: bigint): number => Math.max(BATCHES_MIN, Math.min(BATCHES_MAX, Number(head / PASSES_OF_A_ROUND) + 1))

const newRound = (now: Date, before: number | null): Round => ({ seq: '0', hash: GENESIS, began: now.getTime(), before })

async function roundOf(context: OldBooksContext): Promise<{ turn: bigint; round: Round | null }> {
  const { seq, text } = await placeOf(context, NAME)
  return { turn: seq, round: text === '' ? null : Round.parse(JSON.parse(text)) }
}
