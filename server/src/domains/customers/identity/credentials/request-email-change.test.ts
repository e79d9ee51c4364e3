import { EMAIL_CHANGE_PATH, FREEZE_PATH, RESET_PATH } from '@tunjo/contract/credentials'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Browser, codeOf, startIdentityProcess } from '../identity.testing.ts'
import { DAY_MS, expectSignedOut, MINUTE_MS, PASSWORD, People } from './people.testing.ts'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())
beforeEach(() => people.clearAttempts())

const ask = (browser: Browser, email: string, password = PASSWORD) => browser.send('POST', '/api/email-change', { email, password })
const confirm = (token: string, process = people.here) => people.post('/api/email-change/confirm', { token }, process)
const link = (email: string) => people.tokenTo(email, EMAIL_CHANGE_PATH)
const pendingOf = async (browser: Browser) =>
  ((await (await browser.send('GET', '/api/email-change')).json()) as { pending: unknown }).pending
const ALREADY = 'Ya tienes una cuenta de Tunjo'
const CHANGED = 'Tu correo cambió · Tunjo'

async function asked() {
  const person = await people.signedIn()
  const newEmail = people.newEmail()
  expect((await ask(person.browser, newEmail)).status).toBe(200)
  return { ...person, newEmail }
}

describe('change of e-mail', () => {
  it('ID-09 R9 is made when both mailboxes agreed: sessions end, withdrawals wait, both are notified', async () => {
    const { browser, email, accountId, newEmail } = await asked()
    expect(await pendingOf(browser)).toEqual({
      email: newEmail,
      confirmedByOld: false,
      confirmedByNew: false,
      expiresAt: expect.stringMatching(/Z$/),
    })
    expect(await people.subjectsTo(email)).toContain('Pediste cambiar tu correo · Tunjo')
    expect(await (await confirm(await link(newEmail))).json()).toEqual({ state: 'waiting_for_other' })
    expect(await pendingOf(browser)).toMatchObject({ confirmedByOld: false, confirmedByNew: true })
    expect((await browser.account()).status).toBe(200)
    expect(await people.holdOf(accountId)).toBeNull()

    expect(await (await confirm(await link(email))).json()).toEqual({ state: 'changed' })
    await expectSignedOut(browser)
    expect(codeOf(await new Browser(people.here.url).signIn(email, PASSWORD))).toBe('identity.wrong_credentials')
    const again = await people.anotherBrowser(newEmail)
    expect(await (await again.account()).json()).toMatchObject({ id: accountId, email: newEmail })
    expect(await pendingOf(again)).toBeNull()
    expect(await people.holdOf(accountId)).toEqual({ reason: 'email_changed', hours: 24 })
    expect((await people.subjectsTo(email))[0]).toBe(CHANGED)
    const [confirmation] = await people.mailsTo(newEmail)
    expect([confirmation?.subject, confirmation?.text.includes(FREEZE_PATH)]).toEqual([CHANGED, false])
    expect(await people.tokenTo(email, FREEZE_PATH)).toHaveLength(43)
    expect(await people.eventsOf(accountId)).toContain('identity.email_changed')
    const bell = (await (await again.send('GET', '/api/notices')).json()) as { results: { kind: string }[] }
    expect(bell.results.filter(({ kind }) => kind === 'identity.email_changed')).toHaveLength(1)
  })

  it('ID-09 each link works once, and both at the same moment make one change', async () => {
    const { email, newEmail, accountId } = await asked()
    const tokens = [await link(email), await link(newEmail)]
    const answers = await Promise.all([...tokens, ...tokens].map((token, index) => confirm(token, index % 2 ? people.there : people.here)))
    const states = await Promise.all(
      answers.map(async (answer) => (answer.ok ? ((await answer.json()) as { state: string }).state : codeOf(answer))),
    )
    expect(states.sort()).toEqual(['changed', ...Array(2).fill('identity.email_change_expired'), 'waiting_for_other'])
    expect((await people.eventsOf(accountId)).filter((type) => type === 'identity.email_changed')).toHaveLength(1)
    await people.anotherBrowser(newEmail)
  })

  it('ID-09 one mailbox alone changes nothing, and the links end after 24 hours', async () => {
    const { email, newEmail, browser } = await asked()
    const later = await startIdentityProcess(people.database)
    try {
      expect((await confirm(await link(email))).status).toBe(200)
      later.platform.clock.advance(DAY_MS + MINUTE_MS)
      expect(codeOf(await confirm(await link(newEmail), later))).toBe('identity.email_change_expired')
      expect(await (await browser.account()).json()).toMatchObject({ email })
    } finally {
      await later.close()
    }
  })

  it('ID-09 when it is cancelled, its links stop working; another one ends the former', async () => {
    const { browser, email, newEmail } = await asked()
    expect(await (await browser.send('DELETE', '/api/email-change')).json()).toEqual({ pending: null })
    expect(await pendingOf(browser)).toBeNull()
    for (const mailbox of [email, newEmail]) expect(codeOf(await confirm(await link(mailbox)))).toBe('identity.email_change_expired')
    const first = people.newEmail()
    const second = people.newEmail()
    await ask(browser, first)
    await ask(browser, second)
    expect(codeOf(await confirm(await link(first)))).toBe('identity.email_change_expired')
    expect((await confirm(await link(second))).status).toBe(200)
    expect(await pendingOf(browser)).toMatchObject({ email: second, confirmedByNew: true })
  })

  it.each([
    ['no-es-un-correo', PASSWORD, 'identity.email_invalid'],
    ['otro@correo.example', 'no es esta frase', 'identity.current_password_wrong'],
    [null, PASSWORD, 'identity.email_same'],
  ])('ID-09 %j with %j is refused with %s', async (typed, password, code) => {
    const { browser, email } = await people.signedIn()
    expect(codeOf(await ask(browser, typed ?? ` ${email.toUpperCase()} `, password))).toBe(code)
    expect(await pendingOf(browser)).toBeNull()
  })

  it('R31 cannot be used to flood a mailbox', async () => {
    const { browser } = await people.signedIn()
    const victim = people.newEmail()
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) statuses.push((await ask(browser, victim)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await people.mailsTo(victim)).toHaveLength(5)
  })
})

