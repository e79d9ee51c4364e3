/** Published roots, the same for every customer: holders of a proof of reserves compare its root with them, and with other people's. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { PROOF_RETENTION_DAYS, type PublishedClosing } from '@tunjo/contract/closings'
import { sealedClosings } from './closing-rows.ts'
import type { ClosingContext } from './context.ts'
import { sumsOf } from './merkle-sum-tree.ts'
import { showSums } from './prove-reserves.ts'

const DAY_MS = 86_400_000

/** Newest first. A closing without a seal is forged. */
export async function publishedClosings(context: ClosingContext): Promise<PublishedClosing[]> {
  const now = context.clock.now()
  // A future day has no valid closing, and older days have no proof any more.
  const days = { from: bogotaDay(new Date(now.getTime() - (PROOF_RETENTION_DAYS + 1) * DAY_MS)), until: bogotaDay(now) }
  const ours = await sealedClosings(context, days, PROOF_RETENTION_DAYS)
  return ours.map(({ day, root, assets, customers, seq, hash }) => {
    const totals = sumsOf((asset) => assets.find((one) => one.asset === asset)?.liabilities ?? 0n)
    return { day, root, totals: showSums(totals), customers, seq: String(seq), hash }
  })
}
