import type { Device, Session } from '@tunjo/contract/devices'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { Browser, codeOf } from '../identity.testing.ts'
import { atHome, IP, newSignInAt, PASSWORD, PHONE, questionsTo, startTwoProcesses, Traveller } from './devices.testing.ts'

const { database, here, direct } = await startTwoProcesses()

describe('sessions and devices', () => {
  const sessionsOf = async (browser: Browser) => (await (await browser.send('GET', '/api/sessions')).json()) as Session[]

  it('SEC-66 one session is ended by its person, immediately here and within 5 seconds in other processes', async () => {
    const { email, home } = await atHome(here)
    const phone = new Traveller(here.url, IP.bogota, PHONE)
    await phone.signIn(email, PASSWORD)
    const elsewhere = new Browser(direct.url)
    elsewhere.token = phone.token
    expect((await elsewhere.account()).status).toBe(200)
    const sessions = await sessionsOf(home)
    expect(sessions).toMatchObject([
      { current: true, place: 'Bogotá, Colombia', system: 'Windows 10 u 11', browser: 'Chrome' },
      { current: false, ip: IP.bogota, system: 'iOS 18', deviceKind: 'mobile', browser: 'Safari' },
    ])
    expect((await home.send('DELETE', `/api/sessions/${sessions[1]?.id}`)).status).toBe(200)
    expect((await phone.account()).status).toBe(401)
    expect((await phone.refresh()).status).toBe(401)
    await expect.poll(async () => (await elsewhere.account()).status, { timeout: 5_000 }).toBe(401)
    expect((await home.send('DELETE', `/api/sessions/${sessions[1]?.id}`)).status).toBe(404)
    expect(await sessionsOf(home)).toHaveLength(1)
  })

  it("SEC-66 another person's session, and one that never existed, are the same 404", async () => {
    const { home } = await atHome(here)
    const other = await atHome(here)
    const [theirs] = await sessionsOf(other.home)
    for (const id of [theirs?.id, 'nada', '0197f4a2-0000-7000-8000-000000000000'])
      expect(codeOf(await home.send('DELETE', `/api/sessions/${id}`))).toBe('request.not_found')
    expect((await other.home.account()).status).toBe(200)
  })

  it('SEC-66 every other session ends with one call', async () => {
    const { email, home } = await atHome(here)
    const others = [new Traveller(here.url, IP.bogota, PHONE), new Traveller(here.url, IP.bogota)]
    for (const other of others) await other.signIn(email, PASSWORD)
    expect(await (await home.send('POST', '/api/sessions/end-others')).json()).toEqual({ ended: 2 })
    for (const other of others) expect((await other.account()).status).toBe(401)
    expect((await home.account()).status).toBe(200)
  })

  it('ID-05 a removed device is unknown again; a blocked one may return as unknown; only its person may remove it', async () => {
    const { email, home } = await atHome(here)
    const phone = await newSignInAt(here, email, IP.bogota)
    const devices = (await (await home.send('GET', '/api/devices')).json()) as Device[]
    expect(devices.map(({ state, current }) => [state, current])).toEqual([
      ['unconfirmed', false],
      ['known', true],
    ])
    const id = devices[0]?.id
    await sql`UPDATE identity.device SET state = 'blocked' WHERE id = ${id}`.execute(database.db)
    expect(codeOf(await phone.signIn(email, PASSWORD))).toBe('identity.device_blocked')
    const other = await atHome(here)
    expect((await other.home.send('DELETE', `/api/devices/${id}`)).status).toBe(404)
    expect((await home.send('DELETE', `/api/devices/${id}`)).status).toBe(200)
    expect((await home.send('DELETE', `/api/devices/${id}`)).status).toBe(404)
    const before = await questionsTo(here, email)
    expect((await phone.signIn(email, PASSWORD)).status).toBe(200)
    expect(await questionsTo(here, email)).toBe(before + 1)
  })
})