describe('an address that has an account', () => {
  it('ID-02 is not disclosed: the answer is the same, its owner gets a mail without a link', async () => {
    const { email: taken } = await people.newPerson()
    const one = await people.signedIn()
    const other = await people.signedIn()
    const ofTaken = await ask(one.browser, taken)
    const free = people.newEmail()
    const ofFree = await ask(other.browser, free)
    const shape = async (answer: Response) => {
      const { pending } = (await answer.json()) as { pending: Record<string, unknown> }
      return [answer.status, { ...pending, email: null, expiresAt: null }]
    }
    expect(await shape(ofTaken)).toEqual(await shape(ofFree))
    expect(await people.subjectsTo(taken)).toEqual([ALREADY])
    expect((await people.mailsTo(taken))[0]?.text).not.toContain(EMAIL_CHANGE_PATH)
  })

  it('ID-09 taken in the meantime, the link is reported as expired, its owner is notified and the change has ended', async () => {
    const { browser, email, newEmail } = await asked()
    await confirm(await link(email))
    const token = await link(newEmail)
    await people.here.identity.ensureAccount({
      email: newEmail,
      password: PASSWORD,
      authorities: ['ROLE_USER'],
      state: 1,
      activated: true,
      langKey: 'es',
    })
    expect(codeOf(await confirm(token))).toBe('identity.email_change_expired')
    expect((await people.subjectsTo(newEmail))[0]).toBe(ALREADY)
    expect(await pendingOf(browser)).toBeNull()
    expect(await (await browser.account()).json()).toMatchObject({ email })
  })

  it('ID-09 two people who ask for one address: one gets it', async () => {
    const newEmail = people.newEmail()
    const tokens: string[] = []
    const askers = [await people.signedIn(), await people.signedIn()]
    for (const { browser, email } of askers) {
      await ask(browser, newEmail)
      await confirm(await link(email))
      tokens.push(await link(newEmail))
    }
    const answers = await Promise.all(tokens.map((token, index) => confirm(token, index ? people.there : people.here)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  it('ID-09 a sign-up that was not activated does not block the address for its owner', async () => {
    const { email, newEmail } = await asked()
    await people.post('/api/sign-up', { email: newEmail, password: 'la clave del extraño', termsAccepted: true })
    const change = (await people.mailsTo(newEmail)).map(({ text }) => /confirm-email\/([\w-]{43})/.exec(text)?.[1]).find(Boolean) ?? ''
    await confirm(await link(email))
    expect(await (await confirm(change)).json()).toEqual({ state: 'changed' })
    await people.anotherBrowser(newEmail)
  })
})

describe('a change of e-mail and other links', () => {
  it('ID-03 a reset link in the old mailbox does not take the account back', async () => {
    const { email, newEmail } = await asked()
    await people.post('/api/password/reset-request', { email })
    const token = await people.tokenTo(email, RESET_PATH)
    await confirm(await link(email))
    await confirm(await link(newEmail))
    expect(codeOf(await people.post('/api/password/reset', { token, password: 'la clave del ladrón' }))).toBe('identity.reset_expired')
  })
})
