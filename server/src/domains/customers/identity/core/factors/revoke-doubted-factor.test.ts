import { FREEZE_PATH, RESET_PATH } from '@tunjo/contract/credentials'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../../dev/testing/database.ts'
import { TestPerson } from '../../factors/person.testing.ts'
import { SoftwarePasskey } from '../../factors/software-passkey.testing.ts'
import { Browser, codeOf, type IdentityProcess, startIdentityProcess } from '../../identity.testing.ts'

const NEW_PASSWORD = 'ahora sí es la mía'

let database: TestDatabase
let here: IdentityProcess

beforeAll(async () => {
  database = await createTestDatabase()
  here = await startIdentityProcess(database, {}, { guarded: [] })
})
afterAll(async () => {
  await here?.close()
  await database?.drop()
})
beforeEach(() => sql`TRUNCATE platform.rate_limit`.execute(database.owner))

/** Link in the newest mail with this subject. */
async function linkOf(person: TestPerson, page: string, subject: RegExp): Promise<string> {
  const mail = (await person.mails()).find((each) => subject.test(each.subject))
  return new RegExp(`${page}/([\\w-]{43})`).exec(mail?.text ?? '')?.[1] ?? ''
}
const freezeLinkOf = (person: TestPerson, subject: RegExp) => linkOf(person, FREEZE_PATH, subject)
const post = (path: string, body: unknown) => new Browser(here.url).send('POST', path, body)
async function freeze(token: string) {
  const answer = await post('/api/freeze', { token })
  expect([answer.status, codeOf(answer)]).toEqual([200, null])
}
async function reset(person: TestPerson) {
  const token = await linkOf(person, RESET_PATH, /Restablece/)
  expect((await post('/api/password/reset', { token, password: NEW_PASSWORD })).status).toBe(200)
}
async function passkeySignIn(passkey: SoftwarePasskey) {
  const begun = await post('/api/sign-in/passkey/options', undefined)
  const { challengeId, options } = (await begun.json()) as { challengeId: string; options: Record<string, unknown> }
  return post('/api/sign-in/passkey', { challengeId, passkey: passkey.sign(options) })
}
const factorsOf = async (accountId: string) =>
  (
    await sql`SELECT (SELECT count(*)::int FROM identity.totp WHERE account_id = ${accountId}) AS totp,
      (SELECT count(*)::int FROM identity.passkey WHERE account_id = ${accountId}) AS passkeys,
      (SELECT count(*)::int FROM identity.recovery_code WHERE account_id = ${accountId}) AS codes`.execute(database.db)
  ).rows[0]

describe('the link "No fui yo" of an added factor', () => {
  it('R9 revokes the passkey of an attacker: after the reset it opens nothing and asks for nothing', async () => {
    const person = await TestPerson.signedIn(here)
    const stolen = new SoftwarePasskey(here.platform.settings.publicUrl)
    expect((await person.addPasskey(stolen, 'Del ladrón')).status).toBe(200)
    await freeze(await freezeLinkOf(person, /llave/i))
    await reset(person)
    expect(codeOf(await passkeySignIn(stolen))).toBe('identity.passkey_refused')
    expect((await new Browser(here.url).signIn(person.email, NEW_PASSWORD)).status).toBe(200)
    expect(await factorsOf(person.accountId)).toEqual({ totp: 0, passkeys: 0, codes: 0 })
    expect((await person.mails()).filter(({ text }) => text.includes('Del ladrón'))).toHaveLength(2)
  })

  it('R9 revokes an authenticator app, and leaves the earlier factors', async () => {
    const person = await TestPerson.signedIn(here)
    await person.addPasskey()
    await person.addTotp()
    expect(await factorsOf(person.accountId)).toEqual({ totp: 1, passkeys: 1, codes: 10 })
    await freeze(await freezeLinkOf(person, /aplicación|códigos/i))
    expect(await factorsOf(person.accountId)).toEqual({ totp: 0, passkeys: 1, codes: 10 })
    await reset(person)
    expect((await passkeySignIn(person.passkey)).status).toBe(200)
  })

  it('does not revoke an app that was added later', async () => {
    const person = await TestPerson.signedIn(here)
    await person.addTotp()
    const old = await freezeLinkOf(person, /aplicación|códigos/i)
    await sql`UPDATE identity.totp SET confirmed_at = confirmed_at + interval '1 minute' WHERE account_id = ${person.accountId}`.execute(
      database.db,
    )
    await freeze(old)
    expect(await factorsOf(person.accountId)).toEqual({ totp: 1, passkeys: 0, codes: 10 })
  })

  it('R6 a session that a concurrent freeze ended adds no factor', async () => {
    const person = await TestPerson.signedIn(here)
    const begun = await person.guarded('POST', '/api/factors/passkeys/options', { call: 'POST /api/factors/passkeys/options' })
    const { challengeId, options } = (await begun.json()) as { challengeId: string; options: unknown }
    await sql`UPDATE identity.session SET ended_at = now(), end_reason = 'account_frozen' WHERE account_id = ${person.accountId}`.execute(
      database.db,
    )
    // The process still has the session in its cache of two seconds.
    const late = { challengeId, passkey: person.passkey.register(options), name: 'Tarde' }
    expect(codeOf(await person.browser.send('POST', '/api/factors/passkeys', late))).toBe('identity.session_expired')
    expect(await factorsOf(person.accountId)).toEqual({ totp: 0, passkeys: 0, codes: 0 })
  })
})
