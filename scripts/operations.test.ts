/** docs/monitoring.md, which the officer on call reads, names every security event that a log line may carry, and each has its alarm. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EVENT_ALARMS, SECURITY_EVENTS } from '../server/src/platform/security/security-events.ts'

const SERVER = join(import.meta.dirname, '../server/src')
const page = readFileSync(join(import.meta.dirname, '../docs/monitoring.md'), 'utf8')
const logged = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test(ing)?\.ts$/.test(file))
  .flatMap((file) => [...readFileSync(join(SERVER, file), 'utf8').matchAll(/securityEvent: '(\w+)'/g)].map(([, event = '']) => event))
const events = [...new Set([...logged, ...SECURITY_EVENTS])].toSorted()

test('every security event of the log has its row', () => {
  expect(logged.length).toBeGreaterThan(30)
  expect(events.filter((event) => !page.includes(`\`${event}\``))).toEqual([])
})

test('every security event of the log has its alarm and is counted', () => {
  expect(Object.keys(EVENT_ALARMS).toSorted()).toEqual(events)
})
