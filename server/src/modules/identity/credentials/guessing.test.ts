import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../testing/test-product.ts'
import { createNotifications } from '../../notifications/index.ts'
import { createPolicies } from '../../policies/index.ts'
import { Browser } from '../identity.testing.ts'
import { createIdentity } from '../index.ts'
import { PASSWORD, People } from './people.testing.ts'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())
beforeEach(() => people.forgetTries())

/** Behind a proxy that is trusted, addresses are those it tells. */
async function behindProxy(database: TestDatabase): Promise<{ platform: TestPlatform; server: TestServer }> {
  const platform = createTestPlatform(database, { trustedProxies: ['127.0.0.1'] })
  const identity = createIdentity(platform, { notifications: createNotifications(platform), policies: createPolicies(platform) })
  return { platform, server: await startTestServer(platform, identity.routes, identity.authenticate) }
}

describe('guessing', () => {
  it('R10 200 tries with rotating headers: ten are looked at', async () => {
    const { email } = await people.newPerson()
    const statuses: number[] = []
    for (let index = 1; index <= 200; index++) {
      const address = `203.0.113.${index}`
      const headers = { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}`, 'true-client-ip': address }
      statuses.push((await new Browser(people.here.url).signIn(email, `intento número ${index}`, headers)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(190).fill(429)])
  })

  it('R10 the addresses of one IPv6 /64 are one network, whatever accounts are tried', async () => {
    const database = await createTestDatabase()
    const { platform, server } = await behindProxy(database)
    try {
      const guess = async (address: string, index: number) =>
        (await new Browser(server.url).signIn(`cuenta${index}@correo.example`, PASSWORD, { 'x-forwarded-for': address })).status
      const statuses: number[] = []
      for (let index = 1; index <= 11; index++) statuses.push(await guess(`2001:db8:1:2::${index.toString(16)}`, index))
      expect(statuses).toEqual([...Array(10).fill(401), 429])
      expect(await guess('2001:db8:1:3::1', 12)).toBe(401)
    } finally {
      await server.close()
      platform.remove()
      await database.drop()
    }
  })
})
