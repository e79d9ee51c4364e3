/** Actions of officers on a suspicious transaction report: begin, save, record its filing. */
import type { AuditAction } from '@tunjo/contract/audit'
import { isRosEditable, type RosDraft } from '@tunjo/contract/regulatory-ros'
import type { AuditActor, AuditValue, PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import type { RegulatoryContext } from '../context.ts'
import { NOTHING_YET, sealContent } from './content.ts'
import { chosenEvidence } from './evidence.ts'
import { beginRos, moveRos } from './move-ros.ts'
import { insertContent, insertRos, lockRos, type RosRow, saveVersion } from './ros-store.ts'
import { checkFilingDay, checkPeriod } from './rules.ts'
import { ROS_STATES } from './states.ts'

/** @throws Refused `regulatory.ros_open`, `retention.already_destroyed` */
export async function createRos(context: RegulatoryContext, accountId: string, actor: PersonActor): Promise<RosRow> {
  const { db, clock, files, retention } = context
  return inTransaction(db, async (tx) => {
    // Either the documents are kept from here on, or they are destroyed and it is refused.
    await retention.holdDocuments(tx, accountId)
    const at = clock.now()
    const begun = { id: newId(), accountId, state: ROS_STATES.initial, createdBy: actor.accountId, createdAt: at }
    const row = (await insertRos(tx, begun)) ?? refuse('regulatory.ros_open')
    await beginRos(tx, row, officer(actor.accountId))
    const sealed = await sealContent(files, tx, { rosId: row.id, version: 1, accountId, content: NOTHING_YET })
    await insertContent(tx, { rosId: row.id, version: 1, sealed, by: actor.accountId, at })
    await recordRos(context, tx, row, { actor, action: 'regulatory.ros_created' })
    return row
  })
}

interface Act {
  readonly id: string
  readonly version: number
  readonly actor: PersonActor
}

/** @throws Refused `regulatory.ros_changed` when another officer saved since */
export async function saveRos(context: RegulatoryContext, { draft, ...act }: Act & { draft: RosDraft }): Promise<void> {
  const { clock, files } = context
  await change(context, act, async (tx, row) => {
    if (!isRosEditable(row.state)) refuse('regulatory.ros_locked')
    const at = clock.now()
    if (draft.period) refuseIf(checkPeriod(draft.period, at))
    const evidence = await chosenEvidence(context, tx, row.accountId, draft)
    const version = row.version + 1
    const content = { ...draft, evidence }
    const sealed = await sealContent(files, tx, { rosId: row.id, version, accountId: row.accountId, content })
    await insertContent(tx, { rosId: row.id, version, sealed, by: act.actor.accountId, at })
    await saveVersion(tx, { id: row.id, version, urgency: draft.urgency, changedAt: at })
    await recordRos(context, tx, row, { actor: act.actor, action: 'regulatory.ros_changed', after: { version } })
  })
}

/** Filed by an officer: SIREL has no API. */
export async function fileRos(context: RegulatoryContext, { number, on, ...act }: Act & { number: string; on: string }): Promise<void> {
  await change(context, act, async (tx, row) => {
    const at = context.clock.now()
    refuseIf(checkFilingDay(on, row.approvedAt, at))
    const set = { filed_number: number, filed_on: on, ended_at: at }
    await moveRos(context, tx, row, { to: 'filed', at, actor: officer(act.actor.accountId), set })
    await recordRos(context, tx, row, { actor: act.actor, action: 'regulatory.ros_filed', after: { number, on } })
  })
}

/** Changes the version that was read, and never by the person concerned. */
async function change(
  { db }: RegulatoryContext,
  { id, version, actor }: Act,
  act: (tx: Transaction, row: RosRow) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockRos(tx, id)
    if (!row || row.accountId === actor.accountId) refuse('request.not_found')
    if (row.version !== version) refuse('regulatory.ros_changed')
    await act(tx, row)
  })
}

/** Object type in the audit trail. */
export const ROS_OBJECT = 'ros'
interface Recorded {
  readonly actor: AuditActor
  readonly action: AuditAction
  readonly after?: AuditValue
}
/** Names the report and never its person: a reader of the trail need not know that there is one about a person. */
export async function recordRos(
  { audit }: Pick<RegulatoryContext, 'audit'>,
  tx: Transaction,
  { id, state }: Pick<RosRow, 'id' | 'state'>,
  { actor, action, after }: Recorded,
): Promise<void> {
  await audit.record(tx, { actor, action, object: { type: ROS_OBJECT, id }, before: { state }, ...(after === undefined ? {} : { after }) })
}
