import type { Device } from '@tunjo/contract/devices'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  atHome,
  CHROME,
  eventsOf,
  IP,
  mailsTo,
  newPerson,
  newSignInAt,
  PASSWORD,
  PHONE,
  questionsTo,
  startTwoProcesses,
  Traveller,
} from '../../devices/devices.testing.ts'
import { Browser, startIdentityProcess } from '../../identity.testing.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const { database, here, direct } = await startTwoProcesses()

const holdOf = (accountId: string) => here.identity.withdrawalHold(database.db, accountId)

describe('familiar sign-ins', () => {
  it('ID-05 the first sign-in makes its device known without a mail; the same browser is never asked again', async () => {
    const { email, accountId, home } = await atHome(here)
    expect(home.device).toMatch(/^device=[\w-]{43}$/)
    expect((await home.signIn(email, PASSWORD)).status).toBe(200)
    expect(await questionsTo(here, email)).toBe(0)
    expect(await holdOf(accountId)).toBeNull()
    const devices = (await (await home.send('GET', '/api/devices')).json()) as Device[]
    expect(devices).toMatchObject([{ system: 'Windows 10 u 11', browser: 'Chrome', deviceKind: 'desktop', state: 'known', current: true }])
  })

  it('ID-05 two concurrent first sign-ins are one known device and one that is asked about', async () => {
    const { email, accountId } = await newPerson(here)
    await Promise.all([new Traveller(here.url, IP.bogota).signIn(email, PASSWORD), newSignInAt(here, email)])
    expect(await questionsTo(here, email)).toBe(1)
    const states = await sql<{ state: string }>`SELECT state FROM identity.device WHERE account_id = ${accountId} ORDER BY state`.execute(
      database.db,
    )
    expect(states.rows.map(({ state }) => state)).toEqual(['known', 'unconfirmed'])
  })

  it('ID-05 the device cookie is HttpOnly, SameSite=Strict, for 400 days and the calls only', async () => {
    const { email } = await newPerson(here)
    const answer = await new Traveller(here.url, IP.bogota).signIn(email, PASSWORD)
    const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('device='))
    expect(line).toMatch(/Max-Age=34560000/)
    expect(line).toMatch(/Path=\/api(;|$)/)
    expect(line).toMatch(/HttpOnly/)
    expect(line).toMatch(/SameSite=Strict/)
  })

  it('ID-05 over https the cookie has the prefix that browsers refuse over plain HTTP', async () => {
    const secure = await startIdentityProcess(database, { publicUrl: 'https://tunjo.example' })
    const { email } = await newPerson(secure)
    const browser = new Browser(secure.url)
    const answer = await browser.signIn(email, PASSWORD)
    expect(answer.headers.getSetCookie().find((cookie) => cookie.includes('device='))).toMatch(/^__Secure-device=[\w-]{43};.*Secure/)
    const key = browser.device
    await browser.signIn(email, PASSWORD)
    expect(browser.device).toBe(key)
    await secure.close()
  })

  it('ID-05 a browser that dropped its cookie is known by system, browser and network together', async () => {
    const { email } = await atHome(here)
    expect((await new Traveller(here.url, IP.bogota, CHROME.replace('138', '139')).signIn(email, PASSWORD)).status).toBe(200)
    expect(await questionsTo(here, email)).toBe(0)
    await new Traveller(here.url, IP.bogota, PHONE).signIn(email, PASSWORD)
    expect(await questionsTo(here, email)).toBe(1)
    await new Traveller(here.url, IP.bogotaToo).signIn(email, PASSWORD)
    expect(await questionsTo(here, email)).toBe(2)
  })

  it('ID-05 a known device is asked about a new city once, and about a new network of a known city never', async () => {
    const { email, accountId, home } = await atHome(here)
    home.ip = IP.bogotaToo
    await home.signIn(email, PASSWORD)
    expect(await questionsTo(here, email)).toBe(0)
    home.ip = IP.cartagena
    await home.signIn(email, PASSWORD)
    expect(await questionsTo(here, email)).toBe(1)
    await home.signIn(email, PASSWORD)
    expect(await questionsTo(here, email)).toBe(1)
    expect(await holdOf(accountId)).toBeNull()
  })

  it('ID-05 a new device in the usual network is asked about, and withdrawals do not wait', async () => {
    const { email, accountId } = await atHome(here)
    await newSignInAt(here, email, IP.bogota)
    const [mail] = await mailsTo(here, email)
    expect(mail?.text).toContain('Bogotá, Colombia')
    expect(mail?.text).toContain(IP.bogota)
    expect(mail?.text).toContain('Safari · iOS 18')
    expect(mail?.text).not.toContain('los retiros quedan en pausa.')
    expect(await holdOf(accountId)).toBeNull()
    expect(await eventsOf(here, accountId, 'identity.unfamiliar_sign_in')).toHaveLength(1)
  })

  it('R9 withdrawals wait 24 hours after a new device in a new network', async () => {
    const { email, accountId } = await atHome(here)
    const stranger = await newSignInAt(here, email)
    expect((await stranger.account()).status).toBe(200)
    const [mail] = await mailsTo(here, email)
    expect(mail?.text).toContain('Estados Unidos')
    expect(mail?.text).toContain('los retiros quedan en pausa.')
    const hold = await holdOf(accountId)
    expect(hold?.reason).toBe('new_device')
    const leftMs = (hold?.until.getTime() ?? 0) - here.platform.clock.now().getTime()
    expect(leftMs).toBeGreaterThan(24 * HOUR_MS - MINUTE_MS)
    expect(leftMs).toBeLessThanOrEqual(24 * HOUR_MS)
    const notices = await sql<{ kind: string }>`SELECT kind FROM notifications.notice WHERE account_id = ${accountId}`.execute(database.db)
    expect(notices.rows).toEqual([{ kind: 'identity.new_sign_in' }])
    expect(await questionsTo(here, email)).toBe((await mailsTo(here, email)).length)
  })

  it('SEC-14 the address that an outsider writes into X-Forwarded-For is ignored', async () => {
    const { email, accountId } = await newPerson(direct)
    await new Traveller(direct.url, IP.bogota).signIn(email, PASSWORD)
    await new Traveller(direct.url, IP.california).signIn(email, PASSWORD)
    const rows = await sql<{
      ip: string
      place: string
    }>`SELECT DISTINCT ip, place FROM identity.sign_in WHERE account_id = ${accountId}`.execute(database.db)
    expect(rows.rows).toEqual([{ ip: '127.0.0.1', place: 'Red local' }])
    expect(await questionsTo(here, email)).toBe(0)
  })
})
