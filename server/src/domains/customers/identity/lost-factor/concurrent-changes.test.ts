/**
 * Changes during an MFA reset: the proof of its request may be invalid a moment later, for a mailbox, a password, or the account itself.
 */

import { EMAIL_CHANGE_PATH } from '@tunjo/contract/credentials'
import { LOST_FACTOR_PATH } from '@tunjo/contract/mfa-reset'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_ACTOR } from '../../../../../../dev/testing/audit.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { PASSWORD, TestPerson } from '../factors/person.testing.ts'
import { Browser, codeOf, type IdentityProcess, startIdentityProcess } from '../identity.testing.ts'

const NEW_PASSWORD = 'siete loros en el balcón'

let database: TestDatabase
let here: IdentityProcess
beforeAll(async () => {
  database = await createTestDatabase()
  // No call needs a grant, so that only the change itself can end the reset.
  here = await startIdentityProcess(database)
})
afterAll(async () => {
  await here?.close()
  await database?.drop()
})
beforeEach(() => sql`DELETE FROM platform.rate_limit`.execute(database.db))

const post = (path: string, body: unknown, browser = new Browser(here.url)) => browser.send('POST', path, body)
async function tokenTo(email: string, page: string): Promise<string> {
  await here.platform.jobs.drain()
  const mails = ((await here.platform.mail.inbox(1_000)) ?? []).filter(({ to }) => to === email)
  return mails.map(({ text }) => new RegExp(`${page}/([\\w-]{43})`).exec(text)?.[1]).find(Boolean) ?? ''
}
const confirm = (token: string) => post('/api/lost-factor/confirm', { token })
async function withTotp(): Promise<TestPerson> {
  const person = await TestPerson.signedIn(here)
  expect((await person.addTotp()).status).toBe(200)
  return person
}
/** Requested by the owner of the mailbox, or by an attacker who has mailbox and password. */
async function linkOf(person: TestPerson): Promise<string> {
  const { browser, asked } = await person.beginSignIn()
  expect((await post('/api/lost-factor', { challenge: asked.challenge }, browser)).status).toBe(200)
  return tokenTo(person.email, LOST_FACTOR_PATH)
}
async function changeEmail(person: TestPerson): Promise<void> {
  const email = `otra-${person.email}`
  expect((await post('/api/email-change', { email, password: PASSWORD }, person.browser)).status).toBe(200)
  for (const mailbox of [person.email, email])
    expect((await post('/api/email-change/confirm', { token: await tokenTo(mailbox, EMAIL_CHANGE_PATH) })).status).toBe(200)
}
const changePassword = async (person: TestPerson) =>
  expect(codeOf(await post('/api/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, person.browser))).toBe(null)
async function resetPassword({ email }: TestPerson): Promise<void> {
  await post('/api/password/reset-request', { email })
  const token = await tokenTo(email, '/users/reset-password')
  expect((await post('/api/password/reset', { token, password: NEW_PASSWORD })).status).toBe(200)
}
async function suspendAndRelease({ accountId }: TestPerson): Promise<void> {
  for (const state of [3, 2] as const)
    await inTransaction(database.db, (tx) => here.identity.setState(tx, { accountId: accountId, state: state, actor: TEST_ACTOR }))
}
async function promoteAndBack({ accountId }: TestPerson): Promise<void> {
  for (const role of ['ROLE_ADMIN', 'ROLE_USER'] as const)
    await inTransaction(database.db, (tx) => here.identity.setAuthorities(tx, accountId, [role], TEST_ACTOR))
}

describe('MFA reset', () => {
  it.each([
    ['e-mail', changeEmail],
    ['password, in a session', changePassword],
    ['password, by mail', resetPassword],
  ])('does not begin with a link from before a new %s', async (_, change) => {
    const person = await withTotp()
    const token = await linkOf(person)
    await change(person)
    expect(codeOf(await confirm(token))).toBe('identity.lost_factor_expired')
  })

  it.each([
    ['a new e-mail: the mailbox that proved it is no longer the account’s', changeEmail],
    ['a suspension, also one that ends before it is due', suspendAndRelease],
    ['a role that was given and taken back', promoteAndBack],
  ])('does not outlive %s', async (_, change) => {
    const person = await withTotp()
    expect((await confirm(await linkOf(person))).status).toBe(200)
    await change(person)
    here.platform.clock.advance(73 * 3_600_000)
    await here.platform.jobs.drain()
    const { accountId } = person
    const removals = await sql`SELECT done_at, cancelled_at IS NOT NULL AS cancelled FROM identity.factor_removal
      WHERE account_id = ${accountId}`.execute(database.db)
    expect(removals.rows).toEqual([{ done_at: null, cancelled: true }])
    expect((await sql`SELECT 1 FROM identity.totp WHERE account_id = ${accountId}`.execute(database.db)).rows).toHaveLength(1)
  })
})
