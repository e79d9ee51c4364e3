/**
 * Risk profile and permission to transact (ADM-09): risk level, PEP, restrictive lists, permission. Paths and fields
 * follow the specification; additions are marked "Extension". A restriction takes effect immediately; lifting it waits for a
 * second officer (docs/decisions/0021-risk-and-permission-to-transact.md). The level is the highest floor, else by points,
 * each explained line by line (docs/decisions/0048-risk-by-floors-and-points.md).
 */
import * as z from 'zod'
import { PERSON_READ_REFUSED, personRead } from './compliance-person.ts'
import { endpoint } from './endpoint.ts'
import { OfficerReason } from './officer-reason.ts'

export const RISK_LEVELS = ['low', 'medium', 'high'] as const
export const RiskLevel = z.enum(RISK_LEVELS)
export type RiskLevel = z.output<typeof RiskLevel>

/** Changes that officers make to a risk profile; `level` is a manual override, which replaces the points. */
export const RISK_ACTIONS = ['level', 'pep', 'list', 'allow'] as const
export type RiskAction = (typeof RISK_ACTIONS)[number]
/** All changes, with the automatic ones: `assessed` from floors and points, `expired` when the officers' override ended. */
export const RISK_CHANGES = [...RISK_ACTIONS, 'assessed', 'expired'] as const
export type RiskChangeKind = (typeof RISK_CHANGES)[number]

/** Causes of a risk floor: the risk is never below it while its cause is open. The highest floor counts. */
export const FLOOR_CAUSES = [
  'listed', 'list_alert', 'list_hit', 'sanctioned_wallet', 'findings_high', 'pep', 'pep_alert', 'findings_medium', 'alert', 'jurisdiction',
] as const // biome-ignore format: one list
export type FloorCause = (typeof FLOOR_CAUSES)[number]
export const RISK_FACTORS = ['activity', 'jurisdiction', 'crypto_out', 'volume', 'new_account', 'alerts'] as const
export type RiskFactor = (typeof RISK_FACTORS)[number]

/** Maximum duration of a manual override. */
export const OVERRIDE_MONTHS_MAX = 12

export const RiskFloor = z.object({
  cause: z.enum(FLOOR_CAUSES),
  level: RiskLevel,
  /** Reference of the cause: id of a hit or of a background check, number of an alert, an address, a country. */
  ref: z.string().nullable(),
  /** The same in Spanish: the list, the alert and its type, the country. */
  about: z.string().nullable(),
})
export type RiskFloor = z.output<typeof RiskFloor>

export const RiskPoints = z.object({
  factor: z.enum(RISK_FACTORS),
  points: z.int(),
  /** Maximum points of this factor. */
  maximum: z.int(),
  about: z.string().nullable(),
  /**
   * Figures by factor: `class` (high, medium, none, unknown); `percent` and `days`; `percent`, `of` (month, year), `moved` and `declared`
   * in pesos; `since` and `days`; `count` and `grave`.
   */
  figures: z.record(z.string(), z.string()),
})
export type RiskPoints = z.output<typeof RiskPoints>

export const RiskAssessment = z.object({
  at: z.iso.datetime(),
  /** Version of the configuration whose numbers were used. */
  configurationVersion: z.int(),
  /** Highest first. */
  floors: z.array(RiskFloor),
  /** One line for each factor, including those without points. */
  points: z.array(RiskPoints),
  total: z.int(),
  mediumFrom: z.int(),
  highFrom: z.int(),
  /** Level by points alone. */
  byPoints: RiskLevel,
  /** Floors and points, without a manual override. */
  calculated: RiskLevel,
})
export type RiskAssessment = z.output<typeof RiskAssessment>

const userId = z.string().max(64)
/** Extension; the specification's calls have none. */
const reason = OfficerReason

export const RiskChange = z.object({
  at: z.iso.datetime(),
  action: z.enum(RISK_CHANGES),
  before: z.string(),
  after: z.string(),
  /** Effective level before and after the change. */
  riskBefore: RiskLevel,
  riskAfter: RiskLevel,
  /** End of a manual override. */
  until: z.iso.datetime().nullable(),
  /** Null: set by a rule. */
  officer: z.string().nullable(),
  /** Second officer who approved, for changes that need two. */
  second: z.string().nullable(),
  reason: z.string(),
})
export type RiskChange = z.output<typeof RiskChange>

