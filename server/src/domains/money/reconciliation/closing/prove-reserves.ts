/** Merkle path from a customer's balance to the root of a closing: only their own, and only when it leads there. */

import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { ReservesProof } from '@tunjo/contract/closings'
import { perAsset } from '@tunjo/contract/money'
import { refuse } from '../../../../platform/http/refusal.ts'
import { type ClosingRow, findClosing } from './closing-rows.ts'
import { partsOf, partWith } from './closing-store.ts'
import type { ClosingContext } from './context.ts'
import { type Node, parentOf, pathOf, type Step, type Sums } from './merkle-sum-tree.ts'
import { leavesOf, type PlacedLeaf, rootsOf } from './proof-tree.ts'

export async function proveReserves(context: ClosingContext, accountId: string, day: string | null): Promise<ReservesProof> {
  // A future day has no valid closing.
  const days = day === null ? { until: bogotaDay(context.clock.now()) } : { from: day, until: day }
  const closing = await findClosing(context, days)
  if (!closing) return refuse('reconciliation.no_closing')
  const { leaf, node, path } = await pathTo(context, closing, accountId)
  const root = path.reduce<Node>((below, step) => (step.side === 'left' ? parentOf(step, below) : parentOf(below, step)), node)
  if (root.hash !== closing.root) throw new Error(`the parts of the closing of ${closing.day} do not lead to its root`)
  return {
    ...{ day: closing.day, account: accountId, nonce: leaf.nonce, balance: showSums(leaf.amounts), leaf: node.hash },
    ...{ path: path.map(({ side, hash, sums }) => ({ side, hash, sums: showSums(sums) })), root: root.hash, totals: showSums(root.sums) },
  }
}

export const showSums = (sums: Sums) => perAsset((asset) => String(sums[asset]))

/** Within the part, and from its root over the other parts. */
async function pathTo(context: ClosingContext, { day, customers }: ClosingRow, accountId: string): Promise<PlacedLeaf & { path: Step[] }> {
  const roots = rootsOf(await partsOf(context.db, day))
  if (roots.length === 0 && customers > 0) refuse('reconciliation.proof_gone')
  const part = await partWith(context.db, day, accountId)
  const leaves = part ? leavesOf(context, day, part.owners) : []
  const place = leaves.findIndex(({ leaf }) => leaf.accountId === accountId)
  const own = leaves[place] ?? refuse('reconciliation.not_in_closing')
  const within = pathOf(
    leaves.map(({ node }) => node),
    place,
  )
  const over = pathOf(
    roots.map(({ node }) => node),
    roots.findIndex(({ number }) => number === part?.number),
  )
  return { ...own, path: [...within, ...over] }
}
