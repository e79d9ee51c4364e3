/**
 * Suspicious transaction reports (STR, SAR) to the UIAF (reporte de operación sospechosa, ROS; ADM-18): drafts from a case, four eyes, and
 * the record of the manual filing in SIREL. No part of it is ever visible to the customer (tipping-off).
 */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { MOVEMENT_KINDS, MOVEMENT_RAILS, MOVEMENT_STATES } from './movements.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'
import { plainLine, plainLines } from './plain-text.ts'

/** `approved`: a second officer agreed, and an officer has to file it in SIREL. `returned`: returned for correction. */
export const ROS_STATES = ['draft', 'proposed', 'approved', 'returned', 'filed', 'discarded'] as const
const RosState = z.enum(ROS_STATES)
export type RosState = z.output<typeof RosState>
export const ROS_EDITABLE = ['draft', 'returned'] as const satisfies readonly RosState[]
export const isRosEditable = (state: RosState): boolean => ROS_EDITABLE.some((one) => one === state)

/** Actions on an approved report that need two officers. */
export const ROS_UNDOINGS = ['reopen', 'discard'] as const
const rosUndoing = z.enum(ROS_UNDOINGS)
export type RosUndoing = z.output<typeof rosUndoing>
const ROS_UNDOING_STEPS = ['proposed', 'executed', 'refused', 'withdrawn', 'expired', 'execution_failed'] as const
const rosUndoingStep = z.enum(ROS_UNDOING_STEPS)
export type RosUndoingStep = z.output<typeof rosUndoingStep>

export const ROS_URGENCIES = ['normal', 'urgent'] as const
export const ROS_NARRATIVE_LENGTH = { minimum: 50, maximum: 20_000 } as const
export const ROS_PERIOD_DAYS_MAX = 1_096
export const ROS_CHOSEN_MAX = { episodes: 100, movements: 300, involved: 20 } as const

const time = z.iso.datetime()
const day = z.iso.date()

export const RosInvolved = z.object({
  name: plainLine({ maximum: 150 }),
  document: plainLine({ minimum: 0, maximum: 40 }),
  relation: plainLine({ minimum: 0, maximum: 200 }),
})
export const RosDraft = z.object({
  /** Facts ("hechos"). */
  narrative: plainLines({ minimum: 0, maximum: ROS_NARRATIVE_LENGTH.maximum }),
  urgency: z.enum(ROS_URGENCIES),
  /** Days of Bogotá, both included. */
  period: z.object({ from: day, to: day }).nullable(),
  episodes: z.array(z.uuid()).max(ROS_CHOSEN_MAX.episodes),
  movements: z.array(z.uuid()).max(ROS_CHOSEN_MAX.movements),
  involved: z.array(RosInvolved).max(ROS_CHOSEN_MAX.involved),
})
export type RosDraft = z.output<typeof RosDraft>

/** One opening of an alert, with its findings. */
export const RosEpisode = z.object({
  id: z.uuid(),
  alertId: z.int(),
  name: z.string(),
  isOpen: z.boolean(),
  openedAt: time,
  closedAt: time.nullable(),
  /** Oldest first; the first one opened the alert. */
  findings: z.array(z.object({ at: time, text: z.string() })),
})
export const RosMovement = z.object({
  id: z.uuid(),
  kind: z.enum(MOVEMENT_KINDS),
  rail: z.enum(MOVEMENT_RAILS),
  state: z.enum(MOVEMENT_STATES),
  asset: z.string(),
  amount: z.string(),
  received: z.object({ asset: z.string(), amount: z.string() }).nullable(),
  reference: z.string().nullable(),
  createdAt: time,
})
export type RosEpisode = z.output<typeof RosEpisode>
export type RosMovement = z.output<typeof RosMovement>

/** As of the last save of the draft. */
export const RosEvidence = z.object({ episodes: z.array(RosEpisode), movements: z.array(RosMovement) })
export type RosEvidence = z.output<typeof RosEvidence>

export const ReportedPerson = z.object({ id: z.uuid(), email: z.string(), name: z.string().nullable() })
export const RosRow = z.object({
  id: z.uuid(),
  state: RosState,
  version: z.int(),
  urgency: z.enum(ROS_URGENCIES),
  person: ReportedPerson,
  createdAt: time,
  createdBy: z.string(),
  changedAt: time,
  /** Number received from SIREL, and the day. */
  filed: z.object({ number: z.string(), on: day }).nullable(),
})
export type RosRow = z.output<typeof RosRow>
export const Ros = RosRow.extend({
  document: z.string().nullable(),
  /** Null when the key of the person was destroyed. */
  content: RosDraft.extend({ evidence: RosEvidence }).nullable(),
  /** Two officers approved it once, whatever happened later: reopening and discarding it need two. */
  wasApproved: z.boolean(),
  /** Requested changes and their decisions, oldest first. A request waits when the last is `proposed`. */
  undoing: z.array(
    z.object({ change: rosUndoing, step: rosUndoingStep, at: time, by: z.string().nullable(), note: z.string().nullable() }),
  ),
  /** Oldest first. */
  history: z.array(z.object({ state: RosState, at: time, by: z.string().nullable(), note: z.string().nullable() })),
})
export type Ros = z.output<typeof Ros>

