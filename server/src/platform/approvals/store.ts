/** SQL of approval requests. The content is written once; the database lets only the state change. */
import { type ApprovalKindName, approvalKind } from '@tunjo/contract/approval-kinds'
import {
  APPROVAL_LIFE_HOURS,
  type ApprovalChange,
  type ApprovalEvent,
  type ApprovalFilters,
  type ApprovalState,
  type ReviewVerdict,
} from '@tunjo/contract/approvals'
import type { ErrorCode } from '@tunjo/contract/errors'
import type { Permission } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Connection, Transaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { allOf, type Condition } from '../database/list-query.ts'
import { REQUEST_STATES } from './states.ts'
import type { HiddenRequests } from './types.ts'

const HOUR_MS = 3_600_000

export interface RequestRow {
  id: string
  kind: ApprovalKindName
  target: string
  params: unknown
  factsHash: string
  changes: readonly ApprovalChange[]
  permission: Permission
  makerId: string
  makerSession: string
  subjectId: string | null
  reason: string
  proposedAt: Date
  expiresAt: Date
  state: ApprovalState
  decidedBy: string | null
  decidedSession: string | null
  decidedAt: Date | null
  note: string | null
  outcome: ErrorCode | null
  reviewDueAt: Date | null
  reviewOverdueAt: Date | null
  reviewedAt: Date | null
  verdict: ReviewVerdict | null
  /** Null in a row that the product did not seal. */
  seal: string | null
}
export type NewRequest = Omit<
  RequestRow,
  'decidedBy' | 'decidedSession' | 'decidedAt' | 'note' | 'outcome' | 'reviewDueAt' | 'reviewOverdueAt' | 'reviewedAt' | 'verdict'
>

const COLUMNS = sql`id, kind, target, params, facts_hash AS "factsHash", changes, permission, maker_id AS "makerId", maker_session AS "makerSession",
  subject_id AS "subjectId", reason, proposed_at AS "proposedAt", expires_at AS "expiresAt", state, decided_by AS "decidedBy",
  decided_session AS "decidedSession", decided_at AS "decidedAt", note, outcome, review_due_at AS "reviewDueAt",
  review_overdue_at AS "reviewOverdueAt", reviewed_at AS "reviewedAt", verdict, seal`

/** Undefined when another request of this kind is open for the same target. */
export async function insertRequest(tx: Transaction, request: NewRequest): Promise<RequestRow | undefined> {
  const {
    id,
    kind,
    target,
    params,
    factsHash,
    changes,
    permission,
    makerId,
    makerSession,
    subjectId,
    reason,
    proposedAt,
    expiresAt,
    seal,
  } = request
  const inserted = await sql<RequestRow>`INSERT INTO platform.approval_request
      (id, kind, target, params, facts_hash, changes, permission, maker_id, maker_session, subject_id, reason, proposed_at, expires_at, state, seal)
    VALUES (${id}, ${kind}, ${target}, ${JSON.stringify(params)}, ${factsHash}, ${JSON.stringify(changes)}, ${permission}, ${makerId}, ${makerSession}, ${subjectId},
      ${reason}, ${proposedAt}, ${expiresAt}, ${request.state}, ${seal})
    ON CONFLICT (kind, target) WHERE state = 'proposed' DO NOTHING RETURNING ${COLUMNS}`.execute(tx)
  return inserted.rows[0]
}

export async function findRequest(connection: Connection, id: string): Promise<RequestRow | undefined> {
  const found = await sql<RequestRow>`SELECT ${COLUMNS} FROM platform.approval_request WHERE id = ${id}`.execute(connection)
  return found.rows[0]
}

