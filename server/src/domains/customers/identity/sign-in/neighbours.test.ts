/** R10 people who share an address: by carrier-grade NAT, an office, a household. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bucketId } from '../../../../platform/rate-limit/rate-limit-store.ts'
import { GUESS_LIMITS } from '../core/rate-limits.ts'
import { PASSWORD, People } from '../credentials/people.testing.ts'
import { IP, startProxiedProcess, Traveller } from '../devices/devices.testing.ts'
import { TestPerson } from '../factors/person.testing.ts'
import { Browser, codeOf, type IdentityProcess } from '../identity.testing.ts'

let people: People
let proxied: IdentityProcess
beforeAll(async () => {
  people = await People.start()
  proxied = await startProxiedProcess(people.database)
})
afterAll(async () => {
  await proxied?.close()
  await people?.stop()
})
beforeEach(() => people.clearAttempts())

const at = (ip: string, device: string | null = null) => {
  const browser = new Traveller(proxied.url, ip)
  browser.device = device
  return browser
}
const enter = async (email: string, ip: string, { password = PASSWORD, device = null as string | null } = {}) =>
  (await at(ip, device).signIn(email, password)).status
const times = <T>(count: number, act: (index: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, index) => act(index)))

/** Stores so many wrong tries of a moment ago. */
async function fill(kind: string, key: string, tries: number): Promise<void> {
  const now = proxied.platform.clock.now()
  await sql`INSERT INTO platform.rate_limit (bucket, tries, in_flight, last_at)
    VALUES (${bucketId({ kind, key })}, array_fill(${now}::timestamptz, ARRAY[${tries}::integer]), '{}', ${now})`.execute(
    people.database.db,
  )
}
const triesOf = async (kind: string, key: string): Promise<number> => {
  const found = await sql<{ tries: number }>`SELECT cardinality(tries) AS tries FROM platform.rate_limit
    WHERE bucket = ${bucketId({ kind, key })}`.execute(people.database.db)
  return found.rows[0]?.tries ?? 0
}

describe('a neighbour who guesses', () => {
  it('R10 locks no other person out: the others sign in with the right password, new devices included', async () => {
    const [guessed, other, known] = [await people.newPerson(), await people.newPerson(), await people.signedIn()]
    for (let index = 0; index < 30; index++) await enter(guessed.email, IP.bogota, { password: `intento número ${index}` })
    expect(await enter(guessed.email, IP.bogota)).toBe(429)
    expect(await enter(other.email, IP.bogota)).toBe(200)
    expect(await enter(known.email, IP.bogota, { device: known.browser.device })).toBe(200)
    expect(await triesOf('sign-in-network', IP.bogota)).toBe(10)
  })

  it('R10 of 200 parallel tries ten are counted, for the account and for the network', async () => {
    const { email } = await people.newPerson()
    const statuses = await times(200, (index) =>
      enter(email, `2001:db8:1:2::${index.toString(16)}`, { password: `intento número ${index}` }),
    )
    expect([statuses.filter((status) => status === 401).length, statuses.filter((status) => status === 429).length]).toEqual([10, 190])
    expect(await triesOf('sign-in', email)).toBe(10)
    expect(await triesOf('sign-in-network', '2001:db8:1:2::1')).toBe(0)
    expect(await triesOf('sign-in-network', '2001:db8:1:2::/64')).toBe(10)
  })

  it('R10 a password sprayer meets the limit of the network; known devices in it do not', async () => {
    const known = await people.signedIn()
    const sprayed = await people.newPerson()
    await fill('sign-in-network', '2001:db8:1:2::/64', GUESS_LIMITS['sign-in'].network.tries - 1)
    expect(await enter(people.newEmail(), '2001:db8:1:2::1')).toBe(401)
    expect(await enter(people.newEmail(), '2001:db8:1:2::2')).toBe(429)
    expect(await enter(sprayed.email, '2001:db8:1:2::3')).toBe(429)
    // An unchecked try does not count against the account.
    expect(await triesOf('sign-in', sprayed.email)).toBe(0)
    expect(await enter(sprayed.email, '2001:db8:1:3::1')).toBe(200)
    expect(await enter(known.email, '2001:db8:1:2::4', { device: known.browser.device })).toBe(200)
    expect(await enter(known.email, '2001:db8:1:2::4', { device: known.browser.device, password: 'no es esta' })).toBe(401)
  })
})

describe('right approvals', () => {
  it('R10 are not refused because of a neighbour, nor of a person who has the password and guesses the factor from another network', async () => {
    const person = await TestPerson.signedIn(people.here)
    await fill('factor-network', '127.0.0.1', 1_000)
    await fill('factor', person.accountId, 10)
    expect(await person.approve({ call: 'POST /api/account/close', body: { password: PASSWORD } })).not.toBe('')
  })

  it('R10 and neither is the password asked again in a session', async () => {
    const { browser, accountId } = await people.signedIn()
    await fill('current-password-network', '127.0.0.1', 1_000)
    await fill('current-password', accountId, 10)
    const close = (from: Browser, password: string) => from.send('POST', '/api/account/close', { password })
    expect(codeOf(await close(browser, 'no es esta'))).toBe('identity.current_password_wrong')
    const withoutCookie = new Browser(people.here.url)
    withoutCookie.token = browser.token
    expect(codeOf(await close(withoutCookie, PASSWORD))).toBe('identity.too_many_attempts')
    expect((await close(browser, PASSWORD)).status).toBe(200)
  })
})
