/**
 * Duration of screening every customer again after a list changed, as the product does it: the job, its threads, its writes. First a
 * version with 20,000 new entries, then one with ten, then the night, against all of them. Passes when each takes no more than a minute for
 * 200,000 people.
 *
 *   npx tsx bench/rescreen.ts [people, default 200000] [entries, default 20000] [seed, default 20261124]
 */
import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import { createTestPlatform } from '../dev/testing/test-product.ts'
import { startRun } from '../server/src/domains/compliance/screening/people/rescreen.ts'
import { serveKyc } from '../server/src/domains/customers/kyc/testing.ts'
import { inTransaction } from '../server/src/platform/database/database.ts'
import { newId } from '../server/src/platform/database/ids.ts'
import type { Jobs } from '../server/src/platform/jobs/jobs.ts'
import { openBenchDatabase } from './bench-database.ts'
import { fullName, makeUpPerson, seeded } from './colombian-names.ts'
import { recordFigure } from './figures.ts'
import { customer, listed } from './screening-colombians.ts'

const people = Number(process.argv[2] ?? 200_000)
const entries = Number(process.argv[3] ?? 20_000)
const random = seeded(Number(process.argv[4] ?? 20261124))
const GOAL = { people: 200_000, seconds: 60 }
const AT_ONCE = 5_000

// biome-ignore lint/complexity/noBannedTypes: no tables are known here
type Db = Kysely<{}>
const { owner, application, close } = await openBenchDatabase()
try {
  await makePeople(owner.db)
  const platform = createTestPlatform(application)
  const parts = await serveKyc(platform)
  const run = (version: string | null) => inTransaction(application.db, (tx) => startRun(platform, tx, version))
  const small = Math.min(10, entries)
  await measure(platform.jobs, `a version with ${entries} entries`, run, await makeVersion(owner.db, 'ofac', entries))
  await measure(platform.jobs, `a version with ${small} entries`, run, await makeVersion(owner.db, 'un', small))
  await measure(platform.jobs, 'the night, against everything', run, null)
  await parts.screening.stop()
  await parts.server.close()
  platform.remove()
} finally {
  await close()
}

async function measure(jobs: Jobs, title: string, run: (version: string | null) => Promise<void>, version: string | null): Promise<void> {
  await run(version)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const [begun, cpu] = [performance.now(), process.cpuUsage()]
  await jobs.drain()
  const seconds = (performance.now() - begun) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  delay.disable()
  const done = await sql<{ done: number; hits: number }>`SELECT done, (SELECT count(*)::integer FROM screening.hit) AS hits
    FROM screening.run WHERE finished_at IS NOT NULL ORDER BY started_at DESC LIMIT 1`.execute(owner.db)
  const all = (seconds * GOAL.people) / people
  console.log(
    `${title}: ${done.rows[0]?.done} of ${people} people in ${seconds.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of processor without ` +
      `the database), ${done.rows[0]?.hits} hits so far; ${GOAL.people} people: ${all.toFixed(0)} s of ${GOAL.seconds}; event loop held up p99 ` +
      `${(delay.percentile(99) / 1e6).toFixed(0)} ms, at most ${(delay.max / 1e6).toFixed(0)} ms; ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB; ` +
      `load ${loadavg()[0]?.toFixed(1)}`,
  )
  recordFigure({ name: `${title}: ${GOAL.people} people`, value: all, unit: 's', atMost: GOAL.seconds })
  recordFigure({ name: `${title}: processor time without the database`, value: (user + system) / 1e6, unit: 's' })
  recordFigure({ name: `${title}: event loop delay, p99`, value: delay.percentile(99) / 1e6, unit: 'ms' })
  if (done.rows[0]?.done !== people) process.exitCode = 1
}

async function makePeople(db: Db): Promise<void> {
  for (let at = 0; at < people; at += AT_ONCE) {
    const parties = Array.from({ length: Math.min(AT_ONCE, people - at) }, () => {
      const person = makeUpPerson(random)
      const number = String(1_000_000_000 + Math.floor(random() * 900_000_000))
      return [{ ...customer(fullName(person), person.birthYear), country: 'CO', identifiers: [{ kind: 'cedula', value: number }] }]
    })
    await sql`INSERT INTO screening.subject (account_id, party)
      SELECT gen_random_uuid(), parties FROM jsonb_array_elements(${JSON.stringify(parties)}::jsonb) AS parties`.execute(db)
  }
  await sql`ANALYZE screening.subject`.execute(db)
}

async function makeVersion(db: Db, list: 'ofac' | 'un', size: number): Promise<string> {
  const version = newId()
  await sql`INSERT INTO screening.list_version (id, list, source, licence, sha256, entries, added, changed, removed, loaded_at, loaded_by)
    VALUES (${version}, ${list}, 'Inventada', 'Libre', 'x', ${size}, ${size}, 0, 0, now(), ${newId()})`.execute(db)
  for (let at = 0; at < size; at += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, size - at) }, (_, number) => ({
      ...listed(makeUpPerson(random), `${list}-${at + number}`),
      reason: '',
      office: null,
    }))
    await sql`INSERT INTO screening.entry (list, entry_id, from_version, fingerprint, facts)
      SELECT ${list}, fact ->> 'id', ${version}, fact ->> 'id', fact FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS fact`.execute(
      db,
    )
  }
  return version
}
