/**
 * Merkle sum tree (Maxwell and Todd): each node carries a hash and the sums of the leaves under it. The hash of an inner node covers hash
 * and sums of both sides, not only their total, which could be divided otherwise (docs/proof-of-reserves.md). A node without a neighbour is
 * passed up unchanged, so that no customer is counted twice.
 */
import { ASSET_CODES, type AssetCode, perAsset } from '@tunjo/contract/money'
import { sha256 } from '../../../../platform/database/ids.ts'

export type Sums = Readonly<Record<AssetCode, bigint>>

export interface Node {
  readonly hash: string
  readonly sums: Sums
}
/** Neighbour on one level, and its side. */
export interface Step extends Node {
  readonly side: 'left' | 'right'
}

export interface Leaf {
  readonly day: string
  readonly accountId: string
  /** Hex, known to the customer alone: without it an outsider could try amounts until the hash matches. */
  readonly nonce: string
  readonly amounts: Sums
}

export const sumsOf: (amount: (asset: AssetCode) => bigint) => Sums = perAsset
export const plus = (one: Sums, other: Sums): Sums => sumsOf((asset) => one[asset] + other[asset])
export const NO_SUMS = sumsOf(() => 0n)

const sumsText = (sums: Sums): string => ASSET_CODES.map((asset) => `${asset}=${sums[asset]}`).join(',')

/** Changing a text here breaks the proof of every closing: add a version instead. No field can contain the separator. */
export const leafNode = ({ day, accountId, nonce, amounts }: Leaf): Node => ({
  hash: sha256(['tunjo reserves leaf 1', day, accountId, nonce, sumsText(amounts)].join('|')),
  sums: amounts,
})

export const parentOf = (left: Node, right: Node): Node => ({
  hash: sha256(['tunjo reserves node 1', left.hash, sumsText(left.sums), right.hash, sumsText(right.sums)].join('|')),
  sums: plus(left.sums, right.sums),
})

/** Null without nodes. */
export function rootOf(nodes: readonly Node[]): Node | null {
  let level = nodes
  while (level.length > 1) level = levelOver(level)
  return level[0] ?? null
}

/** From the node at `place` up to the root. */
export function pathOf(nodes: readonly Node[], place: number): Step[] {
  const steps: Step[] = []
  let at = place
  for (let level = nodes; level.length > 1; level = levelOver(level)) {
    const neighbour = level[at ^ 1]
    if (neighbour) steps.push({ ...neighbour, side: at % 2 === 0 ? 'right' : 'left' })
    at >>= 1
  }
  return steps
}

function levelOver(level: readonly Node[]): Node[] {
  const over: Node[] = []
  for (let place = 0; place < level.length; place += 2) {
    const [left, right] = [level[place], level[place + 1]]
    if (left) over.push(right ? parentOf(left, right) : left)
  }
  return over
}
