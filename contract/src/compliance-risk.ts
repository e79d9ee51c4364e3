/**
 * Risk of a person and whether they may move money (ADM-09): risk level, PEP, restrictive lists, permission to transact. Paths and fields
 * as the specification lists them; what it does not list is marked "ours". What takes freedom away is done at once; what gives it back
 * waits for a second officer (docs/decisions/0021-risk-and-permission-to-transact.md). The level is the highest of floors, else points,
 * each told line by line (docs/decisions/0048-risk-by-floors-and-points.md).
 */
import * as z from 'zod'
import { PERSON_READ_REFUSED, personRead } from './compliance-person.ts'
import { endpoint } from './endpoint.ts'
import { OfficerReason } from './officer-reason.ts'

export const RISK_LEVELS = ['low', 'medium', 'high'] as const
export const RiskLevel = z.enum(RISK_LEVELS)
export type RiskLevel = z.output<typeof RiskLevel>

/** What officers change of a person's risk; `level` is their own word, which replaces the points. */
export const RISK_ACTIONS = ['level', 'pep', 'list', 'allow'] as const
export type RiskAction = (typeof RISK_ACTIONS)[number]
/** And by itself: `assessed` from floors and points, `expired` when the officers' level came to its end. */
export const RISK_CHANGES = [...RISK_ACTIONS, 'assessed', 'expired'] as const
export type RiskChangeKind = (typeof RISK_CHANGES)[number]

/** Below a floor nobody's risk is, while its cause is open: the highest counts. */
export const FLOOR_CAUSES = [
  'listed', 'list_alert', 'list_hit', 'sanctioned_wallet', 'findings_high', 'pep', 'pep_alert', 'findings_medium', 'alert', 'jurisdiction',
] as const // biome-ignore format: one list
export type FloorCause = (typeof FLOOR_CAUSES)[number]
export const RISK_FACTORS = ['activity', 'jurisdiction', 'crypto_out', 'volume', 'new_account', 'alerts'] as const
export type RiskFactor = (typeof RISK_FACTORS)[number]

/** An officer's own level holds for twelve months at most. */
export const OVERRIDE_MONTHS_MAX = 12

export const RiskFloor = z.object({
  cause: z.enum(FLOOR_CAUSES),
  level: RiskLevel,
  /** What it is about: id of a hit or of a background check, number of an alert, an address, a country. */
  ref: z.string().nullable(),
  /** The same in words, in Spanish: the list, the alert and its type, the country. */
  about: z.string().nullable(),
})
export type RiskFloor = z.output<typeof RiskFloor>

export const RiskPoints = z.object({
  factor: z.enum(RISK_FACTORS),
  points: z.int(),
  /** The most that this factor gives. */
  maximum: z.int(),
  about: z.string().nullable(),
  /** By factor: `class` (high, medium, none, unknown); `percent` and `days`; `percent`, `of` (month, year), `moved` and `declared` in pesos; `since` and `days`; `count` and `grave`. */
  figures: z.record(z.string(), z.string()),
})
export type RiskPoints = z.output<typeof RiskPoints>

export const RiskAssessment = z.object({
  at: z.iso.datetime(),
  /** Of the configuration whose numbers were used. */
  configurationVersion: z.int(),
  /** The highest first. */
  floors: z.array(RiskFloor),
  /** One line for each factor, also of those that give none. */
  points: z.array(RiskPoints),
  total: z.int(),
  mediumFrom: z.int(),
  highFrom: z.int(),
  /** What the points alone would say. */
  byPoints: RiskLevel,
  /** Floors and points, without an officer's own level. */
  calculated: RiskLevel,
})
export type RiskAssessment = z.output<typeof RiskAssessment>

const userId = z.string().max(64)
/** Ours; the specification's calls have none. */
const reason = OfficerReason

