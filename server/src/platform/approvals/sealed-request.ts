/**
 * The seal of what a request asks for (SEC-79, decision 78). Who can only write to the database neither changes a request that officers read nor makes
 * one that they never wrote: what does not fit its seal is decided by no call, and each try is a security event.
 */
import * as z from 'zod'
import type { Connection, Transaction } from '../database.ts'
import type { EvidenceSeals } from '../evidence-seals.ts'
import { Refused, refusal } from '../refusal.ts'
import { sealOldRows } from '../seal-old-rows.ts'
import { canonical } from './facts-hash.ts'
import { hasEnded, type NewRequest, type RequestRow } from './store.ts'

export type SealedFacts = Pick<
  NewRequest,
  | 'id'
  | 'kind'
  | 'target'
  | 'params'
  | 'factsHash'
  | 'changes'
  | 'permission'
  | 'makerId'
  | 'makerSession'
  | 'subjectId'
  | 'reason'
  | 'proposedAt'
  | 'expiresAt'
>

export function requestText(request: Record<keyof SealedFacts, unknown> & Pick<SealedFacts, 'proposedAt' | 'expiresAt'>): string {
  const { id, kind, target, params, factsHash, changes, permission, makerId, makerSession, subjectId, reason } = request
  const times = [request.proposedAt.toISOString(), request.expiresAt.toISOString()]
  const facts = [id, kind, target, params, factsHash, changes, permission, makerId, makerSession, subjectId, reason, ...times]
  return `approval request\n${canonical(facts)}`
}

export const isProved = (seals: EvidenceSeals, request: RequestRow): boolean => seals.isSealOf(requestText(request), request.seal)

/** @throws Refused `approvals.payload_changed`, with its security event */
export function checkProved(seals: EvidenceSeals, request: RequestRow): void {
  if (isProved(seals, request)) return
  throw new Refused(refusal('approvals.payload_changed'), { event: 'approval_payload_changed' })
}

/** What ended does not wait again, whatever the row says: its history only grows. @throws as above */
export async function checkEndedOnce(tx: Transaction, { id, state }: Pick<RequestRow, 'id' | 'state'>): Promise<void> {
  if (state === 'proposed' && (await hasEnded(tx, id)))
    throw new Refused(refusal('approvals.payload_changed'), { event: 'approval_payload_changed' })
}

/** A row of `platform.approval_request` as the migration wrote it down. */
const OldRequest = z
  .object({
    id: z.uuid(),
    kind: z.string(),
    target: z.string(),
    params: z.unknown(),
    facts_hash: z.string(),
    changes: z.unknown(),
    permission: z.string(),
    maker_id: z.uuid(),
    maker_session: z.uuid(),
    subject_id: z.uuid().nullable(),
    reason: z.string(),
    proposed_at: z.coerce.date(),
    expires_at: z.coerce.date(),
  })
  .transform(({ facts_hash, maker_id, maker_session, subject_id, proposed_at, expires_at, ...same }) => ({
    ...same,
    factsHash: facts_hash,
    makerId: maker_id,
    makerSession: maker_session,
    subjectId: subject_id,
    proposedAt: proposed_at,
    expiresAt: expires_at,
  }))

/** Requests that were open when seals came. */
export async function sealOldRequests(db: Connection, seals: EvidenceSeals): Promise<void> {
  await sealOldRows(db, {
    schema: 'platform',
    table: 'approval_request',
    columnsOf: (old) => ({ seal: { value: seals.seal(requestText(OldRequest.parse(old))), type: 'text' } }),
  })
}
