/**
 * Verify a proof of reserves in the browser (docs/proof-of-reserves.md): it must belong to the signed-in account, lead to its root, and the
 * root must be the published one. No other part of the server's answer is trusted.
 */

import type { PublishedClosing, ReservesProof } from '@tunjo/contract/closings'
import { ASSET_CODES, perAsset } from '@tunjo/contract/money'

type Sums = ReservesProof['balance']
interface Node {
  readonly hash: string
  readonly sums: Sums
}

/** `not-published`: it leads to a root that differs from the published one of that day. */
export type Verdict = 'right' | 'wrong' | 'not-published'

export async function checkProof(
  proof: ReservesProof,
  { accountId, published }: { accountId: string; published: readonly PublishedClosing[] },
): Promise<Verdict> {
  if (!(await isProved(proof, accountId))) return 'wrong'
  return isPublished(proof, published) ? 'right' : 'not-published'
}

export async function isProved(proof: ReservesProof, ownAccountId: string): Promise<boolean> {
  const { day, account, nonce, balance, leaf, path, root, totals } = proof
  // Another account's leaf proves only that account's inclusion, and two people could be shown the same leaf.
  if (account !== ownAccountId || ![balance, totals, ...path.map(({ sums }) => sums)].every(isPlain)) return false
  let at: Node = { hash: await sha256(['tunjo reserves leaf 1', day, account, nonce, sumsText(balance)]), sums: balance }
  if (at.hash !== leaf) return false
  for (const { side, ...neighbour } of path) at = side === 'left' ? await parentOf(neighbour, at) : await parentOf(at, neighbour)
  return at.hash === root && sumsText(at.sums) === sumsText(totals)
}

const isPublished = ({ day, root, totals }: ReservesProof, published: readonly PublishedClosing[]): boolean =>
  published.some((closing) => closing.day === day && closing.root === root && sumsText(closing.totals) === sumsText(totals))

/** A negative sum would make the total of all customers smaller than it is. */
const isPlain = (sums: Sums): boolean => ASSET_CODES.every((asset) => /^\d+$/.test(sums[asset]))

async function parentOf(left: Node, right: Node): Promise<Node> {
  const hash = await sha256(['tunjo reserves node 1', left.hash, sumsText(left.sums), right.hash, sumsText(right.sums)])
  const sum = (asset: keyof Sums) => String(BigInt(left.sums[asset]) + BigInt(right.sums[asset]))
  return { hash, sums: perAsset(sum) }
}

const sumsText = (sums: Sums): string => ASSET_CODES.map((asset) => `${asset}=${sums[asset]}`).join(',')

async function sha256(fields: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(fields.join('|')))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
