import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Browser, codeOf } from '../identity.testing.ts'
import { expectSignedOut, OTHER_PASSWORD, PASSWORD, People } from './people.testing.ts'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())
beforeEach(() => people.clearAttempts())

const change = (browser: Browser, currentPassword = PASSWORD, newPassword = OTHER_PASSWORD) =>
  browser.send('POST', '/api/password', { currentPassword, newPassword })

describe('change of password', () => {
  it('ID-03 R9 ends the other sessions, keeps this one, holds withdrawals and notifies by mail', async () => {
    const { email, accountId, browser } = await people.signedIn()
    const other = await people.anotherBrowser(email)
    expect(await (await change(browser)).json()).toEqual({ changed: true })
    await expectSignedOut(other)
    expect((await other.refresh()).status).toBe(401)
    expect((await browser.account()).status).toBe(200)
    expect((await browser.refresh()).status).toBe(200)
    expect(await (await browser.send('GET', '/api/account/hold')).json()).toEqual({
      hold: { until: expect.stringMatching(/Z$/), reason: 'password_changed' },
    })
    expect(await people.holdOf(accountId)).toEqual({ reason: 'password_changed', hours: 24 })
    expect(await people.subjectsTo(email)).toContain('Cambiaste tu contraseña · Tunjo')
    expect(await people.tokenTo(email, '/users/freeze')).toHaveLength(43)
    expect(codeOf(await new Browser(people.here.url).signIn(email, PASSWORD))).toBe('identity.wrong_credentials')
    await people.anotherBrowser(email, OTHER_PASSWORD)
  })

  it.each([
    ['no es esta frase', OTHER_PASSWORD, 'identity.current_password_wrong'],
    [PASSWORD, PASSWORD, 'identity.password_same'],
    [PASSWORD, 'corta', 'identity.password_too_short'],
    [PASSWORD, 'Password2026!', 'identity.password_too_common'],
  ])('ID-03 %j to %j is refused with %s and changes nothing', async (current, next, code) => {
    const { email, accountId, browser } = await people.signedIn()
    expect(codeOf(await change(browser, current, next))).toBe(code)
    expect(await people.holdOf(accountId)).toBeNull()
    await people.anotherBrowser(email)
  })

  it('R10 a borrowed session cannot guess the password: the 11th try is refused, the right one too', async () => {
    const { browser } = await people.signedIn()
    const statuses: number[] = []
    for (let index = 1; index <= 11; index++) statuses.push((await change(browser, `intento número ${index}`)).status)
    expect(statuses).toEqual([...Array(10).fill(403), 429])
    expect(codeOf(await change(browser))).toBe('identity.too_many_attempts')
  })

  it('ID-03 of two concurrent changes, one wins and the other is refused because the password has changed', async () => {
    const { email, browser } = await people.signedIn()
    const passwords = ['la primera de las frases', 'la segunda de las frases']
    const answers = await Promise.all(passwords.map((password) => change(browser, PASSWORD, password)))
    expect(answers.map(codeOf).sort()).toEqual(['identity.current_password_wrong', null])
    await people.anotherBrowser(email, passwords[answers.findIndex(({ status }) => status === 200)])
  })

  it('ID-03 needs a session', async () => {
    expect(codeOf(await change(new Browser(people.here.url)))).toBe('identity.not_signed_in')
  })
})

describe('profile', () => {
  it('ID-09 stores the language, returns it with the account, and accepts no other', async () => {
    const { browser, accountId } = await people.signedIn()
    expect(await (await browser.send('PUT', '/api/account/profile', { langKey: 'en' })).json()).toEqual({ langKey: 'en' })
    expect(await (await browser.account()).json()).toMatchObject({ langKey: 'en' })
    expect(await people.eventsOf(accountId)).toContain('identity.account_changed')
    expect(codeOf(await browser.send('PUT', '/api/account/profile', { langKey: '../es' }))).toBe('request.invalid')
  })

  it('ID-09 without a reason there is no hold', async () => {
    const { browser } = await people.signedIn()
    expect(await (await browser.send('GET', '/api/account/hold')).json()).toEqual({ hold: null })
  })
})
