/** Background checks as decisions on plain values: when to look again, when to give up, and what a report lets us say. */
import { isUnderWay } from '@tunjo/contract/background-checks'
import type { Gravity, CheckResult as ReportResult } from '../provider/background-checks.ts'
import type { UnreachableCode } from '../provider/http.ts'
import type { CheckRow } from './types.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The provider keeps a job for so long. */
export const JOB_LIFE_MS = 4 * HOUR_MS
/** So long we try to have a check begun. */
const QUEUE_LIFE_MS = 24 * HOUR_MS
/** What a check usually takes, for the countdown of the screen. */
export const EXPECTED_MS = 59 * SECOND_MS
/** Before each time that we ask failed sources again by ourselves. */
const RETRY_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS] as const
/** Tries in a row without an answer, and the time since the first; then a report is kept without its PDF. */
const PDF_TRIES = 5
const PDF_WAIT_MS = 5 * MINUTE_MS
const BACKOFF_FIRST_MS = 5 * SECOND_MS
const BACKOFF_MAX_MS = 5 * MINUTE_MS
/** To follow a job costs nothing, so its result is there within a minute of the right answers. */
const FOLLOW_BACKOFF_MAX_MS = 30 * SECOND_MS
/** A provider that does not know a job is believed when it says so as often, for so long. */
const UNKNOWN_TIMES = 3
const UNKNOWN_JOB_MS = 5 * MINUTE_MS

/** Often while somebody may wait for it. */
export function nextLookInMs(elapsedMs: number): number {
  if (elapsedMs < 2 * MINUTE_MS) return 3 * SECOND_MS
  return elapsedMs < 10 * MINUTE_MS ? 15 * SECOND_MS : MINUTE_MS
}

/** Longer where a launch or a retry would be sent again, which may be paid, and after the provider refused us. */
export const backoffMaxMs = ({ state, jobId }: Pick<CheckRow, 'state' | 'jobId'>, code: UnreachableCode): number => {
  const isToAskFor = state === 'queued' || (state === 'retrying' && jobId === null)
  return isToAskFor || code === 'credentials' || code === 'rate_limited' ? BACKOFF_MAX_MS : FOLLOW_BACKOFF_MAX_MS
}
export const backoffMs = (failures: number, maxMs: number): number => Math.min(maxMs, BACKOFF_FIRST_MS * 2 ** Math.min(failures, 10))

const hasPassed = (since: Date | null, ms: number, now: Date): boolean => since !== null && now.getTime() - since.getTime() >= ms
export const isPdfGivenUp = ({ problems, problemSince }: Pick<CheckRow, 'problems' | 'problemSince'>, now: Date): boolean =>
  problems >= PDF_TRIES && hasPassed(problemSince, PDF_WAIT_MS, now)

/** Whether one more answer that it does not know the job is believed. */
export const isJobUnknown = ({ unknownSince, unknownTimes }: Pick<CheckRow, 'unknownSince' | 'unknownTimes'>, now: Date): boolean =>
  unknownTimes + 1 >= UNKNOWN_TIMES && hasPassed(unknownSince, UNKNOWN_JOB_MS, now)

const GRAVITIES = ['No', 'Bajo', 'Medio', 'Alto'] as const satisfies readonly Gravity[]
/** The job said that there is worse than the report has: the report is not whole. */
export const lacksFindings = (report: Gravity, job: Gravity | null): boolean =>
  job !== null && GRAVITIES.indexOf(report) < GRAVITIES.indexOf(job)

/** So often failed sources of one check are asked again, by officers too: each time is a call that the provider may charge for. */
const RETRIES_MAX = 12

/** Whether failed sources may be asked again: only of the newest check of a person. */
export const mayRetry = ({ id, state, retries }: Pick<CheckRow, 'id' | 'state' | 'retries'>, newestId: string | undefined): boolean =>
  state === 'failed_sources' && id === newestId && retries < RETRIES_MAX

/** Findings that hold the risk up, which two officers may say nothing about the person. */
export const mayDismiss = ({ gravest, dismissedAt, reportId }: Pick<CheckRow, 'gravest' | 'dismissedAt' | 'reportId'>): boolean =>
  (gravest === 'Medio' || gravest === 'Alto') && dismissedAt === null && reportId !== null

/** Null: only an officer asks again. */
export const retryAfterMs = (retries: number): number | null => RETRY_AFTER_MS[retries] ?? null

type Timed = Pick<CheckRow, 'state' | 'startedAt' | 'launchedAt'>
export function isOverdue({ state, startedAt, launchedAt }: Timed, now: Date): boolean {
  if (!isUnderWay(state)) return false
  // One that is retried counts from the retry, of which the provider may not know yet.
  return launchedAt === null ? now.getTime() - startedAt.getTime() > QUEUE_LIFE_MS : now.getTime() - launchedAt.getTime() > JOB_LIFE_MS
}

/**
 * What is known when sources failed: the gravest finding and what was found at all. Everything else may be worse than it looks, also when only
 * the job said so and its report did not.
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
