/**
 * Approval kind to reopen or discard a suspicious transaction report (finding E4): an approval by two officers is undone by two. A draft
 * that was never approved is discarded by one. It is confidential, like the approval of a report: the reason is sealed in the request.
 */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { isRosEditable, ROS_UNDOINGS, type RosUndoing } from '@tunjo/contract/regulatory-ros'
import * as z from 'zod'
import type { ApprovalKind, Execution, RequestStep } from '../../../../platform/approvals/index.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { newId, sha256 } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import type { RegulatoryContext } from '../context.ts'
import { REGULATORY_WORDS, STORED_WORDS } from '../regulatory-words.ts'
import { aboutRos } from './confidential-ros.ts'
import { sealRemark } from './content.ts'
import { moveRos } from './move-ros.ts'
import { recordRos } from './ros-actions.ts'
import { findContent, insertRemark, insertUndoing, lockRos, type RosRow, wasEverApproved } from './ros-store.ts'

export const UNDO_APPROVAL = 'regulatory.undo_ros' satisfies ApprovalKindName
export const UNDO_REASON = STORED_WORDS.ros.undoReason

const Params = z.object({
  rosId: z.uuid(),
  version: z.int(),
  change: z.enum(ROS_UNDOINGS),
  /** The reason, sealed under this id with the key of the person. */
  remarkId: z.uuid(),
  sealedReason: z.base64(),
})
type Params = z.output<typeof Params>
const Facts = z.object({ wasApproved: z.boolean(), state: z.string() })

const OUTCOME = {
  reopen: { to: 'returned', action: 'regulatory.ros_returned' },
  discard: { to: 'discarded', action: 'regulatory.ros_discarded' },
} as const

/** Parameters of a change that an officer asks for. */
export async function undoParams(
  { db, files }: Pick<RegulatoryContext, 'db' | 'files'>,
  { id: rosId, accountId }: Pick<RosRow, 'id' | 'accountId'>,
  { change, version, reason }: { change: RosUndoing; version: number; reason: string },
): Promise<Params> {
  const remarkId = newId()
  const sealed = await inTransaction(db, (tx) => sealRemark(files, tx, { id: remarkId, accountId, reason }))
  return { rosId, version, change, remarkId, sealedReason: sealed.toString('base64') }
}

export const undoApproval = (context: RegulatoryContext): ApprovalKind<Params, { id: string }> => ({
  permission: 'regulatory.manage',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ rosId }) => rosId,
  subjectId: () => null,
  ...aboutRos,
  async facts(tx, { rosId, version, change }) {
    const row = (await lockRos(tx, rosId)) ?? refuse('request.not_found')
    if (row.version !== version) refuse('regulatory.ros_changed')
    if (change === 'reopen' ? row.state !== 'approved' : !isRosEditable(row.state)) refuse('regulatory.ros_locked')
    const contentSha256 = sha256(await findContent(tx, rosId, version))
    return { change, state: row.state, version, wasApproved: await wasEverApproved(tx, rosId), contentSha256 }
  },
  isNeeded: (_params, facts) => Facts.parse(facts).wasApproved,
  words: REGULATORY_WORDS,
  changes({ change, version }, facts) {
    const { state } = Facts.parse(facts)
    const { report, ofVersion, undoable, undone } = STORED_WORDS.ros
    return [{ label: report, before: ofVersion(undoable[state] ?? state, version), after: undone[change] }]
  },
  follow: (tx, params, step) => followUndoing(context, tx, params, step),
  async execute(tx, params, execution) {
    await undo(context, tx, params, execution)
    return { id: params.rosId }
  },
})

/** The report is unchanged while its change waits, and when it is not made. */
async function followUndoing(
  { files }: RegulatoryContext,
  tx: Transaction,
  { rosId, change, remarkId, sealedReason }: Params,
  { to: step, by, note, at }: RequestStep,
): Promise<void> {
  const row = await lockRos(tx, rosId)
  if (!row) throw new Error('a request about a report that is not there')
  if (step === 'proposed') {
    await insertUndoing(tx, { id: remarkId, rosId, change, step, at, by, sealed: Buffer.from(sealedReason, 'base64') })
    return
  }
  const id = newId()
  const sealed = note ? await sealRemark(files, tx, { id, accountId: row.accountId, reason: note }) : null
  await insertUndoing(tx, { id, rosId, change, step, at, by, sealed })
}

async function undo(
  context: RegulatoryContext,
  tx: Transaction,
  { rosId, change, remarkId, sealedReason }: Params,
  { requestId, makerId, checkerId, note, actor }: Execution,
): Promise<void> {
  const { clock, files } = context
  const row = (await lockRos(tx, rosId)) ?? refuse('request.not_found')
  const { to, action } = OUTCOME[change]
  const at = clock.now()
  const set = change === 'reopen' ? { approved_at: null } : { ended_at: at }
  await moveRos(context, tx, row, { to, at, actor: officer(actor.accountId), set })
  await insertRemark(tx, { id: remarkId, rosId, state: to, at, sealed: Buffer.from(sealedReason, 'base64') })
  if (requestId) {
    const id = newId()
    const sealed = note ? await sealRemark(files, tx, { id, accountId: row.accountId, reason: note }) : null
    await insertUndoing(tx, { id, rosId, change, step: 'executed', at, by: checkerId, sealed })
  }
  const after = requestId ? { version: row.version, approvalRequestId: requestId, makerId, checkerId } : undefined
  await recordRos(context, tx, row, { actor, action, ...(after ? { after } : {}) })
}
