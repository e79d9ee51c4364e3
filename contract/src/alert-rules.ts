/** Alert rules (ADM-13): purpose, results, versions, and the change of a rule by two officers. */
import * as z from 'zod'
import { RULE_MODES, RULE_NAMES } from './alert-rule-catalogue.ts'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'
import { VERSION_STATES, VersionDecision, VersionNumbers } from './version-decision.ts'

const time = z.iso.datetime()
export const RuleName = z.enum(RULE_NAMES)
const RuleMode = z.enum(RULE_MODES)
export const RuleVersion = z.object({
  version: z.int(),
  mode: RuleMode,
  numbers: VersionNumbers,
  from: time,
  state: z.enum(VERSION_STATES),
  /** Null for the first version, which is part of the product. */
  decision: VersionDecision.nullable(),
})
export type RuleVersion = z.output<typeof RuleVersion>

export const ComingRule = z.object({ version: z.int(), mode: RuleMode, numbers: VersionNumbers, from: time })
export const RuleRow = z.object({
  rule: RuleName,
  version: z.int(),
  mode: RuleMode,
  numbers: VersionNumbers,
  /** The next version that takes effect. */
  coming: ComingRule.nullable(),
  /** True when a change waits for a second officer. */
  changeWaits: z.boolean(),
  /** Open alerts that the rule opened. */
  open: z.int(),
  /** Last thirty days: alerts opened, and findings of a rule in test mode, which open none. */
  raised: z.int(),
  tested: z.int(),
  /** Last thirty days: alerts of the rule that were closed by the rule itself, and by officers with their verdict. */
  closedByRule: z.int(),
  confirmed: z.int(),
  falseAlarms: z.int(),
  unclassified: z.int(),
})
export type RuleRow = z.output<typeof RuleRow>
export const RuleDetail = RuleRow.extend({
  /** Newest first. */
  versions: z.array(RuleVersion),
})
export type RuleDetail = z.output<typeof RuleDetail>

export const FINDING_OUTCOMES = ['test', 'raised'] as const
const findings = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      accountId: z.uuid(),
      version: z.int(),
      /** `test`: the rule was in test mode and raised no alert. */
      outcome: z.enum(['opened', 'added', 'test']),
      severity: z.enum(['low', 'medium', 'high', 'critical']),
      /** The figures as a Spanish sentence, as in the history of an alert. */
      said: z.string(),
      at: time,
    }),
  ),
  total: z.int(),
  pagesNumber: z.int(),
})
export type FindingPage = z.output<typeof findings>
const findingsAsked = PageQuery.extend({ outcome: z.enum(FINDING_OUTCOMES).optional() })
export type FindingsAsked = z.output<typeof findingsAsked>

const change = z.object({
  mode: RuleMode,
  /** Every number of the rule, including unchanged ones. */
  numbers: VersionNumbers,
  /** Day of Bogotá from whose midnight it applies; null: from the moment of approval. */
  fromDay: z.iso.date().nullable(),
  reason: OfficerReason,
})
export type RuleChange = z.output<typeof change>
const params = z.object({ rule: z.string().max(64) })

export const alertRules = {
  rules: endpoint({
    method: 'GET',
    path: '/api/administrative/alert-rules',
    role: 'ROLE_ADMIN',
    permission: 'kyc.read',
    summary: 'Every rule that raises alerts: mode and numbers in force and to come, and what it brought in thirty days',
    allowance: 'alert-rules-read',
    response: z.array(RuleRow),
    errors: ['request.too_many'],
  }),
  rule: endpoint({
    method: 'GET',
    path: '/api/administrative/alert-rules/:rule',
    role: 'ROLE_ADMIN',
    permission: 'kyc.read',
    summary: 'One rule with its versions: who changed it, when and why',
    allowance: 'alert-rules-read',
    params,
    response: RuleDetail,
    errors: ['request.not_found', 'request.too_many'],
  }),
  ruleFindings: endpoint({
    method: 'GET',
    path: '/api/administrative/alert-rules/:rule/findings',
    role: 'ROLE_ADMIN',
    permission: 'kyc.read',
    audit: 'monitoring.findings_viewed',
    summary: 'About whom a rule found something, newest first: what it raised, and what it found in test. The read is recorded',
    allowance: 'alert-rules-read',
    params,
    query: findingsAsked,
    response: findings,
    errors: ['request.invalid', 'request.not_found', 'request.too_many'],
  }),
  changeRule: endpoint({
    method: 'POST',
    path: '/api/administrative/alert-rules/:rule/versions',
    role: 'ROLE_ADMIN',
    permission: 'rules.change',
    audit: 'monitoring.rule_changed',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Another version of a rule: mode, numbers within their bounds, and from when. Always waits for a second officer',
    stepUp: { binds: ['params.rule', 'body.mode', 'body.numbers', 'body.fromDay', 'body.reason'] },
    allowance: 'alert-rules-change',
    reason: true,
    params,
    body: change,
    response: z.object({ rule: RuleName, version: z.int(), from: time }),
    errors: [
      'request.invalid',
      'request.not_found',
      'request.too_many',
      'identity.step_up_required',
      'identity.step_up_invalid',
      ...REASON_REFUSED,
      'access.permission_missing',
      'approvals.already_waiting',
      'monitoring.number_out_of_bounds',
      'monitoring.numbers_contradict',
      'monitoring.date_out_of_bounds',
      'monitoring.nothing_changes',
    ],
  }),
}
