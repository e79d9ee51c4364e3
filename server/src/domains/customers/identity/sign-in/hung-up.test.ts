/** R10: a caller who hangs up before the answer still used a try. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, People } from '../credentials/people.testing.ts'
import { Browser, codeOf } from '../identity.testing.ts'

const TRIES = 10

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())

const inFlight = async () =>
  (
    await sql<{ count: number }>`SELECT coalesce(sum(cardinality(in_flight)), 0)::integer AS count FROM platform.rate_limit`.execute(
      people.database.db,
    )
  ).rows[0]?.count
const counted = async () =>
  (
    await sql<{ count: number }>`SELECT coalesce(max(cardinality(tries)), 0)::integer AS count FROM platform.rate_limit`.execute(
      people.database.db,
    )
  ).rows[0]?.count

it('R10 wrong passwords whose callers hang up before the answer count, and the right one is refused after them', async () => {
  const { email } = await people.newPerson()
  let answered = 0
  for (let index = 0; index < TRIES; index++) {
    const abort = new AbortController()
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email, password: `no es esta frase ${index}` })
    const sent = fetch(`${people.here.url}/api/sign-in`, { method: 'POST', headers, body, signal: abort.signal }).then(
      () => void answered++,
      () => undefined,
    )
    await expect.poll(counted, { interval: 2, timeout: 5_000 }).toBe(index + 1)
    abort.abort()
    await sent
  }
  expect(answered).toBeLessThan(TRIES)
  await expect.poll(inFlight, { timeout: 10_000 }).toBe(0)
  expect(await counted()).toBe(TRIES)
  expect(codeOf(await new Browser(people.there.url).signIn(email, PASSWORD))).toBe('identity.too_many_attempts')
})
