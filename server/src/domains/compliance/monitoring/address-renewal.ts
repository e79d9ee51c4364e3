/**
 * Backfill of address digests after the normaliser changed: first every digest is computed again, then the rule about shared addresses is
 * evaluated about all customers. In between it finds nothing, since half of the digests would hide a neighbour and change the fingerprint
 * of known findings; no alert is closed. The job takes some customers at a time and stores its position, so it resumes there after a
 * restart.
 */
import { sql } from 'kysely'
import * as z from 'zod'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import type { RunningJob } from '../../../platform/jobs/jobs.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { ADDRESS_EDITION } from '../screening/index.ts'
import { addressesAfter, areDigestsOutdated, outdatedAddresses, renewAddresses } from './address-store.ts'
import type { MonitoringContext } from './context.ts'
import { evaluateCustomers } from './nightly-run.ts'
import { sharedAddress } from './rules/shared-address.ts'

const RENEWAL_JOB = 'monitoring.renew_addresses'
const LOOK_EVERY_MS = 60_000
const RENEWED_AT_ONCE = 500
const ASKED_AT_ONCE = 100
const Payload = z.object({ edition: z.int() })

export function scheduleAddressRenewal(context: MonitoringContext): void {
  const { jobs } = context
  jobs.handle({
    name: RENEWAL_JOB,
    async run(payload, job) {
      if (Payload.parse(payload).edition === ADDRESS_EDITION) await run(context, job)
      return undefined
    },
  })
  jobs.schedule({ name: RENEWAL_JOB, everyMs: LOOK_EVERY_MS, run: () => startAddressRenewal(context) })
}

/**
 * Starts when a digest was made by an earlier version. An unfinished backfill resumes with a separate job: its first one may have failed
 * its last attempt.
 */
export async function startAddressRenewal({ db, clock, jobs }: Pick<MonitoringContext, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    if (await areDigestsOutdated(tx))
      await sql`INSERT INTO monitoring.address_renewal (edition, started_at) VALUES (${ADDRESS_EDITION}, ${now})
        ON CONFLICT (edition) DO UPDATE SET renewed_at = NULL, after = NULL, finished_at = NULL, started_at = excluded.started_at
        WHERE address_renewal.finished_at IS NOT NULL`.execute(tx)
    const open = await sql<{ startedAt: Date }>`SELECT started_at AS "startedAt" FROM monitoring.address_renewal
      WHERE edition = ${ADDRESS_EDITION} AND finished_at IS NULL`.execute(tx)
    const [renewal] = open.rows
    if (!renewal) return
    const key = [ADDRESS_EDITION, renewal.startedAt.toISOString(), now.toISOString().slice(0, 13)].join(' ')
    await jobs.enqueue(tx, { name: RENEWAL_JOB, key, payload: { edition: ADDRESS_EDITION } })
  })
}

async function run(context: MonitoringContext, { lease, log }: Pick<RunningJob, 'lease' | 'log'>): Promise<void> {
  const { db, clock } = context
  for (let isDone = false; !isDone; ) {
    isDone = await inTransaction(db, async (tx) => {
      await lease.fence(tx)
      return renewSome(tx, clock.now())
    })
    failpoint('monitoring.addresses_renewed')
  }
  for (;;) {
    const found = await sql<{ after: string | null }>`SELECT after FROM monitoring.address_renewal
      WHERE edition = ${ADDRESS_EDITION} AND finished_at IS NULL`.execute(db)
    const renewal = found.rows[0]
    if (!renewal) return
    const people = await addressesAfter(db, renewal.after, ASKED_AT_ONCE)
    await evaluateCustomers(context, { people, rules: [sharedAddress], log })
    failpoint('monitoring.addresses_asked')
    await inTransaction(db, async (tx) => {
      await lease.fence(tx)
      await sql`UPDATE monitoring.address_renewal SET after = coalesce(${people.at(-1) ?? null}, after), asked = asked + ${people.length},
        finished_at = ${people.length === 0 ? clock.now() : null} WHERE edition = ${ADDRESS_EDITION}`.execute(tx)
    })
  }
}

/** True when no digest of an earlier version is left. */
async function renewSome(tx: Transaction, now: Date): Promise<boolean> {
  const people = await outdatedAddresses(tx, RENEWED_AT_ONCE)
  await renewAddresses(tx, people)
  await sql`UPDATE monitoring.address_renewal SET renewed = renewed + ${people.length},
    renewed_at = ${people.length === 0 ? sql`coalesce(renewed_at, ${now})` : null} WHERE edition = ${ADDRESS_EDITION}`.execute(tx)
  return people.length === 0
}
