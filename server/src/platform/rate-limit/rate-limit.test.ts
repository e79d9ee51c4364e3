import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../dev/testing/test-product.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'

const CODE = 'identity.too_many_attempts'
const buckets = [{ kind: 'test', key: 'somebody', allowance: { tries: 2, windowMs: 60_000 } }]

let database: TestDatabase
let platform: TestPlatform
let here: RateLimit
let there: RateLimit
let pauses: number
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  here = createRateLimit({ ...platform, pause })
  there = createRateLimit(platform)
})
afterAll(async () => {
  platform?.remove()
  await database?.drop()
})
beforeEach(async () => {
  pauses = 0
  await here.clear({ kind: 'test', key: 'somebody' })
})

async function pause(milliseconds: number): Promise<void> {
  pauses += 1
  await sleep(milliseconds)
}

/** Try that stays in progress until the test sets its outcome. */
function slowTry(rateLimit: RateLimit) {
  let end: (isRight: boolean) => void = () => undefined
  const outcome = new Promise<boolean>((resolve) => {
    end = resolve
  })
  let begun: () => void = () => undefined
  const isLookedAt = new Promise<void>((resolve) => {
    begun = resolve
  })
  const done = rateLimit.attempt(buckets, CODE, async (tries) => {
    begun()
    if (await outcome) await tries.uncount()
  })
  return { done, isLookedAt, end }
}
const rightTry = (rateLimit: RateLimit) => rateLimit.attempt(buckets, CODE, (tries) => tries.uncount())
const wrongTry = (rateLimit: RateLimit) => rateLimit.attempt(buckets, CODE, async () => undefined)

it('R10 waits for tries in progress, also those of another process, and takes the room that a legitimate one returns', async () => {
  const [first, second] = [slowTry(here), slowTry(there)]
  await Promise.all([first.isLookedAt, second.isLookedAt])
  const third = rightTry(here)
  await expect.poll(() => pauses).toBeGreaterThan(0)
  second.end(false)
  first.end(true)
  await Promise.all([first.done, second.done])
  await expect(third).resolves.toBeUndefined()
})

it('R10 waits for nothing when every try was wrong', async () => {
  await wrongTry(here)
  await wrongTry(there)
  await expect(rightTry(here)).rejects.toMatchObject({ refusal: { code: CODE } })
  expect(pauses).toBe(0)
})

it('R10 refuses a caller who waited for tries that turned out wrong', async () => {
  const [first, second] = [slowTry(here), slowTry(there)]
  await Promise.all([first.isLookedAt, second.isLookedAt])
  const third = rightTry(here)
  first.end(false)
  second.end(false)
  await expect(third).rejects.toMatchObject({ refusal: { code: CODE } })
  await Promise.all([first.done, second.done])
})

it('R10 a try that failed by a bug of the product stays counted', async () => {
  const fault = () => here.attempt(buckets, CODE, () => Promise.reject(new Error('the disk is full')))
  await expect(fault()).rejects.toThrow('the disk is full')
  await wrongTry(here)
  await expect(rightTry(there)).rejects.toMatchObject({ refusal: { code: CODE } })
})

it('R10 a try of a process that died counts as wrong', async () => {
  slowTry(here)
  const second = slowTry(here)
  await second.isLookedAt
  platform.clock.advance(31_000)
  await expect(rightTry(there)).rejects.toMatchObject({ refusal: { code: CODE } })
})

it('R10 a use without an outcome is never waited for', async () => {
  await here.take(buckets, CODE)
  await here.take(buckets, CODE)
  await expect(there.take(buckets, CODE)).rejects.toMatchObject({ refusal: { code: CODE } })
  platform.clock.advance(61_000)
  await expect(there.take(buckets, CODE)).resolves.toBeUndefined()
})
