/**
 * Background checks (ADM-08, ADM-13): a provider asks public sources (courts, police, lists of sanctions, public office) about a person or a
 * company. A check is a job of the server. It begins by itself when the documents of level 1 were accepted, or when an officer launches it;
 * screens only look on (docs/decisions/0034-background-checks.md).
 *
 * A screen asks `backgroundChecks` once; while the state of `current` is one of `CHECK_UNDER_WAY` it asks `backgroundCheck` with its id every
 * two or three seconds. Nothing is lost when nobody looks on.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'

/**
 * - `queued`: nobody was asked yet. With `isProviderAway` the provider does not answer, and we go on trying
 * - `launched`: the provider took it · `running`: it asks its sources · `retrying`: it asks those that failed again
 * - `failed_sources`: it ended, some sources did not answer. What is known stands in `result`, which is incomplete. We ask again twice by
 *   ourselves (`retryAt`); an officer may at any time (`retryFailedSources`)
 * - `finished`: every source answered · `lost`: the provider never came to an end, an officer may launch another · `refused`: the provider
 *   does not take the document as it is (`refusedFields`), for example without the day on which it was issued
 */
export const CHECK_STATES = ['queued', 'launched', 'running', 'failed_sources', 'retrying', 'finished', 'lost', 'refused'] as const
export const CheckState = z.enum(CHECK_STATES)
export type CheckState = z.output<typeof CheckState>
/** It goes on by itself: look again. At most one of a person. */
export const CHECK_UNDER_WAY = ['queued', 'launched', 'running', 'retrying'] as const satisfies readonly CheckState[]
export const isUnderWay = (state: CheckState): boolean => CHECK_UNDER_WAY.some((one) => one === state)

export const CHECK_DOCUMENT_TYPES = ['CC', 'CE', 'NIT', 'PP', 'PEP', 'PPT'] as const

/** Null: nobody knows, since a source failed or said what cannot be read. Never to be shown as clean. */
export const CheckResult = z.object({
  background: z.enum(['No', 'Bajo', 'Medio', 'Alto']).nullable(),
  /** The gravest finding there is. With `isComplete: false` there may be worse: "al menos Medio", and "No" says nothing then. */
  gravest: z.enum(['No', 'Bajo', 'Medio', 'Alto']),
  listed: z.enum(['Si', 'No']).nullable(),
  pep: z.enum(['Si', 'No']).nullable(),
  /** False: sources failed; what was found stands, the rest is unknown. */
  isComplete: z.boolean(),
  /** Whether the document exists as it was given; the provider is told no name. Null: it does not say, as an earlier report. */
  isValidated: z.boolean().nullable(),
})
export type CheckResult = z.output<typeof CheckResult>

export const BackgroundCheck = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  state: CheckState,
  /** E-mail of the officer; null: by itself. */
  launchedBy: z.string().nullable(),
  /** Null when the person's papers were forgotten. A NIT is without its check digit. */
  document: z.object({ type: z.enum(CHECK_DOCUMENT_TYPES), number: z.string(), issuedOn: z.iso.date().nullable() }).nullable(),
  /** When it was asked for. */
  startedAt: z.iso.datetime(),
  /** When it should end, for a countdown; it may be over already. Null while nothing is under way. */
  expectedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** It does not answer us for now; the check waits and goes on by itself. */
  isProviderAway: z.boolean(),
  /** Empty until the provider names them. Names are Spanish. */
  sources: z.array(z.object({ code: z.string(), name: z.string(), state: z.enum(['asked', 'answered', 'failed']) })),
  /** Null until there is a report. */
  result: CheckResult.nullable(),
  /** The provider had asked lately, and gave that report. */
  isCached: z.boolean(),
  /** Only of `refused`: what it did not take. */
  refusedFields: z.array(z.enum(['document', 'documentType', 'issuedOn', 'other'])),
  /** Only of `failed_sources`: when we ask again by ourselves; null: only an officer does. */
  retryAt: z.iso.datetime().nullable(),
  /** `retryFailedSources` takes it now: the newest check of the person, with failed sources. */
  mayRetry: z.boolean(),
  /** `dismissFindings` takes it now: findings that hold the risk of the person up. */
  mayDismiss: z.boolean(),
  /** A second officer is asked to dismiss them. */
  dismissWaits: z.boolean(),
  /** Two officers said that its findings say nothing about the person. */
  dismissed: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
  /** `backgroundReport` has something to show. */
  hasReport: z.boolean(),
  /** The result is older than the configuration says one is good for: launch another. */
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
    query: z.object({ userId }),
    response: z.object({
      /** Null: never asked for. */
      current: BackgroundCheck.nullable(),
      /** Those before, newest first; at most fifty. */
      earlier: z.array(BackgroundCheck),
      /** `no_document`: nothing was sent that could be asked about. */
      launch: z.enum(['possible', 'under_way', 'no_document']),
      /** How many more this officer may launch within 24 hours. */
      launchesLeft: z.int(),
    }),
    errors: READ_REFUSED,
  }),
  backgroundCheck: endpoint({
    ...reads,
    path: '/api/administrative/screening/checks/:id',
    summary: 'How a background check stands, live. Recorded as a view once it has a result',
    params: id,
    response: BackgroundCheck,
    errors: READ_REFUSED,
  }),
  launchBackgroundCheck: endpoint({
    ...changes,
    path: '/api/administrative/screening/checks',
    audit: 'screening.check_launched',
    summary:
      'Ask the provider about a person or a company. While a check of theirs is under way it is the answer, and nothing is launched. It costs money: so many a day for each officer',
    stepUp: { binds: ['body.userId', 'body.issuedOn', 'body.isFresh'] },
    body: z.object({
      userId,
      /** When the document was issued, if the officer reads it there: the provider compares it. */
      issuedOn: z.iso.date().optional(),
      /** Also when the provider asked within its last fifteen days: otherwise it answers with that report, for nothing. */
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
      'The grave findings of a check say nothing about the person: they are no floor of the risk any more. Always waits for a second officer; a later report is looked at anew',
    stepUp: { binds: ['params.id', 'body.reason'] },
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
    params: id,
    response: z.object({
      check: BackgroundCheck,
      /** The gravest first. */
      findings: z.array(CheckFinding),
      receivedAt: z.iso.datetime(),
      /** Of the report as it came. */
      sha256: z.string(),
      /** Signed, for 60 seconds and this officer's session. Null when the provider gave no PDF. */
      fileUrl: z.string().nullable(),
    }),
    errors: READ_REFUSED,
  }),
}
