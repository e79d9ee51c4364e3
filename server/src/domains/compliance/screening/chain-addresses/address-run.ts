/**
 * Batch screening of all saved addresses and past senders against the listed addresses, after each new list version and every night, with
 * one query for all of them. The job records a few hits at a time and stores its position in the same transaction, so it resumes there
 * after a restart.
 */
import * as z from 'zod'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Outbox } from '../../../../platform/events/outbox.ts'
import type { Jobs, RunningJob } from '../../../../platform/jobs/jobs.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { ScreeningContext } from '../context.ts'
import { advanceAddressRun, insertAddressRun, lockAddressHits, lockAddressRun, openAddressRuns, presentHits } from './address-hit-store.ts'
import { type AddressContext, handleAddressHit, recordAddressHits } from './screen-address.ts'

const ADDRESS_JOB = 'screening.addresses'
const HITS_AT_ONCE = 200
const Payload = z.object({ runId: z.uuid() })
type Starting = Pick<ScreeningContext, 'clock'> & { readonly jobs: Pick<Jobs, 'enqueue'> }

/** Handlers of the runs, and of the consequences of each hit, found by a run or at the time of use. */
export function handleAddresses(
  context: AddressContext,
  { jobs, outbox }: { readonly jobs: Pick<Jobs, 'handle'>; readonly outbox: Pick<Outbox, 'on'> },
): void {
  outbox.on('screening.address_met', 'screening.addresses', ({ hitId }) =>
    inTransaction(context.db, (tx) => handleAddressHit(context, tx, hitId)),
  )
  jobs.handle({
    name: ADDRESS_JOB,
    async run(payload, job) {
      await screenAddresses(context, payload, job)
      return undefined
    },
  })
}

/** With `versionId` only the entries of that version; null: all entries. */
export async function startAddressRun({ jobs, clock }: Starting, tx: Transaction, versionId: string | null): Promise<void> {
  const runId = newId()
  await insertAddressRun(tx, runId, versionId, clock.now())
  await jobs.enqueue(tx, { name: ADDRESS_JOB, key: runId, payload: { runId } })
}

/** Resume a run whose job failed its last attempt; start a run over all entries when none is waiting. */
export async function nightlyAddressRun(context: Starting, tx: Transaction): Promise<void> {
  const open = await openAddressRuns(tx)
  for (const { id: runId } of open)
    await context.jobs.enqueue(tx, { name: ADDRESS_JOB, key: `${runId} ${context.clock.now().toISOString()}`, payload: { runId } })
  if (open.every(({ versionId }) => versionId !== null)) await startAddressRun(context, tx, null)
}

async function screenAddresses(context: AddressContext, payload: unknown, { lease }: Pick<RunningJob, 'lease'>): Promise<void> {
  const { runId } = Payload.parse(payload)
  for (let isOver = false; !isOver; ) {
    isOver = await inTransaction(context.db, async (tx) => {
      await lease.fence(tx)
      return recordSome(context, tx, runId)
    })
    failpoint('screening.addresses_noted')
  }
}

/** True when no customer is left. */
async function recordSome(context: AddressContext, tx: Transaction, runId: string): Promise<boolean> {
  await lockAddressHits(tx)
  const run = await lockAddressRun(tx, runId)
  if (!run || run.finishedAt) return true
  const at = context.clock.now()
  const found = await presentHits(tx, run.versionId, HITS_AT_ONCE)
  if (found.length > 0) {
    const hits = found.map((hit) => ({ ...hit, id: newId(), at }))
    await recordAddressHits(context, tx, hits)
  }
  await advanceAddressRun(tx, runId, { found: found.length, at: found.length === 0 ? at : null })
  return found.length === 0
}
