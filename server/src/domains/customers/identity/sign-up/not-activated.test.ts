import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteDeadActivations } from '../core/activation-store.ts'
import { DAY_MS, OTHER_PASSWORD, PASSWORD, People } from '../credentials/people.testing.ts'
import { Browser, codeOf } from '../identity.testing.ts'

const GUESS = 'la frase de quien pregunta'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())
beforeEach(() => people.clearAttempts())

const signUp = (email: string, password = GUESS) => people.post('/api/sign-up', { email, password, termsAccepted: true })
const signInCode = async (email: string, password: string) => codeOf(await new Browser(people.here.url).signIn(email, password))

describe('a sign-up with another person’s e-mail, then a sign-in', () => {
  it('ID-02 gets the same answer with and without an account, also days later', async () => {
    const { email: taken } = await people.newPerson()
    const free = people.newEmail()
    for (const email of [taken, free]) expect((await signUp(email)).status).toBe(200)
    const codes = async () => [await signInCode(taken, GUESS), await signInCode(free, GUESS)]
    expect(await codes()).toEqual(['identity.not_activated', 'identity.not_activated'])
    expect([await signInCode(taken, OTHER_PASSWORD), await signInCode(free, OTHER_PASSWORD)]).toEqual([
      'identity.wrong_credentials',
      'identity.wrong_credentials',
    ])
    await people.post('/api/activation/resend', { email: taken })
    await people.post('/api/activation/resend', { email: free })
    await people.mailsTo(taken)
    await deleteDeadActivations(people.database.db, new Date(people.here.platform.clock.now().getTime() + 3 * DAY_MS))
    expect(await codes()).toEqual(['identity.not_activated', 'identity.not_activated'])
  })

  it('leaves nothing that opens the account, whose owner enters as before', async () => {
    const { email, accountId } = await people.newPerson()
    await signUp(email)
    expect(await signInCode(email, GUESS)).toBe('identity.not_activated')
    expect(await signInCode(email, PASSWORD)).toBe(null)
    const tries = await sql<{ result: string }>`SELECT result FROM identity.sign_in WHERE account_id = ${accountId} ORDER BY at`.execute(
      people.database.db,
    )
    expect(tries.rows).toEqual([{ result: 'wrong_password' }, { result: 'entered' }])
  })

  it('a password that was activated proves nothing any more', async () => {
    const email = people.newEmail()
    await signUp(email, PASSWORD)
    await people.post('/api/activate', { token: await people.tokenTo(email, '/users/activate'), password: PASSWORD })
    const browser = await people.anotherBrowser(email)
    const change = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }
    expect((await browser.send('POST', '/api/password', change)).status).toBe(200)
    expect(await signInCode(email, PASSWORD)).toBe('identity.wrong_credentials')
  })
})
