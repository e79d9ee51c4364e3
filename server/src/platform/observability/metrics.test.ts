/** Ages in metrics after the product's clock was moved: rows and comparisons use one clock. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../dev/testing/test-product.ts'
import { readAuditKeys } from '../audit/keys.ts'
import { signHead } from '../audit/seal.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { undeclaredMeasures } from './gauges.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

const HOUR_MS = 3_600_000
let database: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  platform.clock.advance(24 * HOUR_MS)
})
afterAll(() => database.drop())

const isAboutAnHour = (age: number) => age >= 3_600 && age < 7_200

async function figure(name: string): Promise<number> {
  const line = (await createMetrics(platform).text()).split('\n').find((text) => text.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}

it('E9 a job is overdue a minute after its time on the clock that set it', async () => {
  await platform.jobs.enqueue(database.db, { name: 'test.job', key: 'one', payload: {} })
  expect(await figure('jobs{state="overdue"}')).toBe(0)
  platform.clock.advance(61_000)
  expect(await figure('jobs{state="overdue"}')).toBe(1)
})

it('E9 entries that wait for their seal, and the signed head, grow old by the clock that dated them', async () => {
  const id = newId()
  await inTransaction(database.db, (tx) =>
    platform.audit.record(tx, {
      actor: { kind: 'system', name: 'test' },
      action: 'identity.state_changed',
      object: { type: 'account', id },
    }),
  )
  platform.clock.advance(HOUR_MS)
  expect(await figure('audit_oldest_unsealed_seconds')).toSatisfy(isAboutAnHour)
  await signHead({ ...platform, keys: readAuditKeys(platform.secrets, {}) })
  platform.clock.advance(HOUR_MS)
  expect(await figure('audit_head_age_seconds')).toSatisfy(isAboutAnHour)
})

it('a family that cannot be read is reported, and the others are published', async () => {
  const measures = undeclaredMeasures('broken', { number: { help: 'A number' } })
  const read = () => Promise.reject(new Error('the table is missing'))
  const text = await createMetrics(platform, [{ measures, read }]).text()
  expect(text).toContain('tunjo_metrics_read_failed{family="broken"} 1')
  expect(text).toContain('tunjo_metrics_read_failed{family="jobs"} 0')
  expect(text).toMatch(/^tunjo_jobs_waiting \d+$/m)
  expect(text).not.toMatch(/^tunjo_broken_number/m)
})

it('a measure is published under its name and, in the unit of then, under its earlier one', async () => {
  const measures = undeclaredMeasures('gas', { used_percent: { name: 'gas_used_ratio', help: 'A share', scale: 0.01 } })
  const text = await createMetrics(platform, [{ measures, read: async () => ({ used_percent: 50 }) }]).text()
  expect(text).toMatch(/^tunjo_gas_used_ratio 0\.5$/m)
  expect(text).toMatch(/^gas\{signal="used_percent"\} 50$/m)
})

it('a security event is counted where the log or a child of it writes the line', async () => {
  const log = createLog({ level: 'warn', pretty: false, sink: { write: () => undefined } })
  const metrics = createMetrics({ ...platform, log })
  expect(await metrics.text()).toContain('tunjo_security_events_total{event="ledger_unproved"} 0')
  log.child({ job: 'one' }).error({ securityEvent: 'ledger_unproved' }, 'a balance has no seal')
  expect(await metrics.text()).toContain('tunjo_security_events_total{event="ledger_unproved"} 1')
})
