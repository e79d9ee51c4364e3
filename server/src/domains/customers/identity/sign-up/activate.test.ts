import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, OTHER_PASSWORD, PASSWORD, People } from '../credentials/people.testing.ts'
import { Browser, codeOf } from '../identity.testing.ts'

const FOREIGN_PASSWORD = 'la frase de un extraño'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())
beforeEach(() => people.clearAttempts())

async function signUp(email: string, password: string): Promise<string> {
  expect((await people.post('/api/sign-up', { email, password, termsAccepted: true })).status).toBe(200)
  return people.tokenTo(email, '/users/activate')
}
/** Sign-in with the session that the answer opens. */
async function enter(path: string, body: object): Promise<{ code: string | null; browser: Browser }> {
  const browser = new Browser(people.here.url)
  const answer = await browser.send('POST', path, body)
  if (answer.ok) browser.token = ((await answer.clone().json()) as { accessToken: string }).accessToken
  return { code: codeOf(answer), browser }
}
const activate = (token: string, password: string) => enter('/api/activate', { token, password })
const choose = (token: string, email: string, password: string, termsAccepted = true) =>
  enter('/api/activate/new-password', { token, email, password, termsAccepted })
const isOpen = async (browser: Browser) => (await browser.account()).status === 200
const signInCode = async (email: string, password: string) => codeOf(await new Browser(people.here.url).signIn(email, password))

describe('activation', () => {
  it('ID-01 link and password activate and sign in, on a device that is then known', async () => {
    const email = people.newEmail()
    const { code, browser } = await activate(await signUp(email, PASSWORD), PASSWORD)
    expect([code, await isOpen(browser), (await browser.refresh()).status]).toEqual([null, true, 200])
    expect(browser.device).not.toBeNull()
    expect(await people.subjectsTo(email)).toEqual(['Activa tu cuenta de Tunjo'])
    expect(await signInCode(email, PASSWORD)).toBe(null)
  })

  it('ID-01 the link alone activates nothing: a wrong password leaves it as it was', async () => {
    const email = people.newEmail()
    const token = await signUp(email, PASSWORD)
    expect((await activate(token, OTHER_PASSWORD)).code).toBe('identity.activation_password_wrong')
    expect((await enter('/api/activate', { token })).code).toBe('request.invalid')
    expect(await signInCode(email, PASSWORD)).toBe('identity.not_activated')
    expect((await activate(token, PASSWORD)).code).toBe(null)
  })

  it('each link requires the password of its own sign-up, also when a newer one exists', async () => {
    const email = people.newEmail()
    const own = await signUp(email, PASSWORD)
    const strangers = await signUp(email, FOREIGN_PASSWORD)
    expect(strangers).not.toBe(own)
    expect((await activate(strangers, PASSWORD)).code).toBe('identity.activation_password_wrong')
    expect((await activate(own, FOREIGN_PASSWORD)).code).toBe('identity.activation_password_wrong')
    expect((await activate(own, PASSWORD)).code).toBe(null)
    expect((await activate(strangers, FOREIGN_PASSWORD)).code).toBe('identity.activation_expired')
    expect((await choose(strangers, email, FOREIGN_PASSWORD)).code).toBe('identity.activation_expired')
    expect(await signInCode(email, PASSWORD)).toBe(null)
  })

  it('R10 passwords cannot be guessed at a link; choosing another one stays possible', async () => {
    const email = people.newEmail()
    const token = await signUp(email, FOREIGN_PASSWORD)
    const guesses = await Promise.all(Array.from({ length: 14 }, (_, index) => activate(token, `intento número ${index}`)))
    const codes = guesses.map(({ code }) => code).sort()
    expect(codes).toEqual([...Array(10).fill('identity.activation_password_wrong'), ...Array(4).fill('identity.too_many_attempts')])
    expect((await activate(token, FOREIGN_PASSWORD)).code).toBe('identity.too_many_attempts')
    expect((await choose(token, email, PASSWORD)).code).toBe(null)
  })

  it('of ten concurrent uses one succeeds', async () => {
    const email = people.newEmail()
    const token = await signUp(email, PASSWORD)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? activate(token, PASSWORD) : choose(token, email, PASSWORD))),
    )
    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === 'identity.activation_expired')).toHaveLength(9)
  })

  it('opening the link consumes nothing', async () => {
    const email = people.newEmail()
    const token = await signUp(email, PASSWORD)
    const browser = new Browser(people.here.url)
    for (const method of ['HEAD', 'GET'])
      expect((await browser.send(method, `/api/activate?token=${token}`)).status).toBeGreaterThanOrEqual(400)
    expect((await activate(token, PASSWORD)).code).toBe(null)
  })
})

describe('a new password at the activation', () => {
  it('an outsider’s sign-up becomes the account of the mailbox’s owner, with their own password and consent', async () => {
    const email = people.newEmail()
    const token = await signUp(email, FOREIGN_PASSWORD)
    await sql`UPDATE identity.activation SET accepted_at = accepted_at - interval '1 hour', ip = '203.0.113.9'`.execute(people.database.db)
    const { code, browser } = await choose(token, ` ${email.toUpperCase()} `, PASSWORD)
    expect([code, await isOpen(browser)]).toEqual([null, true])
    expect([await signInCode(email, FOREIGN_PASSWORD), await signInCode(email, PASSWORD)]).toEqual(['identity.wrong_credentials', null])
    const consent = await sql<{
      ip: string
      ageMs: number
    }>`SELECT ip, extract(epoch FROM ${people.here.platform.clock.now()} - accepted_at)::float8 * 1000 AS "ageMs"
      FROM identity.consent WHERE account_id = (SELECT id FROM identity.account WHERE email = ${email})`.execute(people.database.db)
    expect(consent.rows).toEqual([{ ip: '127.0.0.1', ageMs: expect.any(Number) }])
    expect(consent.rows[0]?.ageMs).toBeLessThan(DAY_MS / 24 / 2)
  })

  it('a forwarded link does not lead into the account of another mailbox', async () => {
    const email = people.newEmail()
    const token = await signUp(email, FOREIGN_PASSWORD)
    expect((await choose(token, people.newEmail(), PASSWORD)).code).toBe('identity.activation_email_wrong')
    expect((await choose(token, 'no es un correo', PASSWORD)).code).toBe('identity.activation_email_wrong')
    expect(await signInCode(email, FOREIGN_PASSWORD)).toBe('identity.not_activated')
  })

  it.each([
    ['corta', true, 'identity.password_too_short'],
    ['password2026!', true, 'identity.password_too_common'],
    [PASSWORD, false, 'identity.terms_not_accepted'],
  ])('refuses %s with terms %s and keeps the link', async (password, termsAccepted, expected) => {
    const email = people.newEmail()
    const token = await signUp(email, FOREIGN_PASSWORD)
    expect((await choose(token, email, password, termsAccepted)).code).toBe(expected)
    expect((await choose(token, email, PASSWORD)).code).toBe(null)
  })
})
