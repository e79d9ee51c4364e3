/** Tree over customers' balances at a closing, in parts: each is built, stored and proved separately, and the closing binds their roots. */
import { createHmac } from 'node:crypto'
import { ASSET_CODES } from '@tunjo/contract/money'
import type { OwnedAmount } from '../../ledger/index.ts'
import type { PartHead, PartRow } from './closing-store.ts'
import type { ClosingContext } from './context.ts'
import { type Leaf, leafNode, NO_SUMS, type Node, rootOf, type Sums, sumsOf } from './merkle-sum-tree.ts'

export interface PlacedLeaf {
  readonly leaf: Leaf
  readonly node: Node
}

/** Derived from a key of the platform, so that the same closing is the same tree for any builder, and nothing has to be stored. */
function nonces({ secrets }: Pick<ClosingContext, 'secrets'>, day: string): (accountId: string) => string {
  const key = secrets.derive('proof-of-reserves')
  return (accountId) => createHmac('sha256', key).update(`${day}|${accountId}`).digest('hex')
}

/** Accounts with a balance, in the order of their ids. */
export function ownersOf(amounts: readonly OwnedAmount[]): PartRow['owners'] {
  const byOwner = new Map<string, OwnedAmount[]>()
  for (const amount of amounts) byOwner.set(amount.owner, [...(byOwner.get(amount.owner) ?? []), amount])
  return [...byOwner].flatMap(([owner, all]) => {
    const posted = ASSET_CODES.map((asset) => all.find((one) => one.asset === asset)?.posted ?? 0n)
    return posted.some((amount) => amount !== 0n) ? [[owner, posted.map(String)] as const] : []
  })
}

/**
 * In the order of their hashes, which change every day: a customer who sees a neighbour's amounts on a path does not see the same neighbour
 * again.
 */
export function leavesOf(context: Pick<ClosingContext, 'secrets'>, day: string, owners: PartRow['owners']): PlacedLeaf[] {
  const nonceOf = nonces(context, day)
  const placed = owners.map(([accountId, amounts]) => {
    const leaf = { day, accountId, nonce: nonceOf(accountId), amounts: sumsFrom(amounts) }
    return { leaf, node: leafNode(leaf) }
  })
  return placed.sort((one, other) => (one.node.hash < other.node.hash ? -1 : 1))
}

export const sumsFrom = (texts: readonly string[]): Sums => sumsOf((asset) => BigInt(texts[ASSET_CODES.indexOf(asset)] ?? '0'))
export const textsOf = (sums: Sums): string[] => ASSET_CODES.map((asset) => String(sums[asset]))

/** One part over the balances of its owners. */
export function partOver(
  context: Pick<ClosingContext, 'secrets'>,
  day: string,
  owners: PartRow['owners'],
): Pick<PartRow, 'root' | 'leaves' | 'sums'> {
  const root = rootOf(leavesOf(context, day, owners).map(({ node }) => node))
  return { root: root?.hash ?? null, leaves: owners.length, sums: textsOf(root?.sums ?? NO_SUMS) }
}

/** Roots at the base of the tree's top: parts without a balance are left out. */
export const rootsOf = (parts: readonly PartHead[]): { readonly number: number; readonly node: Node }[] =>
  parts.flatMap(({ number, root, sums }) => (root === null ? [] : [{ number, node: { hash: root, sums: sumsFrom(sums) } }]))
