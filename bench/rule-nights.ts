/**
 * Duration of the nightly run, which evaluates every rule for every customer (`rule-customers.ts`): the first night, which records the
 * findings, and the next, which finds the same. Passes when 200,000 people would take no more than ten minutes.
 *
 *   npx tsx bench/rule-nights.ts [people, default 20000] [nights, default 2] [seed, default 20261123]
 */
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { createTestPlatform } from '../dev/testing/test-product.ts'
import { startNightlyRun } from '../server/src/domains/compliance/monitoring/nightly-run.ts'
import { buildMonitoring } from '../server/src/domains/compliance/monitoring/testing.ts'
import { openBenchDatabase } from './bench-database.ts'
import { recordFigure } from './figures.ts'
import { makeCustomers, ORDINARY } from './rule-customers.ts'

const people = Number(process.argv[2] ?? 20_000)
const nights = Number(process.argv[3] ?? 2)
const seed = Number(process.argv[4] ?? 20261123)
const GOAL = { people: 200_000, seconds: 600 }
const DAY_MS = 86_400_000

const { owner, application, close, processorSeconds } = await openBenchDatabase()
try {
  await makeCustomers(owner.db, people, seed, ORDINARY)
  const platform = createTestPlatform(application)
  buildMonitoring(platform)
  for (let night = 1; night <= nights; night++) {
    await measure(platform, night)
    platform.clock.advance(DAY_MS)
  }
  platform.remove()
} finally {
  await close()
}

/** Without the events of opened alerts: those are handled concurrently, and measured by rule-events. */
async function measure(platform: ReturnType<typeof createTestPlatform>, night: number): Promise<void> {
  await startNightlyRun(platform)
  await sql`UPDATE platform.event_consumer SET lease_until = now() + interval '1 day'`.execute(owner.db)
  const begun = performance.now()
  const usedBefore = await processorSeconds()
  await platform.jobs.drain()
  const seconds = (performance.now() - begun) / 1_000
  const used = (await processorSeconds()) - usedBefore
  await sql`UPDATE platform.event_consumer SET lease_until = NULL`.execute(owner.db)
  await platform.jobs.drain()
  const found = await sql<{ people: number; failures: number; alerts: number }>`SELECT people, failures,
      (SELECT count(*)::integer FROM monitoring.finding) AS alerts
    FROM monitoring.nightly_run WHERE finished_at IS NOT NULL ORDER BY day DESC LIMIT 1`.execute(owner.db)
  const { people: asked = 0, failures = 0, alerts = 0 } = found.rows[0] ?? {}
  const all = (seconds * GOAL.people) / asked
  console.log(
    `night ${night}: ${asked} people in ${seconds.toFixed(1)} s, ${Math.round(asked / seconds)}/s, ${alerts} findings by now, ` +
      `${failures} failures; ${GOAL.people} people: ${Math.round(all)} s of ${GOAL.seconds}, ` +
      `${Math.round((used * GOAL.people) / asked)} s of processor time; load ${loadavg()[0]?.toFixed(1)}`,
  )
  recordFigure({ name: `night ${night}: ${GOAL.people} people`, value: all, unit: 's', atMost: GOAL.seconds })
  recordFigure({ name: `night ${night}: processor time`, value: (used * GOAL.people) / asked, unit: 's' })
  if (asked < people || failures > 0) process.exitCode = 1
}
