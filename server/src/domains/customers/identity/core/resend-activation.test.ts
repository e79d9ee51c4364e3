import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TERMS_IN_FORCE } from '../../policies/newer-texts.testing.ts'
import { DAY_MS, MINUTE_MS, PASSWORD, People } from '../credentials/people.testing.ts'
import { codeOf } from '../identity.testing.ts'
import { deleteDeadActivations } from './activation-store.ts'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())
beforeEach(() => people.clearAttempts())

const resend = (email: string) => people.post('/api/activation/resend', { email })
const activate = (token: string) => people.post('/api/activate', { token, password: PASSWORD })
const link = (email: string) => people.tokenTo(email, '/users/activate')
async function signedUp(): Promise<string> {
  const email = people.newEmail()
  expect((await people.post('/api/sign-up', { email, password: PASSWORD, termsAccepted: true })).status).toBe(200)
  return email
}

describe('another activation mail', () => {
  it('ID-01 has a new link for the same password and consent; the former link stops working', async () => {
    const email = await signedUp()
    const first = await link(email)
    expect(await (await resend(email)).json()).toEqual({ mailSent: true })
    const second = await link(email)
    expect(second).not.toBe(first)
    expect(codeOf(await activate(first))).toBe('identity.activation_expired')
    expect((await activate(second)).status).toBe(200)
    await people.anotherBrowser(email)
    const consent =
      await sql`SELECT terms_version, data_policy_version, ip, accepted_at < ${people.here.platform.clock.now()} AS "isEarlier"
      FROM identity.consent WHERE account_id = (SELECT id FROM identity.account WHERE email = ${email})`.execute(people.database.db)
    expect(consent.rows).toEqual([{ terms_version: TERMS_IN_FORCE, data_policy_version: '2026-01', ip: '127.0.0.1', isEarlier: true }])
  })

  it('ID-01 works after the former link has expired and was deleted', async () => {
    const email = await signedUp()
    await link(email)
    await sql`UPDATE identity.activation SET expires_at = expires_at - interval '25 hours'`.execute(people.database.db)
    await deleteDeadActivations(people.database.db, people.here.platform.clock.now())
    await resend(email)
    expect((await activate(await link(email))).status).toBe(200)
    await deleteDeadActivations(people.database.db, new Date(people.here.platform.clock.now().getTime() + 2 * DAY_MS + MINUTE_MS))
    const left = await sql`SELECT 1 FROM identity.activation`.execute(people.database.db)
    expect(left.rows).toEqual([])
  })

  it('ID-02 answers the same whether there is something to activate or not; only the mailbox shows it', async () => {
    const pending = await signedUp()
    const { email: active } = await people.newPerson()
    const unknown = people.newEmail()
    const answers = await Promise.all([pending, active, unknown].map(async (email) => (await resend(email)).json()))
    expect(answers).toEqual(Array(3).fill({ mailSent: true }))
    expect(await people.subjectsTo(pending)).toEqual(Array(2).fill('Activa tu cuenta de Tunjo'))
    expect(await people.subjectsTo(active)).toEqual(['Ya tienes una cuenta de Tunjo'])
    expect(await people.subjectsTo(unknown)).toEqual([])
  })

  it('R31 together with sign-ups a mailbox gets at most five an hour', async () => {
    const email = await signedUp()
    const statuses: number[] = []
    for (let index = 0; index < 5; index++) statuses.push((await resend(email)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })

  it('ID-03 a person without the password gets the activation before a reset', async () => {
    const email = await signedUp()
    await people.post('/api/password/reset-request', { email })
    expect(await people.subjectsTo(email)).toEqual(Array(2).fill('Activa tu cuenta de Tunjo'))
  })
})
