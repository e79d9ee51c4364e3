/** Calls of officers over suspicious transaction reports. A read is recorded before its answer is sent. */
import type { AuditAction } from '@tunjo/contract/audit'
import { regulatoryRos as contract, type Ros, type RosUndoing } from '@tunjo/contract/regulatory-ros'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import type { Operation } from '../../../../platform/database/idempotency.ts'
import { pageOf } from '../../../../platform/database/list-query.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { type Caller, type Handlers, type HttpContext, implement, type Route } from '../../../../platform/http/route.ts'
import { tidyText } from '../../../../platform/phrases/visible-text.ts'
import type { RegulatoryContext } from '../context.ts'
import { evidenceOf } from './evidence.ts'
import { ROS_APPROVAL, ROS_REASON } from './filing-approval.ts'
import { createRos, fileRos, recordRos, saveRos } from './ros-actions.ts'
import { presentRos, presentRosRow } from './ros-answers.ts'
import { findRos, listRos, type RosRow } from './ros-store.ts'
import { checkPeriod } from './rules.ts'
import { APPROVED_ROS } from './states.ts'
import { ROS_STEP_UP } from './step-up.ts'
import { UNDO_APPROVAL, UNDO_REASON, undoParams } from './undo-approval.ts'
import { writeRosPdf } from './write-ros-pdf.ts'

interface Reader {
  readonly caller: Caller
  readonly http: HttpContext
}

export function rosRoutes(context: RegulatoryContext): Route[] {
  const { list, show, evidence, pdf } = readers(context)
  const { create, save, propose, reopen, discard, file } = changers(context)
  return implement(contract, { list, show, evidence, pdf, create, save, propose, reopen, discard, file }, ROS_STEP_UP)
}

type Calls = Handlers<typeof contract>

function readers(context: RegulatoryContext): Pick<Calls, 'list' | 'show' | 'evidence' | 'pdf'> {
  const { db, clock } = context
  return {
    list: ({ query, ...reader }) => listReports(context, reader, query),
    async show({ caller, params, http }) {
      const row = await toRead(context, caller, params.id)
      await record(context, { caller, http }, row, 'regulatory.ros_viewed')
      return presentRos(context, row)
    },
    async evidence({ caller, params, query, http }) {
      const row = await toRead(context, caller, params.id)
      refuseIf(checkPeriod(query, clock.now()))
      await record(context, { caller, http }, row, 'regulatory.ros_viewed')
      return evidenceOf(context, db, row.accountId, query)
    },
    pdf: ({ params, ...reader }) => pdfOf(context, reader, params.id),
  }
}

interface Undoing {
  readonly caller: Caller
  readonly operation: Operation | null
  readonly params: { readonly id: string }
  readonly body: { readonly version: number; readonly reason: string }
}

function changers(context: RegulatoryContext): Omit<Calls, 'list' | 'show' | 'evidence' | 'pdf'> {
  const { db, approvals } = context
  const done = async (id: string): Promise<Ros> => presentRos(context, (await findRos(db, id)) ?? refuse('request.not_found'))
  const undo = async (change: RosUndoing, { caller, operation, params, body: { version, reason } }: Undoing) => {
    const row = await toRead(context, caller, params.id)
    const asked = await undoParams(context, row, { change, version, reason: tidyText(reason) })
    return approvals.perform<{ id: string }>(UNDO_APPROVAL, { params: asked, caller, operation, reason: UNDO_REASON })
  }
  return {
    create: ({ body: { userId }, ...reader }) => begin(context, reader, userId),
    async save({ caller, params, body: { version, draft }, http }) {
      const { id } = await toRead(context, caller, params.id)
      await saveRos(context, { id, version, draft, actor: personActor(caller, http) })
      return done(id)
    },
    async propose({ caller, operation, params, body: { version } }) {
      const { id: rosId } = await toRead(context, caller, params.id)
      return approvals.perform(ROS_APPROVAL, { params: { rosId, version }, caller, operation, reason: ROS_REASON })
    },
    reopen: (asked) => undo('reopen', asked),
    discard: (asked) => undo('discard', asked),
    async file({ caller, params, body, http }) {
      const { id } = await toRead(context, caller, params.id)
      await fileRos(context, { ...body, id, actor: personActor(caller, http) })
      return done(id)
    },
  }
}

async function begin(context: RegulatoryContext, { caller, http }: Reader, userId: string) {
  // The database ignores the case of ids, so an officer's own id in capitals is still their own.
  const accountId = userId.toLowerCase()
  if (accountId === caller.accountId) refuse('compliance.own_account')
  if (!isUuid(accountId)) refuse('request.not_found')
  return presentRosRow(context, await createRos(context, accountId, personActor(caller, http)))
}

/** @throws Refused `request.not_found` */
async function toRead(context: RegulatoryContext, caller: Caller, id: string): Promise<RosRow> {
  const row = (isUuid(id) ? await findRos(context.db, id) : null) ?? refuse('request.not_found')
  // Its existence is not disclosed either.
  return row.accountId === caller.accountId ? refuse('request.not_found') : row
}

async function record(context: RegulatoryContext, { caller, http }: Reader, row: RosRow, action: AuditAction): Promise<void> {
  const actor = personActor(caller, http)
  await inTransaction(context.db, (tx) => recordRos(context, tx, row, { actor, action, after: { version: row.version } }))
}

interface Asked {
  readonly state?: RosRow['state'] | null | undefined
  readonly userId?: string | undefined
  readonly pageIndex: number
  readonly size: number
}

async function listReports(context: RegulatoryContext, { caller, http }: Reader, { state = null, userId, pageIndex, size }: Asked) {
  const { db, audit } = context
  const search = { state, accountId: userId?.toLowerCase() ?? null, except: caller.accountId, offset: pageIndex * size, size }
  const isUnknown = userId !== undefined && !isUuid(userId)
  const { rows, total } = isUnknown ? { rows: [], total: 0 } : await listRos(db, search)
  const object = { type: 'list', id: 'regulatory.ros' }
  const after = { state, page: pageIndex }
  const actor = personActor(caller, http)
  await inTransaction(db, (tx) => audit.record(tx, { actor, action: 'regulatory.listed', object, after }))
  return pageOf(await Promise.all(rows.map((row) => presentRosRow(context, row))), total, size)
}

async function pdfOf(context: RegulatoryContext, { caller, http }: Reader, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const row = await toRead(context, caller, id)
  if (!APPROVED_ROS.has(row.state)) refuse('regulatory.ros_locked')
  const ros = await presentRos(context, row)
  const file = await writeRosPdf(ros, ros.content ?? refuse('regulatory.ros_unreadable'))
  await record(context, { caller, http }, row, 'regulatory.ros_exported')
  http.setHeader('content-disposition', `attachment; filename="ros-${row.id}.pdf"`)
  http.setHeader('cache-control', 'no-store')
  return file
}
