/**
 * Background checks (ADM-08, ADM-13): a provider queries public sources (courts, police, sanctions lists, public office) about a person or
 * a company. A check is a server job. It starts when the documents of level 1 are accepted, or when an officer launches it. Screens only
 * observe it (docs/decisions/0034-background-checks.md).
 *
 * A screen calls `backgroundChecks` once. While the state of `current` is one of `RUNNING_CHECK_STATES` it polls `backgroundCheck` with its id
 * every two or three seconds. The job does not depend on a screen.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'

/**
 * - `queued`: not yet sent. With `isProviderAway` the provider does not answer and the server keeps retrying
 * - `launched`: the provider accepted it · `running`: it queries its sources · `retrying`: it queries the failed sources again
 * - `failed_sources`: it ended, some sources did not answer. `result` has the known findings and is incomplete. The server retries twice
 *   automatically (`retryAt`); an officer may retry at any time (`retryFailedSources`)
 * - `finished`: every source answered · `lost`: the provider never finished, an officer may launch another · `refused`: the provider
 *   rejects the document as given (`refusedFields`), for example without its date of issue
 */
export const CHECK_STATES = ['queued', 'launched', 'running', 'failed_sources', 'retrying', 'finished', 'lost', 'refused'] as const
export const CheckState = z.enum(CHECK_STATES)
export type CheckState = z.output<typeof CheckState>
/** Check states that progress without an officer: poll again. At most one such check per person. */
export const RUNNING_CHECK_STATES = ['queued', 'launched', 'running', 'retrying'] as const satisfies readonly CheckState[]
export const isCheckRunning = (state: CheckState): boolean => RUNNING_CHECK_STATES.some((one) => one === state)

export const CHECK_DOCUMENT_TYPES = ['CC', 'CE', 'NIT', 'PP', 'PEP', 'PPT'] as const

/** Null: unknown, since a source failed or sent an unreadable answer. Never shown as clean. */
export const CheckResult = z.object({
  background: z.enum(['No', 'Bajo', 'Medio', 'Alto']).nullable(),
  /** Highest finding. With `isComplete: false` there may be worse: show "al menos Medio"; "No" is then not conclusive. */
  gravest: z.enum(['No', 'Bajo', 'Medio', 'Alto']),
  listed: z.enum(['Si', 'No']).nullable(),
  pep: z.enum(['Si', 'No']).nullable(),
  /** False: sources failed; the findings are valid, the rest is unknown. */
  isComplete: z.boolean(),
  /** Whether the document exists as given; the provider receives no name. Null: the provider did not report it, as in an earlier report. */
  isValidated: z.boolean().nullable(),
})
export type CheckResult = z.output<typeof CheckResult>

export const BackgroundCheck = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  state: CheckState,
  /** E-mail of the officer; null: started automatically. */
  launchedBy: z.string().nullable(),
  /** Null when the person's documents were erased. A NIT is without its check digit. */
  document: z.object({ type: z.enum(CHECK_DOCUMENT_TYPES), number: z.string(), issuedOn: z.iso.date().nullable() }).nullable(),
  /** Time of the request. */
  startedAt: z.iso.datetime(),
  /** Expected end, for a countdown; it may be in the past. Null while no check is running. */
  expectedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** The provider does not answer for now; the check waits and resumes automatically. */
  isProviderAway: z.boolean(),
  /** Empty until the provider lists them. Names are Spanish. */
  sources: z.array(z.object({ code: z.string(), name: z.string(), state: z.enum(['asked', 'answered', 'failed']) })),
  /** Null until there is a report. */
  result: CheckResult.nullable(),
  /** The provider reused its own recent report. */
  isCached: z.boolean(),
  /** Only for `refused`: the rejected fields. */
  refusedFields: z.array(z.enum(['document', 'documentType', 'issuedOn', 'other'])),
  /** Only for `failed_sources`: time of the automatic retry; null: only an officer retries. */
  retryAt: z.iso.datetime().nullable(),
  /** True when `retryFailedSources` is accepted: the newest check of the person, with failed sources. */
  mayRetry: z.boolean(),
  /** True when `dismissFindings` is accepted: findings that raise the person's risk. */
  mayDismiss: z.boolean(),
  /** True when the dismissal waits for a second officer. */
  dismissWaits: z.boolean(),
  /** Set when two officers decided that the findings do not concern the person. */
  dismissed: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
  /** Whether `backgroundReport` has a report. */
  hasReport: z.boolean(),
  /** The result is older than the configured validity: launch another check. */
  isExpired: z.boolean(),
})
export type BackgroundCheck = z.output<typeof BackgroundCheck>

