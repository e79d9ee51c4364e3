/** docs/operations.md, which the officer on call reads, names every security event that a log line may carry. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SECURITY_EVENTS } from '../server/src/platform/security-events.ts'

const SERVER = join(import.meta.dirname, '../server/src')
const page = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8')
const events = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test(ing)?\.ts$/.test(file))
  .flatMap((file) => [...readFileSync(join(SERVER, file), 'utf8').matchAll(/securityEvent: '(\w+)'/g)].map(([, event = '']) => event))

test('every security event of the log has its row', () => {
  expect(events.length).toBeGreaterThan(30)
  expect([...new Set([...events, ...SECURITY_EVENTS])].filter((event) => !page.includes(`\`${event}\``))).toEqual([])
})
