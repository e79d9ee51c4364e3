import { rmSync } from 'node:fs'
import type { Consents } from '@tunjo/contract/consents'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { CHANGES, day, NEWER, newerTexts, TERMS_IN_FORCE } from '../../policies/newer-texts.testing.ts'
import { Browser, codeOf, type IdentityProcess, startIdentityProcess } from '../identity.testing.ts'

const DAY_MS = 86_400_000
const PASSWORD = 'tres gatos en la ventana'
const TERMS = 'terms-and-conditions'
const [ANNOUNCED, BEGINS] = [2, 20]

let database: TestDatabase
let process: IdentityProcess
let texts: string
let people = 0

beforeAll(() => {
  texts = newerTexts(TERMS, { announced: ANNOUNCED, begins: BEGINS })
})
afterAll(() => rmSync(texts, { recursive: true, force: true }))
/** The clock only moves forward: each test begins before the announcement. */
beforeEach(async () => {
  database = await createTestDatabase()
  process = await startIdentityProcess(database, {}, { env: { POLICY_TEXTS_DIR: texts } })
  return async () => {
    await process.close()
    await database.drop()
  }
})

async function person(authorities: readonly ('ROLE_USER' | 'ROLE_ADMIN')[] = ['ROLE_USER']) {
  const email = `persona${++people}@correo.example`
  const accountId = await process.identity.ensureAccount({
    email,
    password: PASSWORD,
    authorities,
    state: 2,
    activated: true,
    langKey: 'es',
  })
  return { email, accountId }
}
async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser(process.url)
  expect((await browser.signIn(email, PASSWORD)).status).toBe(200)
  return browser
}
const pass = (days: number) => process.platform.clock.advance(days * DAY_MS)
const asked = async (browser: Browser) => (await (await browser.send('GET', '/api/account/consents')).json()) as Consents
const accept = (browser: Browser, accepted: { slug: string; version: string }[]) =>
  browser.send('POST', '/api/account/consents', { accepted })
/** Answer within a transaction, after a check that a group of use cases gets the same one. */
async function mayBegin(accountId: string): Promise<string> {
  const alone = await process.identity.checkConsent(database.db, accountId)
  const { text, read } = process.identity.inGroups.consent('owner')
  const { rows } = await sql<{
    found: unknown
  }>`SELECT (${sql.raw(text)}) AS found FROM (SELECT ${accountId}::uuid AS owner) AS asked`.execute(database.db)
  expect(read(rows[0]?.found)).toEqual(alone)
  return alone?.code ?? 'yes'
}
const CHANGE = { slug: TERMS, version: NEWER, acceptedVersion: TERMS_IN_FORCE, changes: CHANGES, title: 'Términos y condiciones' }
const stored = async (accountId: string) =>
  (
    await sql<{ terms: string; ip: string; at: Date }>`SELECT terms_version AS terms, ip, accepted_at AS at FROM identity.consent
      WHERE account_id = ${accountId} ORDER BY accepted_at`.execute(database.db)
  ).rows

describe('SHELL-03 consent to texts that change', () => {
  it('is not asked before the announcement, shows announced texts, and is asked when they take effect', async () => {
    const { email, accountId } = await person()
    expect(await asked(await signedIn(email))).toEqual({ needed: [], announced: [] })
    pass(ANNOUNCED + 1)
    expect(await asked(await signedIn(email))).toMatchObject({ needed: [], announced: [{ ...CHANGE, date: day(BEGINS) }] })
    expect(await mayBegin(accountId)).toBe('yes')
    pass(BEGINS - ANNOUNCED)
    expect(await asked(await signedIn(email))).toMatchObject({ needed: [CHANGE], announced: [] })
    expect(await mayBegin(accountId)).toBe('identity.consent_needed')
  })

  it('keeps version, time and address, once, and is not asked again', async () => {
    const { email, accountId } = await person()
    pass(BEGINS + 1)
    const browser = await signedIn(email)
    const before = process.platform.clock.now()
    const answers = await Promise.all([1, 2, 3].map(() => accept(browser, [{ slug: TERMS, version: NEWER }])))
    const after = process.platform.clock.now()
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await asked(browser)).toEqual({ needed: [], announced: [] })
    expect(await mayBegin(accountId)).toBe('yes')
    const [, consent, ...more] = await stored(accountId)
    expect(more).toEqual([])
    expect(consent).toMatchObject({ terms: NEWER, ip: '127.0.0.1' })
    expect(consent?.at.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(consent?.at.getTime()).toBeLessThanOrEqual(after.getTime())
  })

  it.each([
    ['nothing', []],
    ['an older version', [{ slug: TERMS, version: TERMS_IN_FORCE }]],
    ['another text', [{ slug: 'data-policy', version: NEWER }]],
  ])('does not accept %s as consent', async (_, accepted) => {
    const { email, accountId } = await person()
    pass(BEGINS + 1)
    const browser = await signedIn(email)
    expect(codeOf(await accept(browser, accepted))).toBe('identity.consent_outdated')
    expect(await stored(accountId)).toHaveLength(1)
    expect(await mayBegin(accountId)).toBe('identity.consent_needed')
  })

  it('is not asked of officers, nor of a customer who signs up after the change', async () => {
    const officer = await person(['ROLE_ADMIN', 'ROLE_USER'])
    pass(BEGINS + 1)
    expect(await asked(await signedIn(officer.email))).toEqual({ needed: [], announced: [] })
    expect(await mayBegin(officer.accountId)).toBe('yes')
    const email = 'recien@correo.example'
    const signUp = { email, password: PASSWORD, termsAccepted: true }
    expect((await new Browser(process.url).send('POST', '/api/sign-up', signUp)).status).toBe(200)
    await process.platform.jobs.drain()
    const [mail] = (await process.platform.mail.inbox()) ?? []
    const token = /activate\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    expect((await new Browser(process.url).send('POST', '/api/activate', { token, password: PASSWORD })).status).toBe(200)
    expect(await asked(await signedIn(email))).toEqual({ needed: [], announced: [] })
  })

  it('needs a session', async () => {
    expect((await new Browser(process.url).send('GET', '/api/account/consents')).status).toBe(401)
  })
})
