/**
 * Sealed records of emergency actions (SEC-79, decision 82): which officer broke the glass, which one reviewed it, from which session,
 * when, and what they wrote. The columns of the request repeat this for lists and pages; this table only grows, and a difference between
 * the two is detected.
 */
import type { ReviewVerdict } from '@tunjo/contract/approvals'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Connection, Transaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { sealOldRows } from '../database/seal-old-rows.ts'
import { Refused, refusal } from '../http/refusal.ts'
import type { Caller } from '../http/route.ts'
import type { EvidenceSeals } from '../secrets/evidence-seals.ts'
import { canonical } from './facts-hash.ts'
import type { RequestRow } from './store.ts'

interface Deed {
  readonly requestId: string
  readonly deed: 'break_glass' | 'reviewed'
  readonly officerId: string | null
  readonly sessionId: string | null
  readonly at: Date
  readonly note: string | null
  readonly reviewDueAt: Date | null
  readonly verdict: ReviewVerdict | null
}
interface DeedRow extends Deed {
  readonly seal: string | null
}

function deedText({ requestId, deed, officerId, sessionId, at, note, reviewDueAt, verdict }: Deed | z.output<typeof OldDeed>): string {
  const facts = [requestId, deed, officerId, sessionId, at.toISOString(), note, reviewDueAt?.toISOString() ?? null, verdict]
  return `approval emergency\n${canonical(facts)}`
}

export const deedOf = ({ id }: Pick<RequestRow, 'id'>, by: Caller | null, at: Date) => ({
  requestId: id,
  officerId: by?.accountId ?? null,
  sessionId: by?.sessionId ?? null,
  at,
})

export async function insertDeed(tx: Transaction, seals: EvidenceSeals, given: Deed): Promise<void> {
  const { requestId, deed, officerId, sessionId, at, note, reviewDueAt, verdict } = given
  await sql`INSERT INTO platform.emergency_deed (id, request_id, deed, officer_id, session_id, at, note, review_due_at, verdict, seal)
    VALUES (${newId()}, ${requestId}, ${deed}, ${officerId}, ${sessionId}, ${at}, ${note}, ${reviewDueAt}, ${verdict},
      ${seals.seal(deedText(given))})`.execute(tx)
}

async function deedsOf(connection: Connection, requestId: string): Promise<DeedRow[]> {
  const found = await sql<DeedRow>`SELECT request_id AS "requestId", deed, officer_id AS "officerId", session_id AS "sessionId", at, note,
      review_due_at AS "reviewDueAt", verdict, seal FROM platform.emergency_deed WHERE request_id = ${requestId}`.execute(connection)
  return found.rows
}

/** Ids of every emergency, including those that only the row claims. */
export async function emergencyIds(connection: Connection): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM platform.approval_request WHERE state = 'break_glass'
    UNION SELECT request_id FROM platform.emergency_deed`.execute(connection)
  return found.rows.map(({ id }) => id)
}

/** `agrees`: the request matches the sealed deeds. `hasForged`: there are also deeds that another database role wrote; they are ignored. */
export async function verifyEmergency(connection: Connection, seals: EvidenceSeals, request: RequestRow) {
  const deeds = await deedsOf(connection, request.id)
  const proved = deeds.filter((row) => seals.isSealOf(deedText(row), row.seal))
  return { agrees: agrees(request, proved), hasForged: proved.length < deeds.length }
}

function agrees(request: RequestRow, proved: readonly Deed[]): boolean {
  const [broken, ...others] = proved.filter(({ deed }) => deed === 'break_glass')
  const [reviewed, ...more] = proved.filter(({ deed }) => deed === 'reviewed')
  if (request.state !== 'break_glass') return proved.length === 0
  if (!broken || others.length > 0 || more.length > 0) return false
  const { decidedBy, decidedSession, decidedAt, note, reviewDueAt, reviewedAt, verdict } = request
  const says = [decidedBy, decidedSession, timeOf(decidedAt), note, timeOf(reviewDueAt), timeOf(reviewedAt), verdict, request.outcome]
  const { officerId, sessionId, at } = broken
  const was = [
    officerId,
    sessionId,
    timeOf(at),
    broken.note,
    timeOf(broken.reviewDueAt),
    timeOf(reviewed?.at),
    reviewed?.verdict ?? null,
    null,
  ]
  return says.every((value, index) => value === was[index])
}

const timeOf = (at: Date | null | undefined): number | null => at?.getTime() ?? null

/**
 * Prevents the officer who broke the glass from reviewing it after the row was changed to name another. @throws Refused
 * `approvals.payload_changed`
 */
export async function checkEmergencySeal(tx: Transaction, seals: EvidenceSeals, request: RequestRow): Promise<void> {
  if ((await verifyEmergency(tx, seals, request)).agrees) return
  throw new Refused(refusal('approvals.payload_changed'), { event: 'approval_emergency_changed' })
}

/** Row of `platform.emergency_deed` as the migration stored it. */
const OldDeed = z
  .object({
    request_id: z.uuid(),
    deed: z.string(),
    officer_id: z.uuid().nullable(),
    session_id: z.uuid().nullable(),
    at: z.coerce.date(),
    note: z.string().nullable(),
    review_due_at: z.coerce.date().nullable(),
    verdict: z.string().nullable(),
  })
  .transform(({ request_id, officer_id, session_id, review_due_at, ...same }) => ({
    ...same,
    requestId: request_id,
    officerId: officer_id,
    sessionId: session_id,
    reviewDueAt: review_due_at,
  }))

/** Seal emergencies and reviews from before seals existed. */
export async function sealOldDeeds(db: Connection, seals: EvidenceSeals): Promise<void> {
  await sealOldRows(db, {
    schema: 'platform',
    table: 'emergency_deed',
    columnsOf: (old) => ({ seal: { value: seals.seal(deedText(OldDeed.parse(old))), type: 'text' } }),
  })
}
