/** A suspicious transaction report as officers read it. */
import type { Ros, RosRow as ShownRow } from '@tunjo/contract/regulatory-ros'
import { historyOf } from '../../../../platform/state-machine/index.ts'
import type { RegulatoryContext } from '../context.ts'
import { contentOpener } from './content.ts'
import { findContent, type RosRow, remarksOf, undoingOf, wasEverApproved } from './ros-store.ts'
import { ROS_STATES } from './states.ts'

type Shower = Pick<RegulatoryContext, 'db' | 'files' | 'kyc'>

const emailOf = async ({ kyc }: Pick<RegulatoryContext, 'kyc'>, id: string): Promise<string> => (await kyc.person(id))?.email ?? id

export async function presentRosRow(context: Shower, row: RosRow): Promise<ShownRow> {
  const { id, accountId, state, version, urgency, createdAt, createdBy, changedAt, filedNumber, filedOn } = row
  const person = await context.kyc.person(accountId)
  return {
    id,
    state,
    version,
    urgency,
    person: { id: accountId, email: person?.email ?? accountId, name: person?.dossier?.fullName ?? null },
    createdAt: createdAt.toISOString(),
    createdBy: await emailOf(context, createdBy),
    changedAt: changedAt.toISOString(),
    filed: filedNumber !== null && filedOn !== null ? { number: filedNumber, on: filedOn } : null,
  }
}

export async function presentRos(context: Shower, row: RosRow): Promise<Ros> {
  const { db, files, kyc } = context
  const dossier = (await kyc.person(row.accountId))?.dossier
  const open = await contentOpener(files, db, row.accountId)
  const remarks = await remarksOf(db, row.id)
  const history = await historyOf(db, ROS_STATES, row.id)
  return {
    ...(await presentRosRow(context, row)),
    document: dossier ? `${dossier.documentType} ${dossier.documentNumber}` : null,
    content: open.content(row.id, row.version, await findContent(db, row.id, row.version)),
    wasApproved: await wasEverApproved(db, row.id),
    undoing: await Promise.all(
      (await undoingOf(db, row.id)).map(async ({ id, change, step, at, by, sealed }) => ({
        change,
        step,
        at: at.toISOString(),
        by: by && (await emailOf(context, by)),
        note: sealed && open.remark(id, sealed),
      })),
    ),
    history: await Promise.all(
      history.map(async ({ to, at, actorId }) => {
        const remark = remarks.find((one) => one.state === to && one.at.getTime() === at.getTime())
        const note = remark ? open.remark(remark.id, remark.sealed) : null
        return { state: to, at: at.toISOString(), by: actorId && (await emailOf(context, actorId)), note }
      }),
    ),
  }
}
