import { sentenceOf } from '@tunjo/contract/sentences'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { Browser, codeOf } from '../identity.testing.ts'
import {
  atHome,
  eventsOf,
  IP,
  locationLinks,
  mailsTo,
  newSignInAt,
  PASSWORD,
  PHONE,
  questionsTo,
  startTwoProcesses,
  Traveller,
} from './devices.testing.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const { database, here, direct } = await startTwoProcesses()

const holdOf = (accountId: string) => here.identity.withdrawalHold(database.db, accountId)
const confirm = (id: string) => new Browser(here.url).send('POST', '/api/non-suspicious-ip', { id })
const deny = (id: string) => new Browser(here.url).send('POST', '/api/suspicious-ip', { id })

async function lastResult(accountId: string): Promise<string | undefined> {
  const last = await sql<{ result: string }>`SELECT result FROM identity.sign_in WHERE account_id = ${accountId}
    ORDER BY at DESC, id DESC LIMIT 1`.execute(database.db)
  return last.rows[0]?.result
}

describe('the two answers', () => {
  it('ADM-13 a sign-in keeps the position of its city, and an answered one counts more than a known browser', async () => {
    const { email, accountId } = await atHome(here)
    await newSignInAt(here, email)
    const origins = async () =>
      (
        await sql<{ isVouched: boolean; isConfirmed: boolean; latitude: number; longitude: number }>`SELECT vouched AS "isVouched",
          confirmed_at IS NOT NULL AS "isConfirmed", latitude, longitude FROM identity.sign_in_origin WHERE account_id = ${accountId}
          ORDER BY at, id`.execute(database.db)
      ).rows
    const [home, away] = [
      { latitude: 4.6, longitude: -74.1 },
      { latitude: 37.4, longitude: -122.1 },
    ]
    expect(await origins()).toEqual([
      { ...home, isVouched: true, isConfirmed: false },
      { ...away, isVouched: false, isConfirmed: false },
    ])
    const links = await locationLinks(here, email)
    await confirm(links.confirm)
    expect((await origins())[1]).toEqual({ ...away, isVouched: true, isConfirmed: true })
    await deny(links.deny)
    expect((await origins())[1]).toEqual({ ...away, isVouched: false, isConfirmed: false })
  })

  it('ID-05 a confirmed device and place are known; the link works once', async () => {
    const { email, accountId } = await atHome(here)
    const stranger = await newSignInAt(here, email)
    const links = await locationLinks(here, email)
    expect(links.confirm).toHaveLength(43)
    expect(await (await confirm(links.confirm)).json()).toEqual({ done: true })
    await stranger.signIn(email, PASSWORD)
    expect(await questionsTo(here, email)).toBe(1)
    expect(await eventsOf(here, accountId, 'identity.location_confirmed')).toHaveLength(1)
    const again = await confirm(links.confirm)
    expect(again.status).toBe(410)
    expect(await again.text()).toBe('El link de validacion ha expirado')
  })

  it('ID-05 both links concurrently, many times: each works exactly once, and the denial wins', async () => {
    const { email, accountId } = await atHome(here)
    await newSignInAt(here, email)
    const links = await locationLinks(here, email)
    const confirms = Array.from({ length: 5 }, () => confirm(links.confirm))
    const denials = Array.from({ length: 5 }, () => deny(links.deny))
    expect((await Promise.all(confirms)).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect((await Promise.all(denials)).filter(({ status }) => status === 200)).toHaveLength(1)
    const states = await sql<{ state: string }>`SELECT state FROM identity.device WHERE account_id = ${accountId} ORDER BY state`.execute(
      database.db,
    )
    expect(states.rows.map(({ state }) => state)).toEqual(['blocked', 'known'])
    expect(await eventsOf(here, accountId, 'identity.location_denied')).toHaveLength(1)
  })

  it('ID-05 confirm works 10 minutes, deny 24 hours; neither for an unknown token, nor for the other purpose', async () => {
    const { email } = await atHome(here)
    await newSignInAt(here, email)
    const links = await locationLinks(here, email)
    expect((await confirm(links.deny)).status).toBe(410)
    expect((await deny(links.confirm)).status).toBe(410)
    expect((await confirm('x'.repeat(43))).status).toBe(410)
    here.platform.clock.advance(10 * MINUTE_MS)
    expect((await confirm(links.confirm)).status).toBe(410)
    here.platform.clock.advance(24 * HOUR_MS - 10 * MINUTE_MS)
    const late = await deny(links.deny)
    expect(late.status).toBe(410)
    expect(await late.text()).toBe('El link para validar una ip como sospechosa ha expirado')
  })

  it('ID-05 a denial ends the sessions of its device and network, blocks the device, holds withdrawals, forces a reset', async () => {
    const { email, accountId, home } = await atHome(here)
    const stranger = await newSignInAt(here, email)
    const elsewhere = new Traveller(direct.url, IP.california, PHONE)
    elsewhere.token = stranger.token
    expect((await elsewhere.account()).status).toBe(200)
    const links = await locationLinks(here, email)
    expect((await deny(links.deny)).status).toBe(200)

    expect((await stranger.account()).status).toBe(401)
    expect((await stranger.refresh()).status).toBe(401)
    await expect.poll(async () => (await elsewhere.account()).status, { timeout: 5_000 }).toBe(401)
    expect((await home.account()).status).toBe(200)
    expect((await holdOf(accountId))?.reason).toBe('device_denied')
    expect((await confirm(links.confirm)).status).toBe(410)
    expect((await deny(links.deny)).status).toBe(410)
    expect(codeOf(await home.signIn(email, PASSWORD))).toBe('identity.reset_required')
    expect(await lastResult(accountId)).toBe('refused')
    expect(await eventsOf(here, accountId, 'identity.location_denied')).toMatchObject([{ payload: { ip: IP.california, country: 'US' } }])
    const kinds = await sql<{
      kind: string
    }>`SELECT kind FROM notifications.notice WHERE account_id = ${accountId} ORDER BY at, id`.execute(database.db)
    expect(kinds.rows.map(({ kind }) => kind)).toEqual(['identity.new_sign_in', 'identity.location_denied'])

    const mails = await mailsTo(here, email)
    const token = mails.map(({ text }) => /\/users\/reset-password\/([\w-]+)/.exec(text)?.[1]).find(Boolean)
    const password = 'cuatro perros junto al mar'
    expect((await home.send('POST', '/api/password/reset', { token, password })).status).toBe(200)
    expect((await home.signIn(email, password)).status).toBe(200)
    expect(codeOf(await stranger.signIn(email, password))).toBe('identity.device_blocked')
    expect(await lastResult(accountId)).toBe('refused')

    here.platform.clock.advance(24 * HOUR_MS + 1)
    expect(await holdOf(accountId)).toBeNull()
  })

  it('ID-05 a denial sends the reset to the mailbox it came from, also when the attacker changed the e-mail since', async () => {
    const { email, accountId } = await atHome(here)
    const stranger = await newSignInAt(here, email)
    const { deny: link } = await locationLinks(here, email)
    const newEmail = `ladron-${email}`
    expect((await stranger.send('POST', '/api/email-change', { email: newEmail, password: PASSWORD })).status).toBe(200)
    for (const mailbox of [email, newEmail]) {
      const texts = (await mailsTo(here, mailbox)).map(({ text }) => text)
      const token = texts.map((text) => /\/users\/confirm-email\/([\w-]+)/.exec(text)?.[1]).find(Boolean)
      expect((await stranger.send('POST', '/api/email-change/confirm', { token })).status).toBe(200)
    }
    expect(await here.identity.person(accountId)).toMatchObject({ email: newEmail })
    expect((await deny(link)).status).toBe(200)
    expect(await here.identity.person(accountId)).toMatchObject({ email })
    const withReset = async (mailbox: string) =>
      (await mailsTo(here, mailbox)).filter(({ text }) => text.includes('/users/reset-password/'))
    expect(await withReset(email)).toHaveLength(1)
    expect(await withReset(newEmail)).toEqual([])
  })

  it('ID-05 a denial after the confirmation undoes it', async () => {
    const { email } = await atHome(here)
    const stranger = await newSignInAt(here, email)
    const links = await locationLinks(here, email)
    expect((await confirm(links.confirm)).status).toBe(200)
    here.platform.clock.advance(20 * HOUR_MS)
    expect((await deny(links.deny)).status).toBe(200)
    expect((await stranger.account()).status).toBe(401)
    await sql`UPDATE identity.account SET reset_required_at = NULL WHERE email = ${email}`.execute(database.db)
    expect(codeOf(await stranger.signIn(email, PASSWORD))).toBe('identity.device_blocked')
    stranger.device = null
    await stranger.signIn(email, PASSWORD)
    expect(await questionsTo(here, email)).toBe(2)
  })

  const OUR_PAGE = { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
  const LOOKS: [name: string, method: string, headers: Record<string, string>][] = [
    ['a HEAD', 'HEAD', {}],
    ['a prefetch', 'GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['an old prefetch', 'GET', { purpose: 'prefetch' }],
    ['a Mozilla prefetch', 'GET', { 'x-moz': 'prefetch' }],
    ['a navigation', 'GET', { 'sec-fetch-dest': 'document' }],
    ['a picture', 'GET', { 'sec-fetch-dest': 'image' }],
    ['a page of another site', 'GET', { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' }],
    ['a scanner of mails', 'GET', {}],
    ['a HEAD with the metadata of our page', 'HEAD', OUR_PAGE],
  ]
  it('SEC-12 R26 opening a link consumes nothing; the call of our page does', async () => {
    const { email, accountId } = await atHome(here)
    await newSignInAt(here, email)
    const links = await locationLinks(here, email)
    for (const [name, method, headers] of LOOKS)
      for (const path of [`/api/non-suspicious-ip?id=${links.confirm}`, `/api/suspicious-ip?id=${links.deny}`]) {
        const answer = await new Browser(here.url).send(method, path, undefined, headers)
        expect([name, answer.status]).toEqual([name, method === 'HEAD' ? 404 : 410])
      }
    const used = await sql`SELECT 1 FROM identity.link WHERE account_id = ${accountId} AND used_at IS NOT NULL`.execute(database.db)
    expect(used.rows).toEqual([])
    expect((await new Browser(here.url).send('GET', `/api/non-suspicious-ip?id=${links.confirm}`, undefined, OUR_PAGE)).status).toBe(200)
    const program = { authorization: 'Bearer of-a-program' }
    expect((await new Browser(here.url).send('GET', `/api/suspicious-ip/?id=${links.deny}`, undefined, program)).status).toBe(200)
  })

  it('the sentences of the two expired links are those of the specification', () => {
    expect(sentenceOf('identity.location_link_expired', {})).toBe('El link de validacion ha expirado')
    expect(sentenceOf('identity.deny_link_expired', {})).toBe('El link para validar una ip como sospechosa ha expirado')
  })
})