export const RiskProfile = z.object({
  userId: z.uuid(),
  /** Effective level: never below a floor. */
  risk: RiskLevel,
  /** Manual override, while it applies; null: floors and points decide. */
  level: RiskLevel.nullable(),
  /** End of the override; then it expires automatically. */
  levelUntil: z.iso.datetime().nullable(),
  isPep: z.boolean().nullable(),
  isListed: z.boolean().nullable(),
  /** Required at medium risk to move money. */
  allow: z.boolean(),
  mayTransact: z.boolean(),
})
export type RiskProfile = z.output<typeof RiskProfile>

/** Reasons that block a person's transactions; with none, they are allowed. */
export const TRANSACTION_BLOCKERS = ['inactive', 'not_verified', 'lists', 'high_risk', 'no_permission'] as const
export type TransactionBlocker = (typeof TRANSACTION_BLOCKERS)[number]

const REFUSED = [
  'request.invalid', 'request.not_found', 'request.text_unseen', 'request.too_many', 'compliance.own_account', 'request.reason_invalid',
  'request.reason_too_long', 'risk.nothing_changes', 'identity.step_up_required', 'identity.step_up_invalid',
] as const // biome-ignore format: one list
const TWO_REFUSED = ['access.permission_missing', 'approvals.person_concerned', 'approvals.already_waiting'] as const
const change = { method: 'POST', role: 'ROLE_ADMIN', permission: 'risk.set', response: RiskProfile } as const
const lists = { role: 'ROLE_ADMIN', permission: 'screening.decide', audit: 'risk.list_flagged', response: RiskProfile } as const

export const complianceRisk = {
  setRiskLevel: endpoint({
    ...change,
    path: '/kyc/administrative/users/set-risk-level',
    audit: 'risk.level_set',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      "Override the risk level of a person's points, for twelve months at most. A lower one waits for a second officer: 202. From medium on the permission to transact lapses",
    stepUp: { binds: ['body.userId', 'body.riskLevel', 'body.until', 'body.reason'] },
    allowance: 'risk-change',
    reason: true,
    body: z.object({
      userId,
      riskLevel: RiskLevel,
      /** Extension: the last day of Bogotá on which it applies; without it, in twelve months. */
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
    summary: 'Extension: end the override; floors and points set the level again. A lower one waits for a second officer: 202',
    stepUp: { binds: ['body.userId', 'body.reason'] },
    allowance: 'risk-change',
    reason: true,
    body: z.object({ userId, reason }),
    errors: [...REFUSED, ...TWO_REFUSED],
  }),
  flagPep: endpoint({
    ...change,
    path: '/kyc/administrative/users/natural/flag-peps',
    audit: 'risk.pep_flagged',
    summary: 'Register a person as politically exposed: the risk is medium at least, and the alert PEP is open',
    stepUp: { binds: ['body.id', 'body.reason'] },
    allowance: 'risk-change',
    reason: true,
    body: z.object({ id: userId, reason: reason.optional() }),
    errors: REFUSED,
  }),
  clearPep: endpoint({
    ...change,
    path: '/kyc/administrative/users/natural/clear-peps',
    audit: 'risk.pep_cleared',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Extension: the person is not, or no longer, politically exposed. Always waits for a second officer: 202',
    stepUp: { binds: ['body.id', 'body.reason'] },
    allowance: 'risk-change',
    reason: true,
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
    allowance: 'risk-change',
    query: z.object({ userId }),
    errors: REFUSED,
  }),
  flagList: endpoint({
    ...lists,
    method: 'POST',
    path: '/kyc/administrative/users/flag-list',
    summary:
      'Register a person as present on a restrictive list: their money movements are blocked from now on, and the alert Listas is open',
    stepUp: { binds: ['body.userId', 'body.reason'] },
    allowance: 'risk-change',
    reason: true,
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
    summary: 'Extension: the person is on no restrictive list. Always waits for a second officer: 202',
    stepUp: { binds: ['body.userId', 'body.reason'] },
    allowance: 'risk-change',
    reason: true,
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
    allowance: 'risk-change',
    reason: true,
    body: z.object({ userId, allow: z.boolean(), reason: reason.optional() }),
    errors: [...REFUSED, ...TWO_REFUSED, 'risk.not_medium', 'compliance.edd_missing'],
  }),
  riskOfPerson: endpoint({
    ...personRead,
    path: '/kyc/administrative/users/risk',
    summary:
      'Extension: risk profile of a person: risk, PEP, lists and permission to transact, floors and points, and every change with its reason, newest first',
    response: RiskProfile.extend({
      /** Null: not assessed yet. */
      assessment: RiskAssessment.nullable(),
      /** Result of account, verified level, lists and risk together. */
      canTransact: z.boolean(),
      blockers: z.array(z.enum(TRANSACTION_BLOCKERS)),
      history: z.array(RiskChange),
    }),
    errors: PERSON_READ_REFUSED,
  }),
}
