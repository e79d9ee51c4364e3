/** Roots that are the same for everybody: whoever has a proof of reserves compares its root with them, and with other people's. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { PROOFS_KEPT_DAYS, type PublishedClosing } from '@tunjo/contract/closings'
import { ourClosings } from './closing-rows.ts'
import type { ClosingContext } from './context.ts'
import { sumsOf } from './merkle-sum-tree.ts'
import { showSums } from './prove-reserves.ts'

const DAY_MS = 86_400_000

/** The newest first. What is not sealed was written by somebody else. */
export async function publishedClosings(context: ClosingContext): Promise<PublishedClosing[]> {
  const now = context.clock.now()
  // Days that are still to come are nobody's closing, and older ones nobody's proof.
  const days = { from: bogotaDay(new Date(now.getTime() - (PROOFS_KEPT_DAYS + 1) * DAY_MS)), until: bogotaDay(now) }
  const ours = await ourClosings(context, days, PROOFS_KEPT_DAYS)
  return ours.map(({ day, root, assets, customers, seq, hash }) => {
    const totals = sumsOf((asset) => assets.find((one) => one.asset === asset)?.liabilities ?? 0n)
    return { day, root, totals: showSums(totals), customers, seq: String(seq), hash }
  })
}
