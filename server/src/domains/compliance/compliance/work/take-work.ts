/**
 * Taking work from the queues and releasing it. Work stays with its officer until it is done or released, or the officer loses the
 * permission: as with documents, it does not expire by a timer.
 */
import type { WorkQueue } from '@tunjo/contract/queued-kinds'
import type { WorkItem } from '@tunjo/contract/work-queues'
import { personActor } from '../../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller, HttpContext } from '../../../../platform/http/route.ts'
import { type ListedWork, listWork } from '../../deadlines/index.ts'
import type { ComplianceContext } from '../context.ts'
import { refuseAbsent } from './absence-store.ts'
import { holdWork, releaseHeldWork } from './work-hold.ts'
import { toWorkItems, workAsked } from './work-list.ts'
import { leasedByOthers, lockHolder, lockWork, proposals } from './work-store.ts'

/** Takers are serialised; further candidates are for work that ends, or is taken from its own list, concurrently. */
const CANDIDATES = 20
/** Queues that are taken where they are answered: their module stores the holder. */
export const TAKEN_ELSEWHERE: ReadonlySet<WorkQueue> = new Set(['data_requests'])

interface Asked {
  readonly caller: Caller
  readonly http: HttpContext
}

/** The most urgent free item. */
export function takeNextWork(
  context: ComplianceContext,
  { caller, http, queue }: Asked & { queue: WorkQueue | null },
): Promise<WorkItem | null> {
  return inTransaction(context.db, async (tx) => {
    await lockWork(tx)
    const all = await workAsked(context, tx, caller)
    await refuseAbsent(tx, caller.accountId, all.now)
    const kinds = all.kinds.filter((kind) => kind !== 'data_request')
    const mine = await proposedBy(tx, caller.accountId)
    const except = { lists: mine, withdrawals: mine, refresh: mine, documents: await leasedByOthers(tx, caller.accountId, all.now) }
    const asked = { ...all, kinds, except, whose: 'free' as const, ...(queue && { queue }) }
    for (const work of await listWork(tx, asked, CANDIDATES)) {
      if (await holdWork(context, tx, { work, asked, officerId: caller.accountId, actor: personActor(caller, http) }))
        return shownTo(context, tx, work, caller.accountId)
    }
    context.audit.unchanged()
    return null
  })
}

interface One extends Asked {
  readonly queue: WorkQueue
  readonly id: string
}

/** @throws Refused `compliance.work_gone`, `compliance.own_proposal`, `compliance.assigned_meanwhile`, `compliance.out_of_office` */
export function takeWork(context: ComplianceContext, { caller, http, queue, id }: One): Promise<WorkItem> {
  return inTransaction(context.db, async (tx) => {
    await lockWork(tx)
    const asked = await workAsked(context, tx, caller)
    await refuseAbsent(tx, caller.accountId, asked.now)
    const [work] = TAKEN_ELSEWHERE.has(queue) ? [] : await listWork(tx, { ...asked, queue, id }, 1)
    if (!work) return refuse('compliance.work_gone')
    if ((await proposedBy(tx, caller.accountId)).includes(id)) refuse('compliance.own_proposal')
    if (work.assigneeId === caller.accountId) context.audit.unchanged()
    else if (!(await holdWork(context, tx, { work, asked, officerId: caller.accountId, actor: personActor(caller, http) })))
      refuse('compliance.assigned_meanwhile', { officer: await emailOf(context, tx, work.assigneeId) })
    return shownTo(context, tx, work, caller.accountId)
  })
}

/** False when it has no holder. @throws Refused `compliance.assigned_meanwhile` */
export function releaseWork(context: ComplianceContext, { caller, http, queue, id }: One): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    await lockWork(tx)
    const holder = await lockHolder(tx, queue, id)
    // An officer whom the work is about must not learn that it exists or has a holder.
    if (!holder || holder.accountId === caller.accountId) {
      context.audit.unchanged()
      return false
    }
    if (holder.officerId !== caller.accountId && !caller.permissions?.includes('reviews.assign'))
      refuse('compliance.assigned_meanwhile', { officer: await emailOf(context, tx, holder.officerId) })
    await releaseHeldWork(context, tx, { queue, id, ...holder, actor: personActor(caller, http) })
    return true
  })
}

const proposedBy = async (tx: Transaction, officerId: string): Promise<string[]> =>
  [...(await proposals(tx))].flatMap(([id, makerId]) => (makerId === officerId ? id : []))

const emailOf = async ({ identity }: ComplianceContext, tx: Transaction, officerId: string | null): Promise<string> =>
  (officerId && (await identity.person(officerId, tx))?.email) || ''

async function shownTo(context: ComplianceContext, tx: Transaction, work: ListedWork, officerId: string): Promise<WorkItem> {
  const [shown] = await toWorkItems(context, tx, [{ ...work, assigneeId: officerId }], officerId)
  if (!shown) throw new Error('work that was taken is not shown')
  return shown
}
