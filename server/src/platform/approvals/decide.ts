/**
 * Decide: approve, refuse, withdraw. Each locks the request, checks, records and notifies the maker in one transaction; an approval
 * executes in that same transaction, so that it happens exactly once or not at all.
 */
import type { Permission } from '@tunjo/contract/permissions'
import { inTransaction, type Transaction } from '../database/database.ts'
import type { Operation } from '../database/idempotency.ts'
import { type Refusal, refusal, refuse, refuseIf } from '../http/refusal.ts'
import type { Caller } from '../http/route.ts'
import { tidyText } from '../phrases/visible-text.ts'
import { checkVisible, storedText } from './confidential.ts'
import { type ApprovalsContext, concernedBy, kindOf } from './context.ts'
import { execute } from './execute.ts'
import { runOnce } from './idempotent-decision.ts'
import { endIfExpired, endRequest, lockExisting, recordStep } from './request-transitions.ts'
import { checkChecker, checkNote, checkOpen } from './rules.ts'
import { checkNotEnded, checkSeal } from './sealed-request.ts'
import { insertEvent, type RequestRow } from './store.ts'

export interface Act {
  readonly id: string
  readonly caller: Caller
  readonly note: string
  /** Null when the call had no idempotency key. */
  readonly operation: Operation | null
}
type OfficerNow = Caller & { readonly permissions: readonly Permission[] }

export async function approve(context: ApprovalsContext, act: Act): Promise<void> {
  refuseIf(checkNote(act.note, { minimum: 0 }))
  const { caller, id } = act
  const note = tidyText(act.note)
  await decideOpen(context, act, async (tx, request, officer) => {
    refuseIf(checkChecker(request, officer))
    const kind = kindOf(context, request.kind)
    refuseIf((await kind.checkDecider?.(tx, kind.parse(request.params), officer.accountId)) ?? null)
    return execute(context, tx, request, { caller, checkerId: caller.accountId, note: note || null }, async () => {
      const kept = storedText(context, request, note) || null
      await insertEvent(tx, id, { event: 'approved', at: context.clock.now(), by: caller, note: kept })
      await recordStep(context, tx, request, { action: 'approvals.approved', by: caller, reason: kept ?? undefined })
      await endRequest(context, tx, request, { state: 'executed', by: caller, note })
    })
  })
}

export async function refuseRequest(context: ApprovalsContext, act: Act): Promise<void> {
  refuseIf(checkNote(act.note))
  await decideOpen(context, act, async (tx, request, officer) => {
    refuseIf(checkChecker(request, officer))
    await endRequest(context, tx, request, { state: 'refused', by: act.caller, note: tidyText(act.note) })
    return null
  })
}

export async function withdraw(context: ApprovalsContext, act: Act): Promise<void> {
  refuseIf(checkNote(act.note))
  await decideOpen(context, act, async (tx, request) => {
    if (request.makerId !== act.caller.accountId) refuse('approvals.not_maker')
    await endRequest(context, tx, request, { state: 'withdrawn', by: act.caller, note: tidyText(act.note) })
    return null
  })
}

/** A refusal returned by `work` is thrown after the commit, so that its effect on the request stays. */
export async function decideOpen(
  context: ApprovalsContext,
  { id, caller, operation }: Pick<Act, 'id' | 'caller' | 'operation'>,
  work: (tx: Transaction, request: RequestRow, officer: OfficerNow) => Promise<Refusal | null>,
): Promise<void> {
  const refused = await inTransaction(context.db, async (tx) => {
    const request = await lockExisting(tx, id)
    const now = await officerNow(context, tx, caller)
    await checkVisible(context, tx, request, now)
    return runOnce(tx, { requestId: id, operation, at: context.clock.now() }, async () => {
      checkSeal(context.seals, request)
      await checkNotEnded(tx, request)
      if (await endIfExpired(context, tx, request)) return refusal('approvals.expired')
      refuseIf(checkOpen(request))
      const concerned = { ...request, subjectId: await concernedBy(context, tx, request) }
      return work(tx, concerned, now)
    })
  })
  refuseIf(refused)
}

/** The officer's rights at this moment, not those of the session's cache. */
export const officerNow = async ({ staff }: ApprovalsContext, tx: Transaction, caller: Caller): Promise<OfficerNow> => ({
  ...caller,
  permissions: await staff.permissionsOf(tx, caller.accountId),
})
