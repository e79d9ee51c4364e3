import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { StoredEvent } from '../../../../platform/events/outbox.ts'
import { createEventFollower, type EventFollower } from './event-follower.ts'

let database: TestDatabase
let platform: TestPlatform

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
})
afterAll(async () => {
  platform.remove()
  await database.drop()
})

/** Longer than a test may take: what arrives was announced. */
const NEVER_MS = 600_000

const followerThatOnlyIsWoken = () => createEventFollower({ ...platform, safetyNetMs: NEVER_MS })

function person(follower: EventFollower) {
  const accountId = newId()
  const received: StoredEvent[] = []
  onTestFinished(follower.listen({ accountId, receive: (event) => void (event.accountId === accountId && received.push(event)) }))
  const emit = () =>
    inTransaction(database.db, (tx) => platform.outbox.emit(tx, 'identity.account_changed', { accountId, change: 'profile' }))
  const arrived = (count: number) => vi.waitUntil(() => received.length === count, { timeout: 30_000 })
  return { accountId, emit, arrived }
}

it('an announced event is read without waiting for the safety net', async () => {
  const { emit, arrived } = person(followerThatOnlyIsWoken())
  for (const count of [1, 2, 3]) {
    await emit()
    await arrived(count)
  }
})

it('a second person gets the events of the seconds before, while the first waits for news', async () => {
  const follower = followerThatOnlyIsWoken()
  const first = person(follower)
  await first.emit()
  await first.arrived(1)
  const second = person(follower)
  await second.emit()
  await second.arrived(1)
})

it('an event whose announcement was lost arrives by the safety net', async () => {
  const { accountId, emit, arrived } = person(createEventFollower(platform))
  await emit()
  await arrived(1)
  // Longer than the reads that follow an announcement.
  await sleep(750)
  await sql`INSERT INTO platform.event (id, type, version, account_id, payload)
    VALUES (${newId()}, 'identity.account_changed', 1, ${accountId}, '{}')`.execute(database.owner)
  await arrived(2)
})
