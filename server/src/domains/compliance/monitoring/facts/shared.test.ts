/** Customers who share a network or browser: a batch of many periods counts the same as each period alone. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { DAY_MS, type MonitoringTest, startMonitoringTest } from '../testing.ts'
import { createEntriesCache } from './entries-cache.ts'
import { countBatch, countEach, type Shared, type SharedKey } from './shared.ts'

let test: MonitoringTest
let people: string[]
beforeAll(async () => {
  test = await startMonitoringTest()
  people = [...(await Promise.all(Array.from({ length: 5 }, () => test.newCustomer()))), await test.newCustomer(2, 'ROLE_ADMIN')]
})
afterAll(() => test?.stop())

/** Few values, so that sign-ins and the ends of periods coincide, also to the microsecond. */
const MOMENTS = [0, 1, 2, 3, 4, 5].flatMap((day) => [-1, 0, 1].map((microseconds) => ({ day, microseconds })))
const moment = fc.constantFrom(...MOMENTS)
const place = fc.constantFrom('red 1', 'red 2', 'red 3')
const signIn = fc.record({ person: fc.nat(5), place, moment, entered: fc.boolean() })
type SignedIn = typeof signIn extends fc.Arbitrary<infer One> ? One : never
const period = fc.record({
  place,
  what: fc.constantFrom<Shared['what'][]>('network', 'device'),
  from: fc.nat(5),
  days: fc.nat(4),
  isOpen: fc.boolean(),
})

it('ADM-13 a batch of many periods of the same networks and browsers counts the same customers as each period alone', async () => {
  const begin = test.platform.clock.now().getTime()
  await fc.assert(
    fc.asyncProperty(fc.array(signIn, { maxLength: 25 }), fc.array(period, { minLength: 1, maxLength: 12 }), async (signIns, periods) => {
      await sql`TRUNCATE identity.sign_in, identity.device CASCADE`.execute(test.database.owner)
      for (const one of signIns) await enter(begin, one)
      const keys = periods.map(({ place: key, what, from, days, isOpen }, index): SharedKey => {
        const since = new Date(begin + from * DAY_MS)
        return { place: index, what, key, since, until: isOpen ? null : new Date(since.getTime() + days * DAY_MS) }
      })
      const sorted = (counted: readonly (Shared & { place: number })[]) => [...counted].sort((one, other) => one.place - other.place)
      const each = sorted(await countEach(test.database.db, keys))
      expect(sorted(await countBatch(test.database.db, keys))).toEqual(each)
      // As in a backtest: customers in sequence, whose periods begin earlier or later.
      const cache = createEntriesCache()
      const counted: (Shared & { place: number })[] = []
      for (const key of keys) counted.push(...(await countBatch(test.database.db, [key], cache)))
      expect(sorted(counted)).toEqual(each)
    }),
    { numRuns: 40 },
  )
}, 120_000)

it('ADM-13 a network with more sign-ins than are read in one query is counted nevertheless', async () => {
  await sql`TRUNCATE identity.sign_in, identity.device CASCADE`.execute(test.database.owner)
  const begin = test.platform.clock.now()
  await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, place, system, device_kind, browser, search_text, result, vouched)
    SELECT gen_random_uuid(), person::uuid, ${begin}::timestamptz + n * interval '1 minute', 'red 1', 'red 1', '', '', 'mobile', '', '',
      'entered', false
    FROM unnest(${people}::text[]) AS person, generate_series(1, 500) n`.execute(test.database.owner)
  const key = { what: 'network', key: 'red 1', until: null } as const
  const asked = [
    { ...key, place: 0, since: begin },
    { ...key, place: 1, since: new Date(begin.getTime() + 500 * 60_000) },
  ]
  const cache = createEntriesCache()
  for (const _again of [1, 2]) {
    const counted = await countBatch(test.database.db, asked, cache)
    expect(counted.map(({ accounts }) => accounts)).toEqual([5, 0])
  }
})

async function enter(begin: number, { person, place: key, moment: { day, microseconds }, entered }: SignedIn): Promise<void> {
  const { owner } = test.database
  const [accountId, device] = [people[person], newId()]
  const at = sql`${new Date(begin + day * DAY_MS)}::timestamptz + ${microseconds} * interval '1 microsecond'`
  await sql`INSERT INTO identity.device VALUES (${device}, ${accountId}, ${key}, 'Android', 'mobile', 'Chrome', 'known', now(), now(), NULL)
    ON CONFLICT DO NOTHING`.execute(owner)
  await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, place, system, device_kind, browser, search_text, result, vouched,
      device_id)
    SELECT ${newId()}, ${accountId}, ${at}, ${key}, ${key}, '', '', 'mobile', '', '', ${entered ? 'entered' : 'wrong_password'}, false, id
    FROM identity.device WHERE account_id = ${accountId} AND key_hash = ${key}`.execute(owner)
}
