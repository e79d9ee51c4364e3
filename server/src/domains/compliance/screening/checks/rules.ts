/** Rules of background checks as decisions on plain values: poll intervals, time limits, and what a report proves. */
import { isCheckRunning } from '@tunjo/contract/background-checks'
import type { Gravity, CheckResult as ReportResult } from '../provider/background-checks.ts'
import type { UnreachableCode } from '../provider/http.ts'
import type { CheckRow } from './types.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Time for which the provider keeps a job. */
export const JOB_LIFE_MS = 4 * HOUR_MS
/** Time after which a launch is given up. */
const QUEUE_LIFE_MS = 24 * HOUR_MS
/** Usual duration of a check, for the countdown of the screen. */
export const EXPECTED_MS = 59 * SECOND_MS
/** Delays before the automatic retries of failed sources. */
const RETRY_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS] as const
/** Tries in a row without an answer, and the time since the first. After that a report is stored without its PDF. */
const PDF_TRIES = 5
const PDF_WAIT_MS = 5 * MINUTE_MS
const BACKOFF_FIRST_MS = 5 * SECOND_MS
const BACKOFF_MAX_MS = 5 * MINUTE_MS
/** Following a job is free, so its result arrives within a minute of the correct answers. */
const FOLLOW_BACKOFF_MAX_MS = 30 * SECOND_MS
/** A provider that does not know a job is trusted after this many answers over this time. */
const UNKNOWN_TIMES = 3
const UNKNOWN_JOB_MS = 5 * MINUTE_MS

/** Short intervals while an officer may be waiting for the result. */
export function nextPollInMs(elapsedMs: number): number {
  if (elapsedMs < 2 * MINUTE_MS) return 3 * SECOND_MS
  return elapsedMs < 10 * MINUTE_MS ? 15 * SECOND_MS : MINUTE_MS
}

/** Longer where a launch or a retry would be sent again, which may be charged, and after the provider refused us. */
export const backoffMaxMs = ({ state, jobId }: Pick<CheckRow, 'state' | 'jobId'>, code: UnreachableCode): number => {
  const isToAskFor = state === 'queued' || (state === 'retrying' && jobId === null)
  return isToAskFor || code === 'credentials' || code === 'rate_limited' ? BACKOFF_MAX_MS : FOLLOW_BACKOFF_MAX_MS
}
export const backoffMs = (failures: number, maxMs: number): number => Math.min(maxMs, BACKOFF_FIRST_MS * 2 ** Math.min(failures, 10))

const hasPassed = (since: Date | null, ms: number, now: Date): boolean => since !== null && now.getTime() - since.getTime() >= ms
export const isPdfGivenUp = ({ problems, problemSince }: Pick<CheckRow, 'problems' | 'problemSince'>, now: Date): boolean =>
  problems >= PDF_TRIES && hasPassed(problemSince, PDF_WAIT_MS, now)

/** Whether one more answer that the provider does not know the job is trusted. */
export const isJobUnknown = ({ unknownSince, unknownTimes }: Pick<CheckRow, 'unknownSince' | 'unknownTimes'>, now: Date): boolean =>
  unknownTimes + 1 >= UNKNOWN_TIMES && hasPassed(unknownSince, UNKNOWN_JOB_MS, now)

const GRAVITIES = ['No', 'Bajo', 'Medio', 'Alto'] as const satisfies readonly Gravity[]
/** True when the job reported a graver finding than the report has: the report is incomplete. */
export const lacksFindings = (report: Gravity, job: Gravity | null): boolean =>
  job !== null && GRAVITIES.indexOf(report) < GRAVITIES.indexOf(job)

/** Maximum retries of the failed sources of one check, by officers too: the provider may charge for each call. */
const RETRIES_MAX = 12

/** Whether failed sources may be asked again: only of the newest check of a person. */
export const mayRetry = ({ id, state, retries }: Pick<CheckRow, 'id' | 'state' | 'retries'>, newestId: string | undefined): boolean =>
  state === 'failed_sources' && id === newestId && retries < RETRIES_MAX

/** Whether there are findings that raise the risk and that two officers may dismiss. */
export const mayDismiss = ({ gravest, dismissedAt, reportId }: Pick<CheckRow, 'gravest' | 'dismissedAt' | 'reportId'>): boolean =>
  (gravest === 'Medio' || gravest === 'Alto') && dismissedAt === null && reportId !== null

/** Null: only an officer can retry. */
export const retryAfterMs = (retries: number): number | null => RETRY_AFTER_MS[retries] ?? null

type Timed = Pick<CheckRow, 'state' | 'startedAt' | 'launchedAt'>
export function isOverdue({ state, startedAt, launchedAt }: Timed, now: Date): boolean {
  if (!isCheckRunning(state)) return false
  // A retry counts from its own start, since the provider may not know it yet.
  return launchedAt === null ? now.getTime() - startedAt.getTime() > QUEUE_LIFE_MS : now.getTime() - launchedAt.getTime() > JOB_LIFE_MS
}

/**
 * Facts that hold although sources failed: the gravest finding and the findings themselves. Everything else may be worse than it looks,
 * also when only the job reported the failure and its report did not.
 */
export function knownOf(result: ReportResult, failedByJob: readonly string[]): ReportResult {
  const failedSources = [...new Set([...result.failedSources, ...failedByJob])]
  if (failedSources.length === 0) return result
  return {
    gravest: result.gravest,
    background: result.gravest === 'Alto' ? 'Alto' : null,
    isListed: result.isListed || null,
    isPep: result.isPep || null,
    failedSources,
  }
}
