/** Execute a request in the transaction that decides it, after its facts were compared with those that its maker saw. */
import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { type Refusal, Refused, refusal } from '../http/refusal.ts'
import type { Caller } from '../http/route.ts'
import { type ApprovalsContext, kindOf } from './context.ts'
import { hashOf } from './facts-hash.ts'
import { endRequest } from './request-transitions.ts'
import type { RequestRow } from './store.ts'

interface Decision {
  readonly caller: Caller
  readonly checkerId: string | null
  readonly note: string | null
}

/**
 * Null when it was executed; then `finish` ends the request. Otherwise the request ended without execution, and the refusal gives the
 * reason.
 */
export async function execute(
  context: ApprovalsContext,
  tx: Transaction,
  request: RequestRow,
  { caller, checkerId, note }: Decision,
  finish: () => Promise<void>,
): Promise<Refusal | null> {
  const kind = kindOf(context, request.kind)
  const makers = await context.staff.permissionsOf(tx, request.makerId)
  if (!makers.includes(request.permission)) return fail(context, tx, request, caller, refusal('approvals.maker_unauthorized'))
  const params = kind.parse(request.params)
  const facts = await runInSavepoint(tx, () => kind.facts(tx, params))
  if ('refused' in facts || hashOf(facts.value) !== request.factsHash)
    return fail(context, tx, request, caller, refusal('approvals.facts_changed'))
  const actor = { kind: 'person', accountId: caller.accountId, sessionId: caller.sessionId } as const
  const execution = { requestId: request.id, makerId: request.makerId, checkerId, reason: request.reason, note, actor }
  const done = await runInSavepoint(tx, () => kind.execute(tx, params, execution))
  if ('refused' in done) return fail(context, tx, request, caller, refusal('approvals.execution_failed'), done.refused.code)
  await finish()
  return null
}

/** A refusal rolls back to the savepoint and the transaction continues. A bug ends the transaction. */
export async function runInSavepoint<T>(tx: Transaction, work: () => Promise<T>): Promise<{ value: T } | { refused: Refusal }> {
  await sql`SAVEPOINT approval_execution`.execute(tx)
  try {
    const value = await work()
    await sql`RELEASE SAVEPOINT approval_execution`.execute(tx)
    return { value }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await sql`ROLLBACK TO SAVEPOINT approval_execution`.execute(tx)
    return { refused: error.refusal }
  }
}

/** Return the request to its maker: changed facts need a new decision by both officers. */
async function fail(
  context: ApprovalsContext,
  tx: Transaction,
  request: RequestRow,
  by: Caller,
  why: Refusal,
  outcome = why.code,
): Promise<Refusal> {
  const state = why.code === 'approvals.execution_failed' ? 'execution_failed' : 'refused'
  await endRequest(context, tx, request, { state, by, note: null, outcome })
  return why
}
