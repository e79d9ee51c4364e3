/**
 * Automatic assignment of free work to the least loaded available officer with the permission, up to the configured number (set `queues`;
 * 0: no automatic assignment). Runs are serialised, so work that one run assigned is taken for the next.
 */
import { QUEUED_KINDS, WORK_QUEUES } from '@tunjo/contract/queued-kinds'
import type { AuditActor } from '../../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { deadlinesAt } from '../../../reference/configuration/index.ts'
import { countHeld, type ListedWork, listWork, officersByKind, type WorkAsked } from '../../deadlines/index.ts'
import type { ComplianceContext } from '../context.ts'
import { leastLoaded } from './least-loaded.ts'
import { TAKEN_ELSEWHERE } from './take-work.ts'
import { holdWork } from './work-hold.ts'
import { leasedByOthers, lockWork, proposals } from './work-store.ts'

/** Bound for each queue; the next run continues. */
const AT_ONCE = 200
/** Id of no account: the run has no calling officer whose own work would be excluded. */
const UNASSIGNED = '00000000-0000-0000-0000-000000000000'
const ACTOR: AuditActor = { kind: 'system', name: 'work-queues' }

export async function assignWork(context: ComplianceContext): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const now = context.clock.now()
    const { capacity } = (await context.configuration.at(tx, 'queues', now)).numbers
    if (capacity === 0) return
    await lockWork(tx)
    const deadlines = await deadlinesAt(context, tx, now)
    const asked: WorkAsked = {
      now,
      deadlines,
      able: await officersByKind(context, tx, now),
      kinds: QUEUED_KINDS,
      officerId: UNASSIGNED,
      whose: 'free',
      except: { documents: await leasedByOthers(tx, UNASSIGNED, now) },
    }
    const loads = new Map(await countHeld(tx, asked))
    const makers = await proposals(tx)
    for (const work of await freeWork(tx, asked)) {
      const { accountId, kind, id } = work
      const officerId = leastLoaded({ able: asked.able[kind], accountId, makerId: makers.get(id), loads, capacity })
      if (officerId === null || !(await holdWork(context, tx, { work, asked, officerId, actor: ACTOR }))) continue
      loads.set(officerId, (loads.get(officerId) ?? 0) + 1)
    }
  })
}

/** A part of each queue, so that a long one for few officers does not delay the others; the most urgent first. */
async function freeWork(tx: Transaction, asked: WorkAsked): Promise<ListedWork[]> {
  const found: ListedWork[] = []
  for (const queue of WORK_QUEUES) {
    if (!TAKEN_ELSEWHERE.has(queue)) found.push(...(await listWork(tx, { ...asked, queue }, AT_ONCE)))
  }
  return found.toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || (one.id < other.id ? -1 : 1))
}
