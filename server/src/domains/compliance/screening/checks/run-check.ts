/**
 * Job of a background check: launches it, polls it, retries failed sources. It may be killed at any step: a request is repeated, and the
 * provider answers with the job or the report that it has. An answer and its consequences are stored in one transaction.
 */

import { LeaseLost, type Reschedule } from '../../../../platform/jobs/jobs.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { move, PROVIDER, SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { Progress, Subject } from '../provider/background-checks.ts'
import { ProviderUnreachable } from '../provider/http.ts'
import { abandonCheck } from './abandon-check.ts'
import { checksOf, findCheck, KNOWN_JOB, lockCheck, lockPerson, NO_PROBLEM, updateCheck } from './check-store.ts'
import { checkAggregate } from './check-transitions.ts'
import { type CheckJobContext, withFencedLease } from './context.ts'
import { endCheck } from './end-check.ts'
import { beginRetry } from './request-check.ts'
import { isJobUnknown, isOverdue, nextPollInMs } from './rules.ts'
import { scheduleRetry } from './schedule-retry.ts'
import { subjectOpener } from './subject.ts'
import type { CheckRow } from './types.ts'

export interface CheckJob {
  readonly checkId: string
  readonly round: number
}

export async function runCheck(context: CheckJobContext, { checkId, round }: CheckJob): Promise<Reschedule | undefined> {
  const check = await findCheck(context.db, checkId)
  if (!check || check.round !== round) return undefined
  if (isOverdue(check, context.clock.now())) return abandonCheck(context, check, SYSTEM)
  const subject = (await subjectOpener(context.files, check.accountId))(check)
  // The documents were purged, so there is no subject to ask about.
  if (!subject) return abandonCheck(context, check, SYSTEM)
  try {
    return await nextStep(context, check, subject)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return scheduleRetry(context, check, error)
    throw error
  }
}

async function nextStep(context: CheckJobContext, check: CheckRow, subject: Subject): Promise<Reschedule | undefined> {
  switch (check.state) {
    case 'queued':
      return launch(context, check, subject)
    case 'launched':
    case 'running':
      return follow(context, check, subject)
    case 'failed_sources':
      return retryInTime(context, check)
    case 'retrying':
      return check.jobId === null ? askFailedSources(context, check, subject) : follow(context, check, subject)
    default:
      return undefined
  }
}

const AT_ONCE: Reschedule = { againInMs: 0 }

/** The provider has no idempotency key. Only the first try insists on a new report: a repeat gets what the first try began. */
async function launch(context: CheckJobContext, { id }: CheckRow, subject: Subject): Promise<Reschedule | undefined> {
  const claimed = await withFencedLease(context, async (tx) => {
    const check = await lockCheck(tx, id)
    if (check?.state !== 'queued') return null
    if (check.triedAt === null) await updateCheck(tx, id, { triedAt: context.clock.now() })
    return check
  })
  if (!claimed) return undefined
  failpoint('screening.check_claimed')
  if (!context.lease.isHeld()) throw new LeaseLost()
  const found = await context.provider.launch(subject, { force: claimed.isFresh && claimed.triedAt === null })
  failpoint('screening.check_asked')
  if (found.outcome === 'refused') return refused(context, id, found.fields)
  if (found.outcome === 'cached') {
    const { reportId } = found
    return endCheck(context, claimed, subject, {
      reportId,
      failedSources: [],
      isValidated: null,
      sources: [],
      isCached: true,
      gravest: null,
    })
  }
  const { jobId } = found
  await withFencedLease(context, async (tx) => {
    const check = await lockCheck(tx, id)
    if (check?.state !== 'queued') return
    const at = context.clock.now()
    await move(tx, checkAggregate(context.outbox), check, { to: 'launched', at, actor: PROVIDER })
    await updateCheck(tx, id, { ...NO_PROBLEM, jobId, launchedAt: at })
  })
  failpoint('screening.check_recorded')
  return { againInMs: nextPollInMs(0) }
}

