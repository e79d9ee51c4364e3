/** Hash chain of the audit trail: what is hashed, byte for byte. Changing a text here breaks every existing trail. */
import { canonicalJson } from './canonical-json.ts'
import type { AuditKeys } from './keys.ts'

/** Entry as the database has it; `ts` to the microsecond. */
export interface StoredEntry {
  readonly id: string
  readonly ts: string
  readonly actorKind: string
  readonly accountId: string | null
  readonly sessionId: string | null
  readonly requestId: string | null
  readonly systemName: string | null
  readonly action: string
  readonly objectType: string
  readonly objectId: string
  readonly before: unknown
  readonly after: unknown
  readonly reason: string | null
}

/** `hash` in hex. */
export interface Seal {
  readonly seq: number
  readonly entryId: string
  readonly keyId: string
  readonly hash: string
}

export interface SignedHead {
  readonly seq: number
  readonly hash: string
  /** Number of sealed entries; the same as `seq`, since the chain has no gaps. */
  readonly entries: number
  readonly signedAt: string
  readonly publicKey: string
  readonly signature: string
}

/** Predecessor hash of the first entry. */
export const GENESIS = '0'.repeat(64)

/** h(n) = HMAC(key, h(n−1) ‖ canonical JSON of the entry with its number). Null when the key is not known. */
export function sealHash(keys: AuditKeys, keyId: string, previous: string, seq: number, entry: StoredEntry): string | null {
  const content = Buffer.concat([Buffer.from(previous, 'hex'), Buffer.from(entryText(seq, entry))])
  return keys.hmac(keyId, content)?.toString('hex') ?? null
}

function entryText(seq: number, entry: StoredEntry): string {
  const { id, ts, action, before, after, reason } = entry
  const actor = { kind: entry.actorKind, account: entry.accountId, system: entry.systemName }
  const object = { type: entry.objectType, id: entry.objectId }
  return canonicalJson({ seq, id, ts, actor, session: entry.sessionId, request: entry.requestId, action, object, before, after, reason })
}

export const headText = ({ seq, hash, entries, signedAt }: Omit<SignedHead, 'publicKey' | 'signature'>): string =>
  canonicalJson({ seq, hash, entries, signedAt })
