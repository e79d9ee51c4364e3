/** R8, R10, SEC-67: the owner of an attacked account is notified once. */
import { FREEZE_PATH } from '@tunjo/contract/credentials'
import type { StepUp } from '@tunjo/contract/step-up'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { TestPerson } from '../factors/person.testing.ts'
import { Browser, codeOf, type IdentityProcess, startIdentityProcess } from '../identity.testing.ts'

let database: TestDatabase
let here: IdentityProcess
beforeAll(async () => {
  database = await createTestDatabase()
  here = await startIdentityProcess(database)
})
afterAll(async () => {
  await here?.close()
  await database?.drop()
})
beforeEach(() => sql`TRUNCATE platform.rate_limit`.execute(database.owner))

const HOUR_MS = 60 * 60_000
const notified = async (person: TestPerson, subject: string) => (await person.mails()).filter((mail) => mail.subject.startsWith(subject))
const noticesOf = async ({ accountId }: TestPerson, kind: string) => {
  const found = await sql`SELECT 1 FROM notifications.notice WHERE account_id = ${accountId} AND kind = ${kind}`.execute(database.db)
  return found.rows.length
}
/** The link of the mail freezes the account. */
async function freezeBy(text: string): Promise<number> {
  const token = new RegExp(`${FREEZE_PATH}/([\\w-]{43})`).exec(text)?.[1]
  return (await new Browser(here.url).send('POST', '/api/freeze', { token })).status
}

describe('a refresh token that is used twice', () => {
  const SUBJECT = 'Cerramos tu sesión por seguridad'
  async function stolen(person: TestPerson): Promise<void> {
    const thief = new Browser(here.url)
    thief.cookie = person.browser.cookie
    expect((await person.browser.refresh()).status).toBe(200)
    // The owner's browser received the new token.
    expect((await person.browser.account()).status).toBe(200)
    here.platform.clock.advance(11_000)
    await thief.refresh()
    expect((await person.browser.refresh()).status).toBe(401)
  }

  it('R8 is notified by notice and mail, whose link freezes the account', async () => {
    const person = await TestPerson.signedIn(here)
    expect(await notified(person, SUBJECT)).toHaveLength(0)
    await stolen(person)
    const [mail, ...more] = await notified(person, SUBJECT)
    expect([more.length, await noticesOf(person, 'identity.session_copied')]).toEqual([0, 1])
    expect(mail?.text).toContain('cambia tu contraseña')
    expect(await freezeBy(mail?.text ?? '')).toBe(200)
  })

  it('R8 is notified once for any number of repetitions, and again on another day', async () => {
    const person = await TestPerson.signedIn(here)
    await stolen(person)
    for (let round = 0; round < 3; round++) {
      await person.browser.signIn(person.email, 'tres gatos en la ventana')
      await stolen(person)
    }
    expect(await notified(person, SUBJECT)).toHaveLength(1)
    here.platform.clock.advance(24 * HOUR_MS)
    await person.browser.signIn(person.email, 'tres gatos en la ventana')
    await stolen(person)
    expect(await notified(person, SUBJECT)).toHaveLength(2)
  })
})

describe('an approval whose tries are used up', () => {
  const SUBJECT = 'Se agotaron los intentos'
  const CLOSE = { call: 'POST /api/account/close', body: { password: 'tres gatos en la ventana' } }
  async function wearOut(person: TestPerson): Promise<(string | null)[]> {
    await sql`TRUNCATE platform.rate_limit`.execute(database.owner)
    const { id } = (await (await person.begin(CLOSE)).json()) as StepUp
    // Never the right code, for any mailed one.
    return Promise.all(Array.from({ length: 8 }, async () => codeOf(await person.verify(id, { method: 'mail', code: '12345' }))))
  }

  it('R10 is notified by notice and mail, with the operation and the link that freezes the account, and once', async () => {
    const person = await TestPerson.signedIn(here)
    const codes = await wearOut(person)
    expect(codes.filter((code) => code === 'identity.second_factor_wrong')).toHaveLength(5)
    await wearOut(person)
    const [mail, ...more] = await notified(person, SUBJECT)
    expect([more.length, await noticesOf(person, 'identity.approval_worn_out')]).toEqual([0, 1])
    expect(mail?.text).toContain('«Cerrar tu cuenta para siempre»')
    expect(await freezeBy(mail?.text ?? '')).toBe(200)
  })

  it('R10 four wrong tries and a right one cause no notice', async () => {
    const person = await TestPerson.signedIn(here)
    const { id } = (await (await person.begin(CLOSE)).json()) as StepUp
    for (let index = 0; index < 4; index++) await person.verify(id, { method: 'mail', code: '12345' })
    expect((await person.verify(id, { method: 'mail', code: await person.mailedCode() })).status).toBe(200)
    expect(await notified(person, SUBJECT)).toHaveLength(0)
  })
})
