/**
 * Approval kind of a suspicious transaction report: always two officers, and neither of them the person concerned. It is confidential: the
 * request names no person and has no words of an officer, and only officers who may read such reports learn of it.
 */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { isRosEditable } from '@tunjo/contract/regulatory-ros'
import * as z from 'zod'
import type { ApprovalKind, RequestStep } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { sha256 } from '../../../../platform/database/ids.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { officer, SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { RegulatoryContext } from '../context.ts'
import { REGULATORY_WORDS, STORED_WORDS } from '../regulatory-words.ts'
import { aboutRos } from './confidential-ros.ts'
import { contentOpener } from './content.ts'
import { moveRos } from './move-ros.ts'
import { recordRos } from './ros-actions.ts'
import { findContent, lockRos, type RosRow } from './ros-store.ts'
import { checkComplete } from './rules.ts'

export const ROS_APPROVAL = 'regulatory.file_ros' satisfies ApprovalKindName
export const ROS_REASON = STORED_WORDS.ros.ready
const Params = z.object({ rosId: z.uuid(), version: z.int() })
type Params = z.output<typeof Params>

export const rosApproval = (context: RegulatoryContext): ApprovalKind<Params, { id: string }> => ({
  permission: 'regulatory.manage',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ rosId }) => rosId,
  subjectId: () => null,
  ...aboutRos,
  async facts(tx, { rosId, version }) {
    const row = (await lockRos(tx, rosId)) ?? refuse('request.not_found')
    if (row.version !== version) refuse('regulatory.ros_changed')
    if (!isRosEditable(row.state) && row.state !== 'proposed') refuse('regulatory.ros_locked')
    const content = await contentOf(context, tx, row)
    refuseIf(checkComplete(content))
    return { version, contentSha256: sha256(JSON.stringify(content)) }
  },
  isNeeded: () => true,
  words: REGULATORY_WORDS,
  changes({ version }) {
    const { report, ofVersion, draft, approved } = STORED_WORDS.ros
    return [{ label: report, before: ofVersion(draft, version), after: approved }]
  },
  follow: (tx, { rosId }, step) => followRequest(context, tx, rosId, step),
  async execute(tx, { rosId }, { makerId, checkerId, requestId, note, actor }) {
    const row = (await lockRos(tx, rosId)) ?? refuse('request.not_found')
    const at = context.clock.now()
    await moveRos(context, tx, row, { to: 'approved', at, actor: officer(actor.accountId), reason: note, set: { approved_at: at } })
    const after = { version: row.version, approvalRequestId: requestId, makerId, checkerId }
    await recordRos(context, tx, row, { actor, action: 'regulatory.ros_approved', after })
    return { id: rosId }
  },
})

/** Returns the report for correction when the request ends without being executed. */
async function followRequest(context: RegulatoryContext, tx: Transaction, rosId: string, { to, by, note, at }: RequestStep): Promise<void> {
  const row = await lockRos(tx, rosId)
  if (!row) throw new Error('a request about a report that is not there')
  const isProposed = to === 'proposed'
  await moveRos(context, tx, row, {
    to: isProposed ? 'proposed' : 'returned',
    at,
    actor: by === null ? SYSTEM : officer(by),
    reason: note,
  })
  const actor =
    by === null ? ({ kind: 'system', name: 'approvals' } as const) : ({ kind: 'person', accountId: by, sessionId: null } as const)
  await recordRos(context, tx, row, {
    actor,
    action: isProposed ? 'regulatory.ros_proposed' : 'regulatory.ros_returned',
    after: { request: to },
  })
}

async function contentOf({ files }: RegulatoryContext, tx: Transaction, row: RosRow) {
  const open = await contentOpener(files, tx, row.accountId)
  return open.content(row.id, row.version, await findContent(tx, row.id, row.version)) ?? refuse('regulatory.ros_unreadable')
}
