import { EMAIL_CHANGE_PATH, FREEZE_PATH, RESET_PATH } from '@tunjo/contract/credentials'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { Browser, codeOf, startIdentityProcess } from '../identity.testing.ts'
import { DAY_MS, expectSignedOut, MINUTE_MS, OTHER_PASSWORD, PASSWORD, People } from './people.testing.ts'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())
beforeEach(() => people.clearAttempts())

const freeze = (token: string, process = people.here) => people.post('/api/freeze', { token }, process)
const signInCode = async (email: string, password = PASSWORD) => codeOf(await new Browser(people.here.url).signIn(email, password))

/** An attacker who knows the password changed it: the owner has the mail about it. */
async function robbed() {
  const person = await people.signedIn()
  const body = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }
  expect((await person.browser.send('POST', '/api/password', body)).status).toBe(200)
  return { ...person, token: await people.tokenTo(person.email, FREEZE_PATH) }
}

async function changeEmail(browser: Browser, email: string, password = PASSWORD): Promise<string> {
  const newEmail = people.newEmail()
  await browser.send('POST', '/api/email-change', { email: newEmail, password })
  for (const mailbox of [email, newEmail])
    expect((await people.post('/api/email-change/confirm', { token: await people.tokenTo(mailbox, EMAIL_CHANGE_PATH) })).status).toBe(200)
  return newEmail
}

/** The attacker has both mailboxes open for a moment. */
async function robbedOfEmail() {
  const person = await people.signedIn()
  const newEmail = await changeEmail(person.browser, person.email)
  return { ...person, newEmail, token: await people.tokenTo(person.email, FREEZE_PATH) }
}

