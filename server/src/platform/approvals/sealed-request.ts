/**
 * Seal of the content of a request (SEC-79, decision 78). An attacker who can only write to the database can neither change a request nor
 * forge one: no call decides a request that does not fit its seal, and each try is a security event.
 */
import * as z from 'zod'
import type { Connection, Transaction } from '../database/database.ts'
import { sealOldRows } from '../database/seal-old-rows.ts'
import { Refused, refusal } from '../http/refusal.ts'
import type { EvidenceSeals } from '../secrets/evidence-seals.ts'
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

export const hasValidSeal = (seals: EvidenceSeals, request: RequestRow): boolean => seals.isSealOf(requestText(request), request.seal)

/** @throws Refused `approvals.payload_changed`, with its security event */
export function checkSeal(seals: EvidenceSeals, request: RequestRow): void {
  if (hasValidSeal(seals, request)) return
  throw new Refused(refusal('approvals.payload_changed'), { event: 'approval_payload_changed' })
}

/** Prevent an ended request from opening again, whatever the row says: its history only grows. @throws as above */
export async function checkNotEnded(tx: Transaction, { id, state }: Pick<RequestRow, 'id' | 'state'>): Promise<void> {
  if (state === 'proposed' && (await hasEnded(tx, id)))
    throw new Refused(refusal('approvals.payload_changed'), { event: 'approval_payload_changed' })
}

/** Row of `platform.approval_request` as the migration stored it. */
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

/** Seal requests that were open when seals were introduced. */
export async function sealOldRequests(db: Connection, seals: EvidenceSeals): Promise<void> {
  await sealOldRows(db, {
    schema: 'platform',
    table: 'approval_request',
    columnsOf: (old) => ({ seal: { value: seals.seal(requestText(OldRequest.parse(old))), type: 'text' } }),
  })
}
