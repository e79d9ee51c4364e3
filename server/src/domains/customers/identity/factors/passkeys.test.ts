import type { StepUp } from '@tunjo/contract/step-up'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { Browser, codeOf, type IdentityProcess, startIdentityProcess } from '../identity.testing.ts'
import { TestPerson } from './person.testing.ts'
import { type Fault, SoftwarePasskey } from './software-passkey.testing.ts'

const ORIGIN = 'http://localhost:8080'
const OPTIONS = { call: 'POST /api/factors/passkeys/options' }
const NEW_CODES = { call: 'POST /api/factors/recovery-codes' }

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

interface Challenge {
  challengeId: string
  options: Record<string, unknown>
}
interface ListedPasskey {
  id: string
  name: string
  backedUp: boolean
  lastUsedAt: string | null
}
const passkeysOf = async ({ browser }: TestPerson) =>
  ((await (await browser.send('GET', '/api/factors')).json()) as { passkeys: ListedPasskey[]; recoveryCodesLeft: number }).passkeys

async function withPasskey(): Promise<TestPerson> {
  const person = await TestPerson.signedIn(here)
  expect((await person.addPasskey()).status).toBe(200)
  return person
}
async function signInByPasskey(passkey: SoftwarePasskey, fault: Fault = {}) {
  const browser = new Browser(here.url)
  const { challengeId, options } = (await (await browser.send('POST', '/api/sign-in/passkey/options')).json()) as Challenge
  const body = { challengeId, passkey: passkey.sign(options, fault) }
  const answer = await browser.send('POST', '/api/sign-in/passkey', body)
  if (answer.ok) browser.token = ((await answer.clone().json()) as { accessToken: string }).accessToken
  return { browser, answer, body }
}

describe('passkeys', () => {
  it('ID-09 are added with a name, listed, renamed and removed; with the last one the recovery codes go', async () => {
    const person = await withPasskey()
    expect(person.recoveryCodes).toHaveLength(10)
    const [passkey] = await passkeysOf(person)
    expect(passkey).toEqual({ id: expect.any(String), name: 'Portátil', addedAt: expect.any(String), lastUsedAt: null, backedUp: true })
    const path = `/api/factors/passkeys/${passkey?.id}`
    const renamed = await person.browser.send('PUT', path, { name: '  Llave azul ' })
    expect(((await renamed.json()) as ListedPasskey).name).toBe('Llave azul')
    expect(codeOf(await person.browser.send('PUT', path, { name: ' ' }))).toBe('request.invalid')
    for (const name of ['Mía\n\nLlama al 123', 'Mía\u202Eluza', 'Mía\u200b'])
      expect(codeOf(await person.browser.send('PUT', path, { name }))).toBe('request.text_unseen')
    const other = await withPasskey()
    expect(codeOf(await other.browser.send('PUT', path, { name: 'Mía' }))).toBe('identity.factor_not_found')
    const removal = { call: 'DELETE /api/factors/passkeys/:id', params: { id: passkey?.id ?? '' } }
    expect(codeOf(await other.begin(removal))).toBe('identity.factor_not_found')

    const asked = (await (await person.begin(removal)).json()) as StepUp
    expect([asked.title, asked.details]).toEqual(['Quitar una llave de acceso', [{ label: 'Llave', value: 'Llave azul' }]])
    expect((await person.guarded('DELETE', path, removal)).status).toBe(200)
    const after = await person.browser.send('GET', '/api/factors')
    expect(await after.json()).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0, required: false })
    expect((await signInByPasskey(person.passkey)).answer.status).toBe(403)
  })

  it('require user verification and a discoverable credential', async () => {
    const person = await TestPerson.signedIn(here)
    const { options } = (await (await person.guarded('POST', '/api/factors/passkeys/options', OPTIONS)).json()) as Challenge
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Tunjo' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
  })

  it('a second factor leaves the recovery codes as they are; one passkey is registered once', async () => {
    const person = await withPasskey()
    const second = await person.addPasskey(new SoftwarePasskey(ORIGIN), 'Teléfono')
    expect(((await second.json()) as { recoveryCodes: unknown }).recoveryCodes).toBeNull()
    expect(codeOf(await person.addPasskey(person.passkey, 'Otra vez'))).toBe('identity.passkey_refused')
    expect((await passkeysOf(person)).map(({ name }) => name)).toEqual(['Portátil', 'Teléfono'])
  })

  it('are limited to ten', async () => {
    const person = await withPasskey()
    for (let index = 2; index <= 10; index++) {
      await sql`TRUNCATE platform.rate_limit`.execute(database.owner)
      expect((await person.addPasskey(new SoftwarePasskey(ORIGIN), `Llave ${index}`)).status).toBe(200)
    }
    expect(codeOf(await person.guarded('POST', '/api/factors/passkeys/options', OPTIONS))).toBe('identity.too_many_passkeys')
  })

  it.each<[string, Fault]>([
    ['of another page', { origin: 'https://tunjo.example.evil' }],
    ['of another site', { relyingParty: 'evil.example' }],
    ['of an owner that the device did not check', { unverified: true }],
    ['of another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('an answer %s neither registers nor signs in', async (_, fault) => {
    const person = await withPasskey()
    const begun = await person.guarded('POST', '/api/factors/passkeys/options', OPTIONS)
    const { challengeId, options } = (await begun.json()) as Challenge
    const body = { challengeId, passkey: new SoftwarePasskey(ORIGIN).register(options, fault), name: 'Mala' }
    expect(codeOf(await person.browser.send('POST', '/api/factors/passkeys', body))).toBe('identity.passkey_refused')
    expect(codeOf((await signInByPasskey(person.passkey, fault)).answer)).toBe('identity.passkey_refused')
    expect((await signInByPasskey(person.passkey)).answer.status).toBe(200)
  })

  it('a challenge works once, for its purpose, its session, and five minutes', async () => {
    const person = await withPasskey()
    const { answer, body } = await signInByPasskey(person.passkey)
    expect(answer.status).toBe(200)
    expect(codeOf(await new Browser(here.url).send('POST', '/api/sign-in/passkey', body))).toBe('identity.passkey_refused')

    const options = await person.browser.send('POST', '/api/sign-in/passkey/options')
    const signIn = (await options.json()) as Challenge
    const made = new SoftwarePasskey(ORIGIN)
    const registration = {
      challengeId: signIn.challengeId,
      passkey: made.register({ ...signIn.options, rp: { id: 'localhost' } }),
      name: 'x',
    }
    expect(codeOf(await person.browser.send('POST', '/api/factors/passkeys', registration))).toBe('identity.passkey_refused')

    const other = await TestPerson.signedIn(here)
    const begin = async () => (await (await person.guarded('POST', '/api/factors/passkeys/options', OPTIONS)).json()) as Challenge
    const own = await begin()
    const answerOf = ({ challengeId, options: given }: Challenge) => ({ challengeId, passkey: made.register(given), name: 'x' })
    expect(codeOf(await other.browser.send('POST', '/api/factors/passkeys', answerOf(own)))).toBe('identity.passkey_refused')
    const late = await begin()
    here.platform.clock.advance(300_001)
    await person.browser.refresh()
    expect(codeOf(await person.browser.send('POST', '/api/factors/passkeys', answerOf(late)))).toBe('identity.passkey_refused')
  })

  it.each([
    {},
    { id: 1 },
    { id: 'x', rawId: 'x', type: 'public-key' },
    { id: 'x', response: { clientDataJSON: '%' } },
    { id: 'x'.repeat(5_000) },
  ])('R32 %.60j instead of an answer is refused', async (passkey) => {
    const browser = new Browser(here.url)
    const { challengeId } = (await (await browser.send('POST', '/api/sign-in/passkey/options')).json()) as Challenge
    expect(codeOf(await browser.send('POST', '/api/sign-in/passkey', { challengeId, passkey }))).toBe('identity.passkey_refused')
  })
})