/** Serialises decisions of one request. */
export async function lockRequest(tx: Transaction, id: string): Promise<RequestRow | undefined> {
  const found = await sql<RequestRow>`SELECT ${COLUMNS} FROM platform.approval_request WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0]
}

/** Whether its history has a beginning, which a row that was only inserted lacks. */
export async function hasHistoryStart(tx: Transaction, id: string): Promise<boolean> {
  const found = await sql`SELECT FROM platform.state_history
    WHERE subject_id = ${id} AND machine = ${REQUEST_STATES.name} AND from_state IS NULL LIMIT 1`.execute(tx)
  return found.rows.length > 0
}

export async function hasEnded(tx: Transaction, id: string): Promise<boolean> {
  const found = await sql`SELECT FROM platform.state_history
    WHERE subject_id = ${id} AND machine = ${REQUEST_STATES.name} AND from_state IS NOT NULL LIMIT 1`.execute(tx)
  return found.rows.length > 0
}

export async function markReviewed(tx: Transaction, id: string, verdict: ReviewVerdict, at: Date): Promise<void> {
  await sql`UPDATE platform.approval_request SET reviewed_at = ${at}, verdict = ${verdict} WHERE id = ${id}`.execute(tx)
}

export async function markOverdue(tx: Transaction, id: string, at: Date): Promise<void> {
  await sql`UPDATE platform.approval_request SET review_overdue_at = ${at} WHERE id = ${id}`.execute(tx)
}

/** Event of a request that does not change its state. */
type Mark = Extract<ApprovalEvent, 'approved' | 'reviewed' | 'review_overdue'>

export interface EventRow {
  event: ApprovalEvent
  at: Date
  actorId: string | null
  note: string | null
}
export async function insertEvent(
  tx: Transaction,
  requestId: string,
  { event, at, by, note }: Pick<EventRow, 'at' | 'note'> & { event: Mark; by: { accountId: string; sessionId: string } | null },
): Promise<void> {
  await sql`INSERT INTO platform.approval_event (id, request_id, event, at, actor_id, session_id, note)
    VALUES (${newId()}, ${requestId}, ${event}, ${at}, ${by?.accountId ?? null}, ${by?.sessionId ?? null}, ${note})`.execute(tx)
}

/** Moves and marks of one request, oldest first: their ids are ordered by time. */
export async function eventsOf(connection: Connection, requestId: string): Promise<EventRow[]> {
  const found = await sql<EventRow>`SELECT event, at, actor_id AS "actorId", note FROM (
      SELECT id, to_state AS event, at, actor_id, note FROM platform.state_history
        WHERE subject_id = ${requestId} AND machine = ${REQUEST_STATES.name}
      UNION ALL SELECT id, event, at, actor_id, note FROM platform.approval_event WHERE request_id = ${requestId}) AS step
    ORDER BY id`.execute(connection)
  return found.rows
}

export interface ListedPage extends Pick<z.output<typeof ApprovalFilters>, 'state' | 'kind' | 'mine' | 'decided' | 'reviewPending'> {
  readonly callerId: string
  readonly hidden: HiddenRequests
  readonly offset: number
  readonly size: number
}

export async function listRequests(
  connection: Connection,
  { offset, size, ...filters }: ListedPage,
): Promise<{ rows: RequestRow[]; total: number }> {
  const where = allOf(conditionsOf(filters))
  const rows = await sql<RequestRow>`SELECT ${COLUMNS} FROM platform.approval_request WHERE ${where}
    ORDER BY (state = 'proposed') DESC, proposed_at DESC, id DESC LIMIT ${size} OFFSET ${offset}`.execute(connection)
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM platform.approval_request WHERE ${where}`.execute(
    connection,
  )
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 }
}

function conditionsOf({ state, kind, mine, decided, reviewPending, callerId, hidden }: Omit<ListedPage, 'offset' | 'size'>): Condition[] {
  const isReviewPending = sql`(state = 'break_glass' AND reviewed_at IS NULL)`
  return [
    // Rows of an unknown kind, written by another database role, are no requests.
    sql`kind = ANY(${[...approvalKind.options]}::text[])`,
    sql`NOT ${isHidden(hidden)}`,
    state ? sql`state = ${state}` : null,
    kind ? sql`kind = ${kind}` : null,
    mine === undefined ? null : sql`(maker_id = ${callerId}) = ${mine === 'true'}`,
    decided === undefined ? null : sql`(state = 'proposed' OR ${isReviewPending}) = ${decided === 'false'}`,
    reviewPending === undefined ? null : sql`${isReviewPending} = ${reviewPending === 'true'}`,
  ]
}

/** Condition on a row of requests. */
export const isHidden = ({ kinds, targets }: HiddenRequests) => sql`(kind = ANY(${kinds.map(({ kind }) => kind)}::text[])
  OR (kind, target) IN (SELECT * FROM unnest(${targets.map(({ kind }) => kind)}::text[], ${targets.map(({ target }) => target)}::text[])))`

export async function waitingTargets(connection: Connection, kind: string, targets: readonly string[]): Promise<ReadonlySet<string>> {
  if (targets.length === 0) return new Set()
  const found = await sql<{ target: string }>`SELECT target FROM platform.approval_request
    WHERE state = 'proposed' AND kind = ${kind} AND target = ANY(${[...targets]}::text[])`.execute(connection)
  return new Set(found.rows.map(({ target }) => target))
}

/**
 * Keyset pagination by id, so that a request that cannot be ended hides no other. An expiry later than the product ever sets was written by
 * another database role, and would block the target permanently.
 */
export async function expiredIds(connection: Connection, now: Date, afterId: string): Promise<string[]> {
  const latest = new Date(now.getTime() + APPROVAL_LIFE_HOURS * HOUR_MS)
  const found = await sql<{ id: string }>`SELECT id FROM platform.approval_request
    WHERE state = 'proposed' AND (expires_at <= ${now} OR expires_at > ${latest}) AND id > ${afterId} ORDER BY id LIMIT 500`.execute(
    connection,
  )
  return found.rows.map(({ id }) => id)
}

export async function overdueIds(connection: Connection, now: Date): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM platform.approval_request
    WHERE state = 'break_glass' AND reviewed_at IS NULL AND review_overdue_at IS NULL AND review_due_at <= ${now} LIMIT 500`.execute(
    connection,
  )
  return found.rows.map(({ id }) => id)
}
