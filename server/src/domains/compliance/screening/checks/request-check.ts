/** Request of a background check, by an officer or automatically. Concurrent requests launch one check, and launches have a daily limit. */
import type { PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { type Actor, begin, move, officer, SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { Subject } from '../provider/background-checks.ts'
import {
  checkInFlight,
  checksOf,
  findCheck,
  insertCheck,
  launchesOfDay,
  lockCheck,
  lockLauncher,
  lockPerson,
  updateCheck,
} from './check-store.ts'
import { checkAggregate } from './check-transitions.ts'
import type { CheckContext } from './context.ts'
import { mayRetry } from './rules.ts'
import { sealSubject } from './subject.ts'
import type { CheckRow } from './types.ts'

export const CHECK_JOB = 'screening.background_check'
export const jobOf = ({ id, round }: Pick<CheckRow, 'id' | 'round'>) => ({
  name: CHECK_JOB,
  key: `${id} ${round}`,
  payload: { checkId: id, round },
})

interface Wanted {
  readonly accountId: string
  readonly subject: Subject
  readonly isFresh: boolean
  /** Null for an automatic launch. */
  readonly actor: PersonActor | null
}
export interface Requested {
  readonly check: CheckRow
  readonly isNew: boolean
}

/** Returns the check in flight when there is one. @throws Refused `screening.checks_of_day` */
export async function requestCheck(context: CheckContext, wanted: Wanted): Promise<Requested> {
  const { accountId, actor } = wanted
  const requested = await inTransaction(context.db, async (tx) => {
    await lockPerson(tx, accountId)
    const running = await checkInFlight(tx, accountId)
    if (running) {
      context.audit.unchanged()
      return { check: running, isNew: false }
    }
    await checkLaunches(context, tx, actor)
    return { check: await insertRequested(context, tx, wanted), isNew: true }
  })
  failpoint('screening.check_requested')
  return requested
}

async function checkLaunches({ clock, limits }: CheckContext, tx: Transaction, actor: PersonActor | null): Promise<void> {
  const officerId = actor?.accountId ?? null
  await lockLauncher(tx, officerId)
  const maximum = officerId === null ? limits.ownLaunches : limits.perOfficer
  if ((await launchesOfDay(tx, officerId, clock.now())) >= maximum) refuse('screening.checks_of_day')
}

async function insertRequested(context: CheckContext, tx: Transaction, { accountId, subject, isFresh, actor }: Wanted): Promise<CheckRow> {
  const { files, clock, jobs, audit, outbox } = context
  const [id, startedAt, launchedBy] = [newId(), clock.now(), actor?.accountId ?? null]
  const sealed = await sealSubject(files, tx, { checkId: id, accountId, subject })
  const check = await insertCheck(tx, { id, accountId, launchedBy, subject: sealed, isFresh, startedAt })
  await begin(tx, checkAggregate(outbox), check, { at: startedAt, actor: launchedBy === null ? SYSTEM : officer(launchedBy) })
  await jobs.enqueue(tx, jobOf(check))
  await audit.record(tx, {
    actor: actor ?? { kind: 'system', name: CHECK_JOB },
    action: 'screening.check_launched',
    object: { type: 'account', id: accountId },
    after: { checkId: id, documentType: subject.documentType, withIssueDate: subject.issuedOn !== null, isFresh },
  })
  return check
}

/** Ask the failed sources of the newest check again immediately. @throws Refused `screening.check_without_failures` */
export async function retryCheck(context: CheckContext, checkId: string, actor: PersonActor): Promise<CheckRow> {
  const { db, audit, jobs } = context
  await inTransaction(db, async (tx) => {
    const known = (await findCheck(tx, checkId)) ?? refuse('request.not_found')
    await lockPerson(tx, known.accountId)
    const [newest] = await checksOf(tx, known.accountId, 1)
    const check = await lockCheck(tx, checkId)
    if (!check || !mayRetry(check, newest?.id)) refuse('screening.check_without_failures')
    const round = check.round + 1
    await beginRetry(context, tx, check, { round, actor: officer(actor.accountId) })
    await jobs.enqueue(tx, jobOf({ id: check.id, round }))
    const object = { type: 'account', id: check.accountId }
    await audit.record(tx, { actor, action: 'screening.check_retried', object, after: { checkId, sources: check.failedSources.length } })
  })
  return (await findCheck(db, checkId)) ?? refuse('request.not_found')
}

/** The rows of the check and of its customer are locked. */
export async function beginRetry(
  { clock, outbox }: Pick<CheckContext, 'clock' | 'outbox'>,
  tx: Transaction,
  check: CheckRow,
  { round, actor }: { round: number; actor: Actor },
): Promise<void> {
  const at = clock.now()
  await move(tx, checkAggregate(outbox), check, { to: 'retrying', at, actor })
  const began = { round, retries: check.retries + 1, retryAt: null, jobId: null, launchedAt: at, endedAt: null }
  await updateCheck(tx, check.id, began)
}
