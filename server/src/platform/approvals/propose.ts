/** Propose: execute immediately what one officer may do alone, and store the rest for a second officer. */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import type { ApprovalWaiting } from '@tunjo/contract/approval-waiting'
import { APPROVAL_LIFE_HOURS } from '@tunjo/contract/approvals'
import { inTransaction, type Transaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { ApprovalOutcome } from '../http/guards/approval.ts'
import { Refused, refuse } from '../http/refusal.ts'
import { begin, officer } from '../state-machine/index.ts'
import { checkBound } from './bound-facts.ts'
import { type AnyKind, type ApprovalsContext, concernedBy, eligibleCheckers, kindOf } from './context.ts'
import { hashOf } from './facts-hash.ts'
import { earlierProposal, storeOutcome } from './idempotent-decision.ts'
import { REQUEST } from './request-transitions.ts'
import { requestText, type SealedFacts } from './sealed-request.ts'
import { insertRequest, type NewRequest } from './store.ts'
import type { Json, Proposal } from './types.ts'

const HOUR_MS = 3_600_000

export async function propose<R>(context: ApprovalsContext, name: ApprovalKindName, proposal: Proposal<Json>): Promise<ApprovalOutcome<R>> {
  const kind = kindOf(context, name)
  const params = kind.parse(proposal.params)
  const { permissions } = proposal.caller
  if (!permissions?.includes(kind.permission)) refuse('access.permission_missing', { permission: kind.permission })
  const { operation } = proposal
  const answered = (waiting: ApprovalWaiting) => new ApprovalOutcome<R>({ isDone: false, waiting })
  try {
    return await inTransaction(context.db, async (tx) => {
      const earlier = await earlierProposal(tx, operation)
      return earlier ? answered(earlier) : await decideNow<R>(context, tx, { name, kind, params, proposal })
    })
  } catch (error) {
    // Of two concurrent copies the second finds the request of the first, in any module that refused it.
    const earlier = error instanceof Refused && (await inTransaction(context.db, (tx) => earlierProposal(tx, operation)))
    if (!earlier) throw error
    return answered(earlier)
  }
}

interface Asked {
  readonly name: ApprovalKindName
  readonly kind: AnyKind
  readonly params: Json
  readonly proposal: Proposal<Json>
}

async function decideNow<R>(context: ApprovalsContext, tx: Transaction, { name, kind, params, proposal }: Asked) {
  const { accountId: makerId, sessionId } = proposal.caller
  const concerned = await concernedBy(context, tx, { kind: name, params, subjectId: kind.subjectId(params) })
  if (concerned === makerId) refuse('approvals.person_concerned')
  const facts = await factsOf(kind, name, tx, params)
  if (await kind.isNeeded(params, facts, { tx, makerId })) {
    const waiting = await storeRequest(context, tx, { name, kind, params, facts, proposal, concerned })
    const { approvalRequestId: requestId } = waiting
    const { operation } = proposal
    if (operation) await storeOutcome(tx, { requestId, operation, at: context.clock.now(), refused: null })
    return new ApprovalOutcome<R>({ isDone: false, waiting })
  }
  const actor = { kind: 'person', accountId: makerId, sessionId } as const
  const execution = { requestId: null, makerId, checkerId: null, reason: proposal.reason, note: null, actor }
  return new ApprovalOutcome<R>({ isDone: true, answer: (await kind.execute(tx, params, execution)) as R })
}

export async function factsOf(kind: AnyKind, name: ApprovalKindName, tx: Transaction, params: Json): Promise<Json> {
  const facts = await kind.facts(tx, params)
  checkBound(name, facts)
  return facts
}

interface Kept {
  readonly name: ApprovalKindName
  readonly kind: AnyKind
  readonly params: Json
  readonly facts: Json
  readonly proposal: Proposal<Json>
  readonly concerned: string | null
}

/** Store for a second officer, whatever the facts. */
export async function storeRequest(context: ApprovalsContext, tx: Transaction, { name, kind, params, facts, proposal, concerned }: Kept) {
  const { caller, reason } = proposal
  const at = context.clock.now()
  const asked: SealedFacts = {
    id: newId(),
    kind: name,
    target: kind.target(params),
    params,
    factsHash: hashOf(facts),
    changes: kind.changes(params, facts),
    permission: kind.permission,
    makerId: caller.accountId,
    makerSession: caller.sessionId,
    subjectId: kind.confidential ? null : kind.subjectId(params),
    reason,
    proposedAt: at,
    expiresAt: new Date(at.getTime() + APPROVAL_LIFE_HOURS * HOUR_MS),
  }
  const request: NewRequest = { ...asked, state: 'proposed', seal: context.seals.seal(requestText(asked)) }
  const kept = (await insertRequest(tx, request)) ?? refuse('approvals.already_waiting')
  await begin(tx, REQUEST, kept, { at, actor: officer(caller.accountId), note: reason })
  await kind.follow?.(tx, params, { to: 'proposed', by: caller.accountId, note: null, at })
  await context.audit.record(tx, {
    actor: { kind: 'person', accountId: caller.accountId, sessionId: caller.sessionId },
    action: 'approvals.proposed',
    object: { type: 'approval', id: kept.id },
    after: { kind: name, factsHash: kept.factsHash },
    reason,
  })
  for (const id of await eligibleCheckers(context, tx, kept, [kept.makerId, concerned]))
    await context.notifyOfficer(tx, id, { kind: 'approvals.waiting', values: { request: name } })
  return { approvalRequestId: kept.id, state: 'proposed' as const, expiresAt: kept.expiresAt.toISOString() }
}
