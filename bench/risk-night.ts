/**
 * Duration of the nightly risk run over every customer (`rule-customers.ts`): the first night, which writes every first explanation, and
 * the next, which finds the same. Passes when 200,000 people would take no more than ten minutes.
 *
 *   npx tsx bench/risk-night.ts [people, default 20000] [nights, default 2] [seed, default 20261123]
 */
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { createTestPlatform, type TestPlatform } from '../dev/testing/test-product.ts'
import { serveKyc } from '../server/src/domains/customers/kyc/testing.ts'
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
  const { risk, server: http } = await serveKyc(platform)
  for (let night = 1; night <= nights; night++) {
    await measure(platform, () => risk.reassessAll(), night)
    platform.clock.advance(DAY_MS)
  }
  await http.close()
  platform.remove()
} finally {
  await close()
}

/** Without the work of other modules on the events of the synthetic customers. */
async function measure(platform: TestPlatform, assessAll: () => Promise<void>, night: number): Promise<void> {
  await sql`UPDATE platform.event_consumer SET lease_until = now() + interval '1 day'`.execute(owner.db)
  await assessAll()
  const [begun, usedBefore] = [performance.now(), await processorSeconds()]
  await platform.jobs.drain()
  const seconds = (performance.now() - begun) / 1_000
  const used = (await processorSeconds()) - usedBefore
  const found = await sql<{ people: number; failures: number; levels: number }>`SELECT people, failures,
      (SELECT count(*)::integer FROM risk.assessment) AS levels
    FROM risk.run WHERE finished_at IS NOT NULL ORDER BY started_at DESC, id DESC LIMIT 1`.execute(owner.db)
  const { people: looked = 0, failures = 0, levels = 0 } = found.rows[0] ?? {}
  const all = (seconds * GOAL.people) / looked
  console.log(
    `night ${night}: ${looked} people in ${seconds.toFixed(1)} s, ${Math.round(looked / seconds)}/s, ${levels} explanations by now, ` +
      `${failures} failures; ${GOAL.people} people: ${Math.round(all)} s of ${GOAL.seconds}, ` +
      `${Math.round((used * GOAL.people) / looked)} s of processor time; load ${loadavg()[0]?.toFixed(1)}`,
  )
  recordFigure({ name: `night ${night}: ${GOAL.people} people`, value: all, unit: 's', atMost: GOAL.seconds })
  recordFigure({ name: `night ${night}: processor time`, value: (used * GOAL.people) / looked, unit: 's' })
  if (looked < people || failures > 0) process.exitCode = 1
}