export const RiskChange = z.object({
  at: z.iso.datetime(),
  action: z.enum(RISK_CHANGES),
  before: z.string(),
  after: z.string(),
  /** What counted before and after it. */
  riskBefore: RiskLevel,
  riskAfter: RiskLevel,
  /** Of an officer's own level. */
  until: z.iso.datetime().nullable(),
  /** Null: a rule. */
  officer: z.string().nullable(),
  /** Who agreed, where two were needed. */
  second: z.string().nullable(),
  reason: z.string(),
})
export type RiskChange = z.output<typeof RiskChange>

export const Standing = z.object({
  userId: z.uuid(),
  /** What counts: never below a floor. */
  risk: RiskLevel,
  /** An officer's own level, while it holds; null: floors and points say. */
  level: RiskLevel.nullable(),
  /** Until when it holds; then it falls by itself. */
  levelUntil: z.iso.datetime().nullable(),
  isPep: z.boolean().nullable(),
  isListed: z.boolean().nullable(),
  /** At medium risk money moves only with it. */
  allow: z.boolean(),
  mayTransact: z.boolean(),
})
export type Standing = z.output<typeof Standing>

/** Why a person moves no money; nothing: they may. */
export const TRANSACTION_BLOCKERS = ['inactive', 'not_verified', 'lists', 'high_risk', 'no_permission'] as const
export type TransactionBlocker = (typeof TRANSACTION_BLOCKERS)[number]

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
    idempotent: true,
    summary:
      'Register the risk of a person instead of what the points say, for twelve months at most. A lower one waits for a second officer: 202. From medium on the permission to transact is gone',
    stepUp: { binds: ['body.userId', 'body.riskLevel', 'body.until', 'body.reason'] },
    body: z.object({
      userId,
      riskLevel: RiskLevel,
      /** Ours: the last day of Bogotá on which it holds; without it, in twelve months. */
      until: z.iso.date().optional(),
      reason: reason.optional(),
    }),
    errors: [...REFUSED, ...TWO_REFUSED, 'risk.floor_holds', 'risk.until_out_of_bounds', 'risk.until_too_soon'],
  }),
  endRiskOverride: endpoint({
    ...change,
    path: '/kyc/administrative/users/end-risk-level',
    audit: 'risk.level_set',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Ours: floors and points say the risk again, instead of an officer. When that is lower it waits for a second officer: 202',
    stepUp: { binds: ['body.userId', 'body.reason'] },
    body: z.object({ userId, reason }),
    errors: [...REFUSED, ...TWO_REFUSED],
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
    idempotent: true,
    summary: 'Ours: the person is not politically exposed, or not any more. Always waits for a second officer: 202',
    stepUp: { binds: ['body.id', 'body.reason'] },
    body: z.object({ id: userId, reason }),
    errors: [...REFUSED, ...TWO_REFUSED, 'compliance.edd_missing', 'compliance.edd_older_than_alert'],
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
    idempotent: true,
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
    idempotent: true,
    summary:
      'Let a person of medium risk transact, which waits for a second officer (202); `false` takes it back at once. It lapses when the risk changes. A PEP needs an approved enhanced due diligence that is in force',
    stepUp: { binds: ['body.userId', 'body.allow', 'body.reason'] },
    body: z.object({ userId, allow: z.boolean(), reason: reason.optional() }),
    errors: [...REFUSED, ...TWO_REFUSED, 'risk.not_medium', 'compliance.edd_missing'],
  }),
  riskOfPerson: endpoint({
    ...personRead,
    path: '/kyc/administrative/users/risk',
    summary:
      'Ours: risk, PEP, lists and permission to transact of a person, the floors and points that make the level, and every change with its reason, newest first',
    response: Standing.extend({
      /** Null: nobody was looked at yet. */
      assessment: RiskAssessment.nullable(),
      /** Account, verified level, lists and risk together. */
      canTransact: z.boolean(),
      blockers: z.array(z.enum(TRANSACTION_BLOCKERS)),
      history: z.array(RiskChange),
    }),
    errors: PERSON_READ_REFUSED,
  }),
}
