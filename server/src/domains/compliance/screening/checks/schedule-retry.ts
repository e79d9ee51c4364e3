/** Retry after a provider failure, with exponential backoff. The cause is stored, and reported to operators when they must act on it. */
import type { Reschedule } from '../../../../platform/jobs/jobs.ts'
import type { ProviderUnreachable } from '../provider/http.ts'
import { lockCheck, updateCheck } from './check-store.ts'
import { type CheckJobContext, withFencedLease } from './context.ts'
import { backoffMaxMs, backoffMs } from './rules.ts'
import type { CheckRow } from './types.ts'

/** Answers that stay unreadable for so long are not a transient fault: the provider changed its format. */
const UNREADABLE_MS = 3_600_000

/** True for answers about another person, incomplete reports, and answers that stay unreadable for at least an hour. */
function isRefused({ problem, problemSince }: CheckRow, { code }: ProviderUnreachable, now: Date): boolean {
  if (code === 'other_person' || code === 'incomplete_report') return true
  const sinceMs = problemSince === null ? 0 : now.getTime() - problemSince.getTime()
  return code === 'unexpected_answer' && problem === code && sinceMs >= UNREADABLE_MS
}

export async function scheduleRetry(context: CheckJobContext, row: CheckRow, error: ProviderUnreachable): Promise<Reschedule> {
  const { clock, log } = context
  const { id, round } = row
  const { code } = error
  if (code === 'credentials') log.error({ securityEvent: 'screening_credentials', checkId: id }, 'the provider refuses our credentials')
  else if (isRefused(row, error, clock.now()))
    log.error({ securityEvent: 'screening_report_refused', reason: code, checkId: id }, 'answers about a background check are refused')
  else log.warn({ err: error, code, checkId: id }, 'the provider of background checks did not answer')
  return withFencedLease(context, async (tx) => {
    const check = await lockCheck(tx, id)
    if (!check || check.round !== round) return { againInMs: backoffMs(0, backoffMaxMs(row, code)) }
    const failures = check.problems + 1
    const nothingDone = code === 'credentials' || code === 'rate_limited'
    await updateCheck(tx, id, {
      problem: code,
      problemSince: check.problemSince ?? clock.now(),
      problems: failures,
      ...(code === 'unknown_job' ? { unknownSince: check.unknownSince ?? clock.now(), unknownTimes: check.unknownTimes + 1 } : {}),
      // Then the next try may insist on a new report as the first one would have.
      ...(nothingDone && check.state === 'queued' ? { triedAt: null } : {}),
    })
    return { againInMs: backoffMs(failures, backoffMaxMs(check, code)) }
  })
}
