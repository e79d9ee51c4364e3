/**
 * Risk of a person and whether they may move money (ADM-09): risk level, PEP, restrictive lists, permission to transact. Paths and fields
 * as the specification lists them; what it does not list is marked "ours". What takes freedom away is done at once; what gives it back
 * waits for a second officer (docs/decisions/0021-risk-and-permission-to-transact.md).
 */
import * as z from 'zod'
import { PERSON_READ_REFUSED, personRead } from './compliance-person.ts'
import { endpoint } from './endpoint.ts'
import { OfficerReason } from './officer-reason.ts'

export const RISK_LEVELS = ['low', 'medium', 'high'] as const
export const RiskLevel = z.enum(RISK_LEVELS)
export type RiskLevel = z.output<typeof RiskLevel>

/** What of a person's risk was changed. */
export const RISK_ACTIONS = ['level', 'pep', 'list', 'allow'] as const
export type RiskAction = (typeof RISK_ACTIONS)[number]

const userId = z.string().max(64)
/** Ours; the specification's calls have none. */
const reason = OfficerReason

export const RiskChange = z.object({
  at: z.iso.datetime(),
  action: z.enum(RISK_ACTIONS),
  before: z.string(),
  after: z.string(),
  /** Null: a rule. */
  officer: z.string().nullable(),
  /** Who agreed, where two were needed. */
  second: z.string().nullable(),
  reason: z.string(),
})
export type RiskChange = z.output<typeof RiskChange>

export const Standing = z.object({
  userId: z.uuid(),
  /** What counts: never below what the lists and PEP ask for. */
  risk: RiskLevel,
  /** What an officer registered; null while nobody has. */
  level: RiskLevel.nullable(),
  isPep: z.boolean().nullable(),
  isListed: z.boolean().nullable(),
  /** At medium risk money moves only with it. */
  allow: z.boolean(),
  mayTransact: z.boolean(),
})
export type Standing = z.output<typeof Standing>

const REFUSED = [
  'request.invalid', 'request.not_found', 'request.text_unseen', 'request.too_many', 'compliance.own_account', 'request.reason_invalid',
  'request.reason_too_long', 'risk.nothing_changes', 'identity.step_up_required', 'identity.step_up_invalid',
] as const // biome-ignore format: one list
const TWO_REFUSED = ['access.permission_missing', 'approvals.person_concerned', 'approvals.already_waiting'] as const
const change = { method: 'POST', role: 'ROLE_ADMIN', permission: 'risk.set', response: Standing } as const
const lists = { role: 'ROLE_ADMIN', permission: 'screening.decide', audit: 'risk.list_flagged', response: Standing } as const

export const complianceRisk = {
  setRiskLevel: endpoint({
    ...change,
    path: '/kyc/administrative/users/set-risk-level',
    audit: 'risk.level_set',
    approval: 'four-eyes',
    summary:
      'Register the risk of a person. A lower one waits for a second officer: 202. From medium on the permission to transact is gone',
    stepUp: { binds: ['body.userId', 'body.riskLevel', 'body.reason'] },
    body: z.object({ userId, riskLevel: RiskLevel, reason: reason.optional() }),
    errors: [...REFUSED, ...TWO_REFUSED, 'risk.floor_holds'],
  }),
  flagPep: endpoint({
    ...change,
    path: '/kyc/administrative/users/natural/flag-peps',
    audit: 'risk.pep_flagged',
    summary: 'Register a person as politically exposed: the risk is medium at least, and the alert PEP is open',
    stepUp: { binds: ['body.id', 'body.reason'] },
    body: z.object({ id: userId, reason: reason.optional() }),
    errors: REFUSED,
  }),
  clearPep: endpoint({
    ...change,
    path: '/kyc/administrative/users/natural/clear-peps',
    audit: 'risk.pep_cleared',
    approval: 'four-eyes',
    summary: 'Ours: the person is not politically exposed, or not any more. Always waits for a second officer: 202',
    stepUp: { binds: ['body.id', 'body.reason'] },
    body: z.object({ id: userId, reason }),
    errors: [...REFUSED, ...TWO_REFUSED],
  }),
  flagListByGet: endpoint({
    ...lists,
    method: 'GET',
    changes: true,
    path: '/kyc/administrative/users/flag-list',
    summary: 'The same as the POST, as the specification has it; refused to pages and prefetches, which would do it by being looked at',
    stepUp: { binds: ['query.userId'] },
    query: z.object({ userId }),
    errors: REFUSED,
  }),
  flagList: endpoint({
    ...lists,
    method: 'POST',
    path: '/kyc/administrative/users/flag-list',
    summary: 'Register a person as present on a restrictive list: no money of theirs moves from now on, and the alert Listas is open',
    stepUp: { binds: ['body.userId', 'body.reason'] },
    body: z.object({ userId, reason: reason.optional() }),
    errors: REFUSED,
  }),
  clearList: endpoint({
    ...lists,
    method: 'POST',
    path: '/kyc/administrative/users/clear-list',
    audit: 'risk.list_cleared',
    approval: 'four-eyes',
    summary: 'Ours: the person is on no restrictive list. Always waits for a second officer: 202',
    stepUp: { binds: ['body.userId', 'body.reason'] },
    body: z.object({ userId, reason }),
    errors: [...REFUSED, ...TWO_REFUSED],
  }),
  allowTransactions: endpoint({
    ...change,
    path: '/kyc/administrative/users/allow-transactions',
    audit: 'risk.transactions_allowed',
    approval: 'four-eyes',
    summary:
      'Let a person of medium risk transact, which waits for a second officer (202); `false` takes it back at once. It lapses when the risk changes',
    stepUp: { binds: ['body.userId', 'body.allow', 'body.reason'] },
    body: z.object({ userId, allow: z.boolean(), reason: reason.optional() }),
    errors: [...REFUSED, ...TWO_REFUSED, 'risk.not_medium'],
  }),
  riskOfPerson: endpoint({
    ...personRead,
    path: '/kyc/administrative/users/risk',
    summary: 'Ours: risk, PEP, lists and permission to transact of a person, and every change of them with its reason, newest first',
    response: Standing.extend({ history: z.array(RiskChange) }),
    errors: PERSON_READ_REFUSED,
  }),
}
