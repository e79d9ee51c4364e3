/**
 * Duration of a backtest of one rule over 90 days of synthetic customers (`rule-customers.ts`). Passes when 200,000 people would take no
 * more than two minutes.
 *
 *   npx tsx bench/backtest.ts [people, default 20000] [rules, default FRACCIONAMIENTO,LIMITES,EMAIL,INGRESOS] [seed, default 20261123]
 */
import { loadavg } from 'node:os'
import { firstValues, isRuleName, type RuleName } from '@tunjo/contract/alert-rule-catalogue'
import { createTestPlatform } from '../dev/testing/test-product.ts'
import { startBacktest } from '../server/src/domains/compliance/monitoring/backtest/start-backtest.ts'
import { findBacktest } from '../server/src/domains/compliance/monitoring/backtest/store.ts'
import { buildMonitoring } from '../server/src/domains/compliance/monitoring/testing.ts'
import { newId } from '../server/src/platform/database/ids.ts'
import { openBenchDatabase } from './bench-database.ts'
import { recordFigure } from './figures.ts'
import { makeCustomers } from './rule-customers.ts'

const people = Number(process.argv[2] ?? 20_000)
const rules = (process.argv[3] ?? 'FRACCIONAMIENTO,LIMITES,EMAIL,INGRESOS').split(',').filter(isRuleName)
const seed = Number(process.argv[4] ?? 20261123)
const GOAL = { people: 200_000, seconds: 120 }

const { owner, application, close, processorSeconds } = await openBenchDatabase()
try {
  await makeCustomers(owner.db, people, seed)
  const platform = createTestPlatform(application)
  const { approvals } = buildMonitoring(platform)
  for (const rule of rules) await measure({ ...platform, approvals }, rule)
  platform.remove()
} finally {
  await close()
}

async function measure(context: Parameters<typeof startBacktest>[0], rule: RuleName): Promise<void> {
  const actor = { kind: 'person', accountId: newId(), sessionId: newId(), requestId: newId() } as const
  const id = await startBacktest(context, rule, { mode: 'active', numbers: firstValues(rule) }, actor)
  const begun = performance.now()
  const usedBefore = await processorSeconds()
  await context.jobs.drain()
  const seconds = (performance.now() - begun) / 1_000
  const used = (await processorSeconds()) - usedBefore
  const run = await findBacktest(context.db, id)
  if (!run?.finishedAt) throw new Error(`${rule} did not finish`)
  const all = (seconds * GOAL.people) / people
  console.log(
    `${rule}: ${run.people} of ${people} people in ${seconds.toFixed(1)} s, ${Math.round(people / seconds)}/s, ${run.both} alerts, ` +
      `${run.failures} failures; ${GOAL.people} people: ${Math.round(all)} s of ${GOAL.seconds}, ` +
      `${Math.round((used * GOAL.people) / people)} s of processor time; load ${loadavg()[0]?.toFixed(1)}`,
  )
  recordFigure({ name: `${rule}: ${GOAL.people} people`, value: all, unit: 's', atMost: GOAL.seconds })
  recordFigure({ name: `${rule}: processor time`, value: (used * GOAL.people) / people, unit: 's' })
  if (run.failures > 0) process.exitCode = 1
}
