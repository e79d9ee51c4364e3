/**
 * Verifier of the audit trail: reads a trail from its first entry to its last and names every row that was edited, moved, removed or cut
 * off. It needs the keys of the chain; without them only the signed heads can be verified.
 */
import { GENESIS, headText, type SignedHead, sealHash } from './chain.ts'
import { type AuditKeys, isSignedBy } from './keys.ts'
import type { Link } from './seal-store.ts'

/** Source of a trail: the database, or an exported file. */
export interface TrailSource {
  links(): AsyncIterable<Link>
  heads(): Promise<readonly SignedHead[]>
  /** Entries without a seal, and whether they wait for one. */
  unsealed(): Promise<readonly { id: string; isWaiting: boolean }[]>
  /** Ids that wait for a seal and whose entry no longer exists. */
  lost(): Promise<readonly string[]>
}

export interface AuditReport {
  readonly entries: number
  readonly waiting: number
  readonly heads: number
  readonly lastHash: string
  /** One sentence each, with the row. Empty when the trail is whole. */
  readonly findings: readonly string[]
}

export interface Trusted {
  readonly keys: AuditKeys
  /** Heads that were kept in another place, such as on the chain: what the trail held at that time must still exist. */
  readonly heads?: readonly SignedHead[]
  /** Ends of the same trail from another source, such as a backup of it: the trail must continue from there. */
  readonly ends?: readonly TrailEnd[]
}

export interface TrailEnd {
  readonly seq: number
  readonly hash: string
}

export async function verifyTrail(source: TrailSource, { keys, heads: trusted = [], ends = [] }: Trusted): Promise<AuditReport> {
  const heads = [...(await source.heads()), ...trusted]
  const expected = new Map(heads.map((head) => [head.seq, head.hash]))
  const continued = new Map(ends.map(({ seq, hash }) => [seq, hash]))
  const findings = heads.flatMap((head) => headFindings(head, keys))
  let last = { seq: 0, hash: GENESIS }
  for await (const link of source.links()) {
    findings.push(...linkFindings(link, last, keys))
    const { seq, hash } = link.seal
    const signed = expected.get(seq)
    if (signed !== undefined && signed !== hash) findings.push(`seq ${seq}: the signed head has another hash: the chain was written anew`)
    if (continued.get(seq) === hash) continued.delete(seq)
    last = { seq, hash }
  }
  const furthest = Math.max(0, ...heads.map(({ seq }) => seq))
  if (furthest > last.seq) findings.push(`seq ${last.seq + 1}–${furthest}: cut off: a signed head says that the chain reached ${furthest}`)
  for (const seq of continued.keys()) findings.push(`seq ${seq}: the trail does not go on from what was read elsewhere`)
  const unsealed = await source.unsealed()
  for (const { id, isWaiting } of unsealed) if (!isWaiting) findings.push(`entry ${id}: its seal was removed`)
  for (const id of await source.lost()) findings.push(`entry ${id}: removed before it was sealed`)
  return { entries: last.seq, waiting: unsealed.length, heads: heads.length, lastHash: last.hash, findings }
}

function headFindings(head: SignedHead, keys: AuditKeys): string[] {
  const name = `head of ${head.signedAt}`
  if (head.publicKey !== keys.publicKey) return [`${name}: signed with another key`]
  if (!isSignedBy(keys.publicKey, headText(head), head.signature)) return [`${name}: its signature does not fit`]
  return []
}

function linkFindings({ seal, entry }: Link, last: { seq: number; hash: string }, keys: AuditKeys): string[] {
  const { seq, entryId, keyId, hash } = seal
  const name = `seq ${seq}, entry ${entryId}`
  const gap = seq - last.seq - 1
  if (gap > 0) return [`seq ${last.seq + 1}${gap > 1 ? `–${seq - 1}` : ''}: removed`, ...(entry ? [] : [`${name}: the entry was removed`])]
  if (!entry) return [`${name}: the entry was removed`]
  const computed = sealHash(keys, keyId, last.hash, seq, entry)
  if (computed === null) return [`${name}: sealed with an unknown key (${keyId})`]
  return computed === hash ? [] : [`${name}: the entry, its place or its seal was changed`]
}
