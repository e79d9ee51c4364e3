/**
 * Batch screening of all customers: against each new list version, and every night against all entries. The job takes a few customers at a
 * time and stores its position in the same transaction, so it resumes there after a restart.
 */
import * as z from 'zod'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { RunningJob } from '../../../../platform/jobs/jobs.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { HitContext, ScreeningContext } from '../context.ts'
import {
  advanceRun,
  findRun,
  finishRun,
  insertRun,
  type KnownEntry,
  knownEntries,
  lockRun,
  lockSubjects,
  markScreened,
  type RunRow,
} from './hit-store.ts'
import { scoresAt } from './scores.ts'
import { screenPerson } from './screen-person.ts'
import type { ScreenerCache } from './screener-cache.ts'

export const RESCREEN_JOB = 'screening.rescreen'
const PEOPLE_AT_ONCE = 500
const Payload = z.object({ runId: z.uuid() })

/** With `versionId` only the entries of that version; null: all entries. */
export async function startRun(
  { jobs, clock }: Pick<ScreeningContext, 'jobs' | 'clock'>,
  tx: Transaction,
  versionId: string | null,
): Promise<void> {
  const runId = newId()
  await insertRun(tx, runId, versionId, clock.now())
  await jobs.enqueue(tx, { name: RESCREEN_JOB, key: runId, payload: { runId } })
}

/** With a separate job: that of the run may have failed its last attempt. Two jobs of one run are serialised. */
export async function resumeRun(
  { jobs, clock }: Pick<ScreeningContext, 'jobs' | 'clock'>,
  tx: Transaction,
  { id: runId }: Pick<RunRow, 'id'>,
): Promise<void> {
  await jobs.enqueue(tx, { name: RESCREEN_JOB, key: `${runId} ${clock.now().toISOString()}`, payload: { runId } })
}

export async function rescreen(
  context: HitContext,
  cache: ScreenerCache,
  payload: unknown,
  { lease }: Pick<RunningJob, 'lease'>,
): Promise<void> {
  const { runId } = Payload.parse(payload)
  const run = await findRun(context.db, runId)
  if (!run) return
  let isOver = false
  while (!isOver) {
    const lists = await cache.listsOf(context.db, run.versionId)
    await lists.prepare(PEOPLE_AT_ONCE)
    isOver = await inTransaction(context.db, async (tx) => {
      await lease.fence(tx)
      return screenSome(context, tx, cache, runId)
    })
    failpoint('screening.people_committed')
  }
  if (run.versionId !== null) await cache.release(run.versionId)
}

/** True when no customer is left. */
async function screenSome(context: HitContext, tx: Transaction, cache: ScreenerCache, runId: string): Promise<boolean> {
  const run = await lockRun(tx, runId)
  if (!run || run.finishedAt) return true
  const at = context.clock.now()
  const lists = await cache.listsOf(tx, run.versionId)
  const subjects = await lockSubjects(tx, run.after, PEOPLE_AT_ONCE)
  const ids = subjects.map(({ accountId }) => accountId)
  const known = byAccount(await knownEntries(tx, ids))
  const scores = await scoresAt(context, tx, at)
  const found = await lists.screen(
    subjects.map(({ accountId, parties }) => ({ parties, known: known.get(accountId) ?? [] })),
    scores,
  )
  // Nearly no customer has a hit, so those without one need no query.
  for (const [number, accountId] of ids.entries()) {
    const one = found[number]
    const hasOpen = known.get(accountId)?.some(({ isOpen }) => isOpen)
    if (one && (one.hits.length > 0 || hasOpen)) await screenPerson(context, tx, accountId, { found: one, version: run.versionId, scores })
  }
  const last = ids.at(-1)
  if (last === undefined) {
    await finishRun(tx, runId, at)
    return true
  }
  await markScreened(tx, ids, lists.versions, at)
  await advanceRun(tx, runId, { after: last, done: ids.length })
  failpoint('screening.people_screened')
  return false
}

function byAccount(entries: readonly KnownEntry[]): ReadonlyMap<string, readonly KnownEntry[]> {
  const found = new Map<string, KnownEntry[]>()
  for (const entry of entries) found.set(entry.accountId, [...(found.get(entry.accountId) ?? []), entry])
  return found
}