const PATH = '/api/administrative/regulatory/ros'
const params = z.object({ id: z.string().max(64) })
const version = z.int().min(1)
const reads = { method: 'GET', role: 'ROLE_ADMIN', permission: 'regulatory.read', audit: 'regulatory.ros_viewed' } as const
const changes = { role: 'ROLE_ADMIN', permission: 'regulatory.manage' } as const
const READ_REFUSED = ['request.invalid', 'request.not_found', 'request.too_many'] as const
const CHANGE_REFUSED = [...READ_REFUSED, 'regulatory.ros_changed', 'regulatory.ros_locked', 'regulatory.ros_unreadable'] as const
const STEP_UP_REFUSED = ['identity.step_up_required', 'identity.step_up_invalid', 'access.permission_missing'] as const

export const regulatoryRos = {
  list: endpoint({
    ...reads,
    path: PATH,
    audit: 'regulatory.listed',
    summary: 'Suspicious transaction reports, newest first, never those about the caller. The read is recorded',
    allowance: 'regulatory',
    query: z.object({ state: RosState.optional(), userId: z.string().max(64).optional() }).extend(PageQuery.shape),
    response: z.object({ results: z.array(RosRow), total: z.int(), pagesNumber: z.int() }),
    errors: READ_REFUSED,
  }),
  create: endpoint({
    ...changes,
    method: 'POST',
    path: PATH,
    audit: 'regulatory.ros_created',
    summary: 'Begin a draft about a person or a company; each has one that is open',
    allowance: 'regulatory',
    body: z.object({ userId: z.string().max(64) }),
    response: RosRow,
    errors: [...READ_REFUSED, 'compliance.own_account', 'regulatory.ros_open', 'retention.already_destroyed'],
  }),
  show: endpoint({
    ...reads,
    path: `${PATH}/:id`,
    summary: 'One report with its content, the evidence as it was when it was chosen, and its history. The read is recorded',
    allowance: 'regulatory',
    params,
    response: Ros,
    errors: READ_REFUSED,
  }),
  evidence: endpoint({
    ...reads,
    path: `${PATH}/:id/evidence`,
    summary: 'Evidence for a draft: alerts of the person that were open in the period, and movements requested in it',
    allowance: 'regulatory',
    params,
    query: z.object({ from: day, to: day }),
    response: RosEvidence.extend({ isShortened: z.boolean() }),
    errors: [...READ_REFUSED, 'regulatory.period_invalid'],
  }),
  save: endpoint({
    ...changes,
    method: 'PUT',
    path: `${PATH}/:id`,
    audit: 'regulatory.ros_changed',
    summary: "Save a draft over the version that was read; 409 after another officer's save. The chosen evidence is copied as it is now",
    allowance: 'regulatory',
    params,
    body: z.object({ version, draft: RosDraft }),
    response: Ros,
    errors: [...CHANGE_REFUSED, 'request.text_unseen', 'regulatory.ros_evidence_unknown', 'regulatory.period_invalid'],
  }),
  propose: endpoint({
    ...changes,
    method: 'POST',
    path: `${PATH}/:id/propose`,
    audit: 'regulatory.ros_approved',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Ask a second officer to approve a report for filing. Always waits',
    stepUp: { binds: ['params.id', 'body.version'] },
    allowance: 'regulatory',
    params,
    body: z.object({ version }),
    response: z.object({ id: z.uuid() }),
    errors: [...CHANGE_REFUSED, ...STEP_UP_REFUSED, 'regulatory.ros_incomplete', 'approvals.person_concerned', 'approvals.already_waiting'],
  }),
  reopen: endpoint({
    ...changes,
    method: 'POST',
    path: `${PATH}/:id/reopen`,
    audit: 'regulatory.ros_returned',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Ask a second officer to take an approved report back before it is filed, to correct it; it needs another approval then',
    stepUp: { binds: ['params.id', 'body.version', 'body.reason'] },
    allowance: 'regulatory',
    reason: true,
    params,
    body: z.object({ version, reason: OfficerReason }),
    response: z.object({ id: z.uuid() }),
    errors: [...CHANGE_REFUSED, ...REASON_REFUSED, ...STEP_UP_REFUSED, 'approvals.person_concerned', 'approvals.already_waiting'],
  }),
  discard: endpoint({
    ...changes,
    method: 'POST',
    path: `${PATH}/:id/discard`,
    audit: 'regulatory.ros_discarded',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'End a draft that is no report after all, and why. It is kept. Waits for a second officer when it was approved once',
    stepUp: { binds: ['params.id', 'body.version', 'body.reason'] },
    allowance: 'regulatory',
    reason: true,
    params,
    body: z.object({ version, reason: OfficerReason }),
    response: z.object({ id: z.uuid() }),
    errors: [...CHANGE_REFUSED, ...STEP_UP_REFUSED, ...REASON_REFUSED, 'approvals.person_concerned', 'approvals.already_waiting'],
  }),
  file: endpoint({
    ...changes,
    method: 'POST',
    path: `${PATH}/:id/filed`,
    audit: 'regulatory.ros_filed',
    summary: 'Record the filing of an approved report in SIREL: number received and day',
    stepUp: { binds: ['params.id', 'body.version', 'body.number', 'body.on'] },
    allowance: 'regulatory',
    params,
    body: z.object({ version, number: plainLine({ maximum: 40 }), on: day }),
    response: Ros,
    errors: [...CHANGE_REFUSED, ...STEP_UP_REFUSED, 'request.text_unseen', 'regulatory.day_invalid'],
  }),
  pdf: endpoint({
    ...reads,
    path: `${PATH}/:id/pdf`,
    audit: 'regulatory.ros_exported',
    summary: 'An approved or filed report as a PDF for the file of the case. The export is recorded',
    allowance: 'regulatory',
    params,
    answer: 'pdf',
    response: z.instanceof(Uint8Array),
    errors: [...READ_REFUSED, 'regulatory.ros_locked', 'regulatory.ros_unreadable'],
  }),
}