export const CheckFinding = z.object({
  severity: z.enum(['alto', 'medio', 'bajo', 'info']),
  code: z.string(),
  /** In Spanish. */
  source: z.string(),
  finding: z.string(),
  description: z.string(),
})
export type CheckFinding = z.output<typeof CheckFinding>

const id = z.object({ id: z.string().max(64) })
const userId = z.string().max(64)
const reads = { method: 'GET', role: 'ROLE_ADMIN', permission: 'screening.read', audit: 'kyc.person_viewed' } as const
const READ_REFUSED = ['request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account'] as const
const changes = { method: 'POST', role: 'ROLE_ADMIN', permission: 'kyc.review' } as const
const CHANGE_REFUSED = [...READ_REFUSED, 'identity.step_up_required', 'identity.step_up_invalid'] as const

export const backgroundChecks = {
  backgroundChecks: endpoint({
    ...reads,
    path: '/api/administrative/screening/checks',
    summary: 'The newest background check of a person and those before it, and whether another may be launched',
    allowance: 'kyc-person',
    query: z.object({ userId }),
    response: z.object({
      /** Null: never requested. */
      current: BackgroundCheck.nullable(),
      /** All earlier checks, newest first. */
      earlier: z.array(BackgroundCheck),
      /** `no_document`: no submitted document can be checked. */
      launch: z.enum(['possible', 'under_way', 'no_document']),
      /** Launches left to this officer within 24 hours. */
      launchesLeft: z.int(),
    }),
    errors: READ_REFUSED,
  }),
  backgroundCheck: endpoint({
    ...reads,
    path: '/api/administrative/screening/checks/:id',
    summary: 'State of a background check, live. Recorded as a view once it has a result',
    allowance: 'kyc-person',
    params: id,
    response: BackgroundCheck,
    errors: READ_REFUSED,
  }),
  launchBackgroundCheck: endpoint({
    ...changes,
    path: '/api/administrative/screening/checks',
    audit: 'screening.check_launched',
    summary:
      'Launch a background check of a person or a company. While one is running it is the answer, and no other is launched. It costs money: limited per day for each officer',
    stepUp: { binds: ['body.userId', 'body.issuedOn', 'body.isFresh'] },
    allowance: 'background-check',
    body: z.object({
      userId,
      /** Date of issue of the document, when the officer can read it: the provider compares it. */
      issuedOn: z.iso.date().optional(),
      /** Forces a new check. Without it, the provider returns a report of its last fifteen days free of charge. */
      isFresh: z.boolean().default(false),
    }),
    response: z.object({ check: BackgroundCheck, isNew: z.boolean() }),
    errors: [...CHANGE_REFUSED, 'screening.check_without_document', 'screening.check_issue_date', 'screening.checks_of_day'],
  }),
  retryFailedSources: endpoint({
    ...changes,
    path: '/api/administrative/screening/checks/:id/retry',
    audit: 'screening.check_retried',
    summary: 'Ask the sources that failed once more, and only those; the provider asks nothing for it',
    stepUp: { binds: ['params.id'] },
    allowance: 'background-check',
    params: id,
    response: BackgroundCheck,
    errors: [...CHANGE_REFUSED, 'screening.check_without_failures'],
  }),
  dismissFindings: endpoint({
    method: 'POST',
    path: '/api/administrative/screening/checks/:id/dismiss',
    role: 'ROLE_ADMIN',
    permission: 'screening.decide',
    audit: 'screening.findings_dismissed',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      'Dismiss the serious findings of a check as not concerning the person: they set no risk floor any more. Always waits for a second officer; a later report is assessed anew',
    stepUp: { binds: ['params.id', 'body.reason'] },
    allowance: 'background-check',
    reason: true,
    params: id,
    body: z.object({ reason: OfficerReason }),
    response: BackgroundCheck,
    errors: [
      ...CHANGE_REFUSED,
      ...REASON_REFUSED,
      'access.permission_missing',
      'approvals.person_concerned',
      'approvals.already_waiting',
      'screening.check_without_findings',
    ],
  }),
  backgroundReport: endpoint({
    ...reads,
    path: '/api/administrative/screening/checks/:id/report',
    summary: 'The newest report of a background check: its findings, and a link to its PDF. Opening the PDF is recorded as of any document',
    allowance: 'kyc-person',
    params: id,
    response: z.object({
      check: BackgroundCheck,
      /** Highest severity first. */
      findings: z.array(CheckFinding),
      receivedAt: z.iso.datetime(),
      /** Hash of the report as received. */
      sha256: z.string(),
      /** Signed link, valid for 60 seconds in this officer's session. Null when the provider sent no PDF. */
      fileUrl: z.string().nullable(),
    }),
    errors: READ_REFUSED,
  }),
}
