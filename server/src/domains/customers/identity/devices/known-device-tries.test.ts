import { RESET_PATH } from '@tunjo/contract/credentials'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OTHER_PASSWORD, PASSWORD, People } from '../credentials/people.testing.ts'
import { Browser, type IdentityProcess } from '../identity.testing.ts'
import { IP, startProxiedProcess, Traveller } from './devices.testing.ts'

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

/** From separate networks, as a botnet does. */
async function useUpTries(email: string, device: string | null = null): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 1; index <= 11; index++) {
    const stranger = new Traveller(proxied.url, `203.0.113.${index}`)
    stranger.device = device
    statuses.push((await stranger.signIn(email, 'no es esta frase')).status)
  }
  return statuses
}
const TEN_TRIES = [...Array(10).fill(401), 429]

describe('tries of a known device', () => {
  it('R10 an attacker who uses up the tries of an account does not lock its person out', async () => {
    const { email, browser } = await people.signedIn()
    expect(await useUpTries(email)).toEqual(TEN_TRIES)
    const own = new Traveller(proxied.url, IP.bogota)
    own.device = browser.device
    expect((await own.signIn(email, PASSWORD)).status).toBe(200)
    expect((await new Traveller(proxied.url, IP.bogotaToo).signIn(email, PASSWORD)).status).toBe(429)
  })

  it('R10 are ten too, and a known device of another account has none', async () => {
    const { email, browser } = await people.signedIn()
    expect(await useUpTries(email, browser.device)).toEqual(TEN_TRIES)
    const { browser: stranger } = await people.signedIn()
    const { email: victim } = await people.newPerson()
    expect(await useUpTries(victim)).toEqual(TEN_TRIES)
    const planted = new Traveller(proxied.url, IP.cartagena)
    planted.device = stranger.device
    expect((await planted.signIn(victim, PASSWORD)).status).toBe(429)
  })

  it('ID-03 are reset with the password', async () => {
    const { email, browser } = await people.signedIn()
    await useUpTries(email, browser.device)
    await people.post('/api/password/reset-request', { email })
    const reset = { token: await people.tokenTo(email, RESET_PATH), password: OTHER_PASSWORD }
    expect((await people.post('/api/password/reset', reset)).status).toBe(200)
    const own = new Browser(people.here.url)
    own.device = browser.device
    expect((await own.signIn(email, OTHER_PASSWORD)).status).toBe(200)
  })
})
