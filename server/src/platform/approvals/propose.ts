/** Propose: does at once what one officer may do alone, and keeps the rest for a second one. */
import { APPROVAL_LIFE_HOURS } from '@tunjo/contract/approvals'
import { inTransaction, type Transaction } from '../database.ts'
import { ApprovalOutcome } from '../http/guards/approval.ts'
import { newId } from '../ids.ts'
import { refuse } from '../refusal.ts'
import { type AnyKind, type ApprovalsContext, DECIDE, kindOf } from './context.ts'
import { hashOf } from './facts-hash.ts'
import { insertEvent, insertRequest } from './store.ts'
import type { Json, Proposal } from './types.ts'

const HOUR_MS = 3_600_000

export async function perform<R>(context: ApprovalsContext, name: string, proposal: Proposal<Json>): Promise<ApprovalOutcome<R>> {
  const kind = kindOf(context, name)
  const params = kind.parse(proposal.params)
  const { accountId: makerId, sessionId, permissions } = proposal.caller
  if (!permissions?.includes(kind.permission)) refuse('access.permission_missing', { permission: kind.permission })
  if (kind.subjectId(params) === makerId) refuse('approvals.person_concerned')
  return inTransaction(context.db, async (tx) => {
    const facts = await kind.facts(tx, params)
    if (kind.isNeeded(params, facts)) {
      const request = { name, kind, params, factsHash: hashOf(facts), proposal }
      return new ApprovalOutcome<R>({ isDone: false, waiting: await keep(context, tx, request) })
    }
    const actor = { kind: 'person', accountId: makerId, sessionId } as const
    const execution = { requestId: null, makerId, checkerId: null, reason: proposal.reason, actor }
    return new ApprovalOutcome<R>({ isDone: true, answer: (await kind.execute(tx, params, execution)) as R })
  })
}

interface Kept {
  readonly name: string
  readonly kind: AnyKind
  readonly params: Json
  readonly factsHash: string
  readonly proposal: Proposal<Json>
}

async function keep(context: ApprovalsContext, tx: Transaction, { name, kind, params, factsHash, proposal }: Kept) {
  const { caller, reason } = proposal
  const id = newId()
  const proposedAt = context.clock.now()
  const expiresAt = new Date(proposedAt.getTime() + APPROVAL_LIFE_HOURS * HOUR_MS)
  const request = {
    id,
    kind: name,
    target: kind.target(params),
    params,
    factsHash,
    permission: kind.permission,
    reason,
    proposedAt,
    expiresAt,
  }
  const people = { makerId: caller.accountId, makerSession: caller.sessionId, subjectId: kind.subjectId(params) }
  if (!(await insertRequest(tx, { ...request, ...people }))) refuse('approvals.already_waiting')
  await insertEvent(tx, id, { event: 'proposed', at: proposedAt, by: caller, note: reason })
  await context.audit.record(tx, {
    actor: { kind: 'person', accountId: caller.accountId, sessionId: caller.sessionId },
    action: 'approvals.proposed',
    object: { type: 'approval', id },
    after: { kind: name, factsHash },
    reason,
  })
  await tellCheckers(context, tx, { kind, params, not: [people.makerId, people.subjectId] })
  return { approvalRequestId: id, state: 'proposed' as const, expiresAt: expiresAt.toISOString() }
}

async function tellCheckers(
  { staff, tell }: ApprovalsContext,
  tx: Transaction,
  { kind, params, not }: { kind: AnyKind; params: Json; not: readonly (string | null)[] },
): Promise<void> {
  const able = new Set(await staff.officersWith(tx, kind.permission))
  const checkers = (await staff.officersWith(tx, DECIDE)).filter((id) => able.has(id) && !not.includes(id))
  const { title } = await kind.describe(tx, params)
  for (const id of checkers) await tell(tx, id, { kind: 'approvals.waiting', values: { title } })
}