describe('the link "No fui yo"', () => {
  it('R9 R12 ends every session, blocks the account until a reset by mail, holds withdrawals and notifies', async () => {
    const { email, accountId, browser, token } = await robbed()
    expect(await (await freeze(token)).json()).toEqual({ frozen: true })
    await expectSignedOut(browser)
    expect((await browser.refresh()).status).toBe(401)
    expect(await signInCode(email, OTHER_PASSWORD)).toBe('identity.account_frozen')
    expect(await signInCode(email, 'no es esta frase')).toBe('identity.wrong_credentials')
    expect(await people.holdOf(accountId)).toEqual({ reason: 'account_frozen', hours: 24 })
    const subjects = await people.subjectsTo(email)
    expect(subjects).toContain('Tu cuenta está bloqueada · Tunjo')
    expect(await people.eventsOf(accountId)).toContain('identity.account_frozen')
    expect(await auditTrail(people.database.db, { objectId: accountId })).toMatchObject([
      { action: 'identity.withdrawal_hold_placed', actor: { kind: 'system' }, reason: 'password_changed' },
      { action: 'identity.withdrawal_hold_placed', reason: 'account_frozen', after: { until: expect.any(String) } },
      { action: 'identity.account_frozen', actor: { kind: 'person', accountId, sessionId: null } },
    ])

    const reset = { token: await people.tokenTo(email, RESET_PATH), password: 'ahora sí es la mía' }
    expect((await people.post('/api/password/reset', reset)).status).toBe(200)
    await people.anotherBrowser(email, 'ahora sí es la mía')
  })

  it('works once, also at the same moment', async () => {
    const { token } = await robbed()
    const answers = await Promise.all([freeze(token), freeze(token, people.there), freeze(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    expect(codeOf(await freeze(token))).toBe('identity.freeze_expired')
  })

  it('works for seven days', async () => {
    const later = await startIdentityProcess(people.database)
    try {
      const { token } = await robbed()
      const { token: late } = await robbed()
      later.platform.clock.advance(7 * DAY_MS - MINUTE_MS)
      expect((await freeze(token, later)).status).toBe(200)
      later.platform.clock.advance(2 * MINUTE_MS)
      expect(codeOf(await freeze(late, later))).toBe('identity.freeze_expired')
    } finally {
      await later.close()
    }
  })

  it('a reset that an attacker requested before stops working', async () => {
    const { email, token } = await robbed()
    await people.post('/api/password/reset-request', { email })
    const old = await people.tokenTo(email, RESET_PATH)
    await freeze(token)
    expect(codeOf(await people.post('/api/password/reset', { token: old, password: PASSWORD }))).toBe('identity.reset_expired')
  })

  it('ends a pending change of e-mail', async () => {
    const { email, browser } = await people.signedIn()
    const newEmail = people.newEmail()
    await browser.send('POST', '/api/email-change', { email: newEmail, password: PASSWORD })
    await freeze(await people.tokenTo(email, FREEZE_PATH))
    for (const mailbox of [email, newEmail]) {
      const answer = await people.post('/api/email-change/confirm', { token: await people.tokenTo(mailbox, EMAIL_CHANGE_PATH) })
      expect(codeOf(answer)).toBe('identity.email_change_expired')
    }
  })

  it('refuses a link of another purpose', async () => {
    const { email } = await people.newPerson()
    await people.post('/api/password/reset-request', { email })
    expect(codeOf(await freeze(await people.tokenTo(email, RESET_PATH)))).toBe('identity.freeze_expired')
  })
})

describe('the link of a change of e-mail', () => {
  it('restores the old address, and sends the reset only there', async () => {
    const { email, newEmail, token, accountId } = await robbedOfEmail()
    expect((await freeze(token)).status).toBe(200)
    expect(await people.here.identity.person(accountId)).toMatchObject({ email })
    expect(await signInCode(email)).toBe('identity.account_frozen')
    expect(await signInCode(newEmail)).toBe('identity.wrong_credentials')
    const before = await people.subjectsTo(newEmail)
    await people.post('/api/password/reset-request', { email: newEmail })
    expect(await people.subjectsTo(newEmail)).toEqual(before)
    const reset = { token: await people.tokenTo(email, RESET_PATH), password: OTHER_PASSWORD }
    expect((await people.post('/api/password/reset', reset)).status).toBe(200)
    await people.anotherBrowser(email, OTHER_PASSWORD)
  })

  it('also when an outsider signed up with the old address and did not activate', async () => {
    const { email, token, accountId } = await robbedOfEmail()
    await people.post('/api/sign-up', { email, password: 'la clave del extraño', termsAccepted: true })
    expect((await freeze(token)).status).toBe(200)
    expect(await people.here.identity.person(accountId)).toMatchObject({ email })
  })

  it('so does any link that the old mailbox got before the change: a reset to the new one would go to the attacker', async () => {
    const person = await people.signedIn()
    await person.browser.send('POST', '/api/password', { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD })
    const token = await people.tokenTo(person.email, FREEZE_PATH)
    const newEmail = await changeEmail(person.browser, person.email, OTHER_PASSWORD)
    expect((await freeze(token)).status).toBe(200)
    expect(await people.here.identity.person(person.accountId)).toMatchObject({ email: person.email })
    await people.tokenTo(person.email, RESET_PATH)
    expect(await people.subjectsTo(newEmail)).not.toContain('Restablece tu contraseña de Tunjo')
  })

  it('restores no mailbox in between', async () => {
    const { email, newEmail, token, accountId } = await robbedOfEmail()
    const last = await changeEmail(await people.anotherBrowser(newEmail), newEmail)
    const inBetween = await people.tokenTo(newEmail, FREEZE_PATH)
    expect(await people.here.identity.person(accountId)).toMatchObject({ email: last })
    expect((await freeze(token)).status).toBe(200)
    expect(await people.here.identity.person(accountId)).toMatchObject({ email })
    expect((await freeze(inBetween)).status).toBe(200)
    expect(await people.here.identity.person(accountId)).toMatchObject({ email })
    expect(await people.subjectsTo(newEmail)).not.toContain('Restablece tu contraseña de Tunjo')
  })

  it('suspends the account when another account has the old address by now: no mailbox certainly belongs to the owner', async () => {
    const { email, newEmail, token, accountId } = await robbedOfEmail()
    const account = { email, password: PASSWORD, authorities: ['ROLE_USER'] as const, state: 1 as const, activated: true, langKey: 'es' }
    await people.here.identity.ensureAccount(account)
    expect((await freeze(token)).status).toBe(200)
    expect(await people.here.identity.person(accountId)).toMatchObject({ email: newEmail, state: 3 })
    expect(await signInCode(newEmail)).toBe('identity.account_suspended')
    expect(await people.subjectsTo(newEmail)).not.toContain('Restablece tu contraseña de Tunjo')
  })
})