describe('with a passkey', () => {
  it('ID-10 a person signs in without e-mail and password, and approves', async () => {
    const person = await withPasskey()
    const { browser, answer } = await signInByPasskey(person.passkey)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('refresh=')])
    expect(((await (await browser.account()).json()) as { id: string }).id).toBe(person.accountId)
    expect((await person.guarded('POST', '/api/factors/recovery-codes', NEW_CODES)).status).toBe(200)
    expect((await passkeysOf(person))[0]?.lastUsedAt).toEqual(expect.any(String))
  })

  it('ID-10 it is the second factor of the password', async () => {
    const person = await withPasskey()
    const { browser, asked } = await person.beginSignIn()
    expect([asked.methods, asked.passkey]).toEqual([['passkey', 'recovery'], expect.objectContaining({ userVerification: 'required' })])
    const foreign = await withPasskey()
    const sign = (passkey: SoftwarePasskey) =>
      person.secondStep(browser, asked.challenge, { method: 'passkey', passkey: passkey.sign(asked.passkey) })
    expect(codeOf(await sign(foreign.passkey))).toBe('identity.second_factor_wrong')
    expect((await sign(person.passkey)).status).toBe(200)
  })

  it('a counter that does not grow shows a copy, and is refused in every flow', async () => {
    const person = await withPasskey()
    expect((await signInByPasskey(person.passkey)).answer.status).toBe(200)
    expect((await signInByPasskey(person.passkey, { counter: 7 })).answer.status).toBe(200)
    for (const counter of [7, 6, 1, 0])
      expect(codeOf((await signInByPasskey(person.passkey, { counter })).answer)).toBe('identity.passkey_refused')
    const asked = (await (await person.begin(NEW_CODES)).json()) as StepUp
    const stale = await person.verify(asked.id, { method: 'passkey', passkey: person.passkey.sign(asked.passkey, { counter: 7 }) })
    expect(codeOf(stale)).toBe('identity.second_factor_wrong')
    expect((await signInByPasskey(person.passkey, { counter: 8 })).answer.status).toBe(200)
    const lines = await sql`SELECT 1 FROM identity.sign_in WHERE account_id = ${person.accountId} AND result = 'wrong_factor'`.execute(
      database.db,
    )
    expect(lines.rows).toHaveLength(4)
  })

  it('a suspended account gets the reason, after the proof only', async () => {
    const person = await withPasskey()
    await sql`UPDATE identity.account SET state = 3 WHERE id = ${person.accountId}`.execute(database.db)
    expect(codeOf((await signInByPasskey(person.passkey)).answer)).toBe('identity.account_suspended')
    expect(codeOf((await signInByPasskey(person.passkey, { unverified: true })).answer)).toBe('identity.passkey_refused')
  })

  it('R10 ten bad answers block passkeys of unknown browsers for the account', async () => {
    const person = await withPasskey()
    const codes: (string | null)[] = []
    for (let index = 0; index < 11; index++) codes.push(codeOf((await signInByPasskey(person.passkey, { unverified: true })).answer))
    expect(codes).toEqual([...Array(10).fill('identity.passkey_refused'), 'identity.too_many_attempts'])
  })
})