async function refused(context: CheckJobContext, id: string, fields: readonly string[]): Promise<undefined> {
  await withFencedLease(context, async (tx) => {
    const check = await lockCheck(tx, id)
    if (check?.state !== 'queued') return
    const at = context.clock.now()
    await move(tx, checkAggregate(context.outbox), check, { to: 'refused', at, actor: PROVIDER })
    await updateCheck(tx, id, { ...NO_PROBLEM, refusedFields: fields, endedAt: at })
  })
}

async function follow(context: CheckJobContext, check: CheckRow, subject: Subject): Promise<Reschedule | undefined> {
  const progress = await context.provider.results(check.jobId ?? '', subject)
  failpoint('screening.check_polled')
  if (progress.state === 'lost') failUnlessUnknown(context, check)
  else if (check.unknownTimes > 0) await recordKnown(context, check)
  switch (progress.state) {
    case 'running':
      return stillRunning(context, check, progress)
    case 'finished':
      return endCheck(context, check, subject, { ...progress, isCached: check.isCached })
    default:
      context.log.warn({ checkId: check.id, state: progress.state }, 'the provider has no end for a background check')
      return abandonCheck(context, check, PROVIDER)
  }
}

/** Applies to a requested retry too. @throws ProviderUnreachable unless the provider gives this answer for a while */
function failUnlessUnknown({ clock }: CheckJobContext, check: CheckRow): void {
  if (!isJobUnknown(check, clock.now())) throw new ProviderUnreachable('does not know the job', 'unknown_job')
}

/** Stored before the steps that may fail, such as reading the report. */
const recordKnown = (context: CheckJobContext, { id, jobId }: CheckRow): Promise<void> =>
  withFencedLease(context, async (tx) => {
    const check = await lockCheck(tx, id)
    if (check?.jobId === jobId) await updateCheck(tx, id, KNOWN_JOB)
  })

async function stillRunning(
  context: CheckJobContext,
  { id, jobId }: CheckRow,
  { sources }: Extract<Progress, { state: 'running' }>,
): Promise<Reschedule | undefined> {
  const { clock, outbox } = context
  return withFencedLease(context, async (tx) => {
    const check = await lockCheck(tx, id)
    if (!check || check.jobId !== jobId) return undefined
    const at = clock.now()
    if (check.state === 'launched') await move(tx, checkAggregate(outbox), check, { to: 'running', at, actor: PROVIDER })
    await updateCheck(tx, id, { ...NO_PROBLEM, sources })
    return { againInMs: nextPollInMs(at.getTime() - (check.launchedAt ?? at).getTime()) }
  })
}

/** Automatic retry a while after the sources failed, unless the customer has a newer check by then. */
async function retryInTime(context: CheckJobContext, { id, accountId }: CheckRow): Promise<Reschedule | undefined> {
  return withFencedLease(context, async (tx) => {
    await lockPerson(tx, accountId)
    const check = await lockCheck(tx, id)
    if (check?.state !== 'failed_sources' || check.retryAt === null) return undefined
    const waitMs = check.retryAt.getTime() - context.clock.now().getTime()
    if (waitMs > 0) return { againInMs: waitMs }
    const [newest] = await checksOf(tx, accountId, 1)
    if (newest?.id !== id) {
      await updateCheck(tx, id, { retryAt: null })
      return undefined
    }
    await beginRetry(context, tx, check, { round: check.round, actor: SYSTEM })
    return AT_ONCE
  })
}

/** Free at the provider: a repeat after a crash asks once more. */
async function askFailedSources(context: CheckJobContext, check: CheckRow, subject: Subject): Promise<Reschedule | undefined> {
  failpoint('screening.retry_begun')
  const again = await context.provider.retry(check.reportId ?? '', subject.documentType)
  failpoint('screening.retry_asked')
  if (!again) {
    failUnlessUnknown(context, check)
    return abandonCheck(context, check, PROVIDER)
  }
  await withFencedLease(context, async (tx) => {
    const locked = await lockCheck(tx, check.id)
    if (locked?.state !== 'retrying' || locked.jobId !== null || locked.round !== check.round) return
    await updateCheck(tx, check.id, { ...NO_PROBLEM, jobId: again.jobId })
  })
  return { againInMs: nextPollInMs(0) }
}
