/** End of a request: the move of its state machine, the audit entry and the notice to its maker, in one transaction. */
import type { ApprovalOutcome, ApprovalState } from '@tunjo/contract/approvals'
import type { AuditAction } from '@tunjo/contract/audit'
import type { ErrorCode } from '@tunjo/contract/errors'
import { validate as isUuid } from 'uuid'
import type { Transaction } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import type { Caller } from '../http/route.ts'
import { type Aggregate, move, officer, SYSTEM } from '../state-machine/index.ts'
import { storedText } from './confidential.ts'
import { type ApprovalsContext, kindOf } from './context.ts'
import { deedOf, insertDeed } from './emergency-deeds.ts'
import { isExpired } from './rules.ts'
import { REQUEST_STATES } from './states.ts'
import { lockRequest, type RequestRow } from './store.ts'

type Column = 'decided_by' | 'decided_session' | 'decided_at' | 'note' | 'outcome' | 'review_due_at'

export const REQUEST: Aggregate<ApprovalState, RequestRow, Column> = {
  machine: REQUEST_STATES,
  table: 'approval_request',
  columns: ['decided_by', 'decided_session', 'decided_at', 'note', 'outcome', 'review_due_at'],
  keyOf: ({ id }) => ({ id }),
}

export async function lockExisting(tx: Transaction, id: string): Promise<RequestRow> {
  return (isUuid(id) ? await lockRequest(tx, id) : undefined) ?? refuse('request.not_found')
}

interface Ending {
  readonly state: Exclude<ApprovalState, 'proposed'>
  /** Null when it expired. */
  readonly by: Caller | null
  readonly note: string | null
  readonly outcome?: ErrorCode
  readonly reviewDueAt?: Date | null
}

/** `request` must have been read under its lock. */
export async function endRequest(context: ApprovalsContext, tx: Transaction, request: RequestRow, ending: Ending): Promise<void> {
  const { state, by, outcome = null, reviewDueAt = null } = ending
  const note = storedText(context, request, ending.note)
  const at = context.clock.now()
  await move(tx, REQUEST, request, {
    to: state,
    at,
    actor: by ? officer(by.accountId) : SYSTEM,
    note: note || outcome,
    set: {
      decided_by: by?.accountId ?? null,
      decided_session: by?.sessionId ?? null,
      decided_at: at,
      note,
      outcome,
      review_due_at: reviewDueAt,
    },
    illegal: 'approvals.not_waiting',
  })
  if (state === 'break_glass')
    await insertDeed(tx, context.seals, { ...deedOf(request, by, at), deed: 'break_glass', note, reviewDueAt, verdict: null })
  if (isUnexecuted(state)) {
    const kind = kindOf(context, request.kind)
    await kind.follow?.(tx, kind.parse(request.params), { to: state, by: by?.accountId ?? null, note: ending.note, at })
  }
  await recordStep(context, tx, request, { action: `approvals.${state}`, by, after: { state, outcome }, reason: note || undefined })
  if (state !== 'withdrawn') await notifyMaker(context, tx, request, state)
}

const UNEXECUTED = ['refused', 'withdrawn', 'expired', 'execution_failed'] as const satisfies readonly ApprovalState[]
const isUnexecuted = (state: ApprovalState): state is (typeof UNEXECUTED)[number] => UNEXECUTED.some((one) => one === state)

/** True when this call ended it. */
export async function endIfExpired(context: ApprovalsContext, tx: Transaction, request: RequestRow): Promise<boolean> {
  if (!isExpired(request, context.clock.now())) return false
  await endRequest(context, tx, request, { state: 'expired', by: null, note: null })
  return true
}

async function notifyMaker(
  { notifyOfficer }: ApprovalsContext,
  tx: Transaction,
  { makerId, kind }: RequestRow,
  outcome: ApprovalOutcome,
): Promise<void> {
  await notifyOfficer(tx, makerId, { kind: 'approvals.decided', values: { request: kind, outcome } })
}

interface Step {
  readonly action: AuditAction
  readonly by: Caller | null
  readonly after?: { readonly [name: string]: string | null }
  readonly reason?: string | undefined
}

export async function recordStep(
  { audit }: ApprovalsContext,
  tx: Transaction,
  request: RequestRow,
  { action, by, after, reason }: Step,
): Promise<void> {
  await audit.record(tx, {
    actor: by ? { kind: 'person', accountId: by.accountId, sessionId: by.sessionId } : { kind: 'system', name: 'approvals' },
    action,
    object: { type: 'approval', id: request.id },
    before: { state: request.state },
    after: { kind: request.kind, ...after },
    ...(reason ? { reason } : {}),
  })
}
