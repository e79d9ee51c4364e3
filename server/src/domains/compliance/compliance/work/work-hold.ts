/** Assignment of a work item to an officer and its release, in a transaction of the caller; both are in the audit trail. */
import type { WorkQueue } from '@tunjo/contract/queued-kinds'
import type { AuditActor, PersonActor } from '../../../../platform/audit/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { ListedWork, WorkAsked } from '../../deadlines/index.ts'
import type { ComplianceContext } from '../context.ts'
import { assignIn } from '../review/assign.ts'
import { waitingSince } from '../review/assignment-store.ts'
import { deleteHolder, insertHolder } from './work-store.ts'

interface Holding {
  readonly work: ListedWork
  readonly asked: WorkAsked
  readonly officerId: string
  readonly actor: AuditActor
}

/** False when another officer has it, or it no longer waits. */
export async function holdWork(context: ComplianceContext, tx: Transaction, { work, asked, officerId, actor }: Holding): Promise<boolean> {
  const { queue, kind, id, accountId } = work
  const able = asked.able[kind]
  const by = actor.kind === 'person' ? actor.accountId : null
  if (queue === 'documents') {
    // A concurrent decision has ended the case.
    await context.kyc.lock(tx, accountId)
    if (!(await waitingSince(tx, accountId))) return false
  }
  const isHeld =
    queue === 'documents'
      ? await assignIn(context, tx, { accountId, actor, from: null, to: officerId, by: '', at: asked.now, reviewers: able })
      : await insertHolder(tx, { queue, id, accountId, officerId, by, at: asked.now, able })
  if (!isHeld) return false
  const object = await objectOf(context, tx, { id, accountId })
  await context.audit.record(tx, { actor, action: 'compliance.work_taken', object, after: { queue, officerId } })
  return true
}

export interface ReleasedWork {
  readonly queue: WorkQueue
  readonly id: string
  readonly accountId: string
  readonly officerId: string
  readonly actor: PersonActor
}

export async function releaseHeldWork(
  context: ComplianceContext,
  tx: Transaction,
  { queue, id, accountId, officerId, actor }: ReleasedWork,
): Promise<void> {
  if (queue === 'documents') {
    const at = context.clock.now()
    await assignIn(context, tx, { accountId, actor, from: officerId, to: null, by: '', at, reviewers: [] })
  } else await deleteHolder(tx, queue, id)
  const object = await objectOf(context, tx, { id, accountId })
  await context.audit.record(tx, { actor, action: 'compliance.work_released', object, before: { queue, officerId } })
}

/**
 * Object of the audit entry, without the customer: an officer who reads the trail and is a customer would learn what waits about
 * themselves.
 */
async function objectOf({ audit }: ComplianceContext, tx: Transaction, { id, accountId }: { id: string; accountId: string }) {
  // In these queues the customer is the work item.
  return { type: 'work', id: id === accountId ? await audit.redacted(tx, accountId, id) : id }
}
