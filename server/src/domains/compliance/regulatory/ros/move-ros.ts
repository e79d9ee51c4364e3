/** State machine of a suspicious transaction report (SEC-71): its row, and the sealed reason of a move. */
import type { RosState } from '@tunjo/contract/regulatory-ros'
import type { Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { type Actor, type Aggregate, begin, move } from '../../../../platform/state-machine/index.ts'
import type { RegulatoryContext } from '../context.ts'
import { sealRemark } from './content.ts'
import { insertRemark, type RosRow } from './ros-store.ts'
import { ROS_STATES } from './states.ts'

type Column = 'changed_at' | 'approved_at' | 'filed_number' | 'filed_on' | 'ended_at'

const ROS: Aggregate<RosState, RosRow, Column> = {
  machine: ROS_STATES,
  table: 'ros',
  columns: ['changed_at', 'approved_at', 'filed_number', 'filed_on', 'ended_at'],
  keyOf: ({ id }) => ({ id }),
}

export const beginRos = (tx: Transaction, row: RosRow, actor: Actor): Promise<void> => begin(tx, ROS, row, { at: row.createdAt, actor })

interface Step {
  readonly to: RosState
  readonly at: Date
  readonly actor: Actor
  /** Sealed: the history of states is plain. */
  readonly reason?: string | null
  readonly set?: Readonly<Partial<Record<Column, string | Date | null>>>
}

/** `row` is locked. @throws Refused `regulatory.ros_locked` */
export async function moveRos(
  { files }: Pick<RegulatoryContext, 'files'>,
  tx: Transaction,
  row: RosRow,
  { to, at, actor, reason, set = {} }: Step,
): Promise<void> {
  const outcome = await move(tx, ROS, row, { to, at, actor, set: { changed_at: at, ...set }, illegal: 'regulatory.ros_locked' })
  // Another officer was faster: this officer's text is stored in no table.
  if (outcome !== 'moved') refuse('regulatory.ros_locked')
  if (!reason) return
  const remark = { id: newId(), rosId: row.id, state: to, at }
  await insertRemark(tx, { ...remark, sealed: await sealRemark(files, tx, { ...remark, accountId: row.accountId, reason }) })
}
