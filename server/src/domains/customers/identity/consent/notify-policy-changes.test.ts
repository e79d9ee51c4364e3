import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { createNotifications, type Notifications } from '../../../reference/notifications/index.ts'
import { createPolicies } from '../../policies/index.ts'
import { CHANGES, newerTexts } from '../../policies/newer-texts.testing.ts'
import { createContext, type IdentityContext } from '../core/context.ts'
import { createIdentity } from '../index.ts'
import { OPEN_ENTRY } from '../open-entry.testing.ts'
import { notifyPolicyChanges } from './notify-policy-changes.ts'

const DAY_MS = 86_400_000
let database: TestDatabase
let platform: TestPlatform
let notifications: Notifications
let context: IdentityContext
let texts: string

beforeAll(async () => {
  database = await createTestDatabase()
  texts = newerTexts('data-policy', { announced: 2, begins: 20 })
  platform = { ...createTestPlatform(database), env: { POLICY_TEXTS_DIR: texts } }
  notifications = createNotifications(platform)
  context = createContext(platform, { notifications, policies: createPolicies(platform), entry: OPEN_ENTRY })
  const identity = createIdentity(platform, { notifications, policies: createPolicies(platform), entry: OPEN_ENTRY })
  for (const [name, authority] of [
    ['ana', 'ROLE_USER'],
    ['beto', 'ROLE_USER'],
    ['oficial', 'ROLE_ADMIN'],
  ] as const)
    await identity.ensureAccount({
      email: `${name}@correo.example`,
      password: 'tres gatos en la ventana',
      authorities: [authority],
      state: 2,
      activated: true,
      langKey: 'es',
    })
  await sql`UPDATE identity.account SET lang_key = 'en' WHERE email = 'beto@correo.example'`.execute(database.db)
  notifications.useAddressBook(identity.addressOf)
})
afterAll(async () => {
  rmSync(texts, { recursive: true, force: true })
  platform?.remove()
  await database?.drop()
})

const mails = async () => {
  await platform.jobs.drain()
  return ((await platform.mail.inbox()) ?? []).sort((one, other) => one.to.localeCompare(other.to))
}

it('SHELL-03 every customer is notified once of an announced text: not before its announcement, not by two processes, not after a crash', async () => {
  await notifyPolicyChanges(context)
  expect(await mails()).toEqual([])
  platform.clock.advance(3 * DAY_MS)

  let notified = 0
  const dies: IdentityContext = {
    ...context,
    notifications: {
      ...notifications,
      notify: (tx, notice) => (++notified > 1 ? Promise.reject(new Error('the process dies')) : notifications.notify(tx, notice)),
    },
  }
  await expect(notifyPolicyChanges(dies)).rejects.toThrow('the process dies')
  expect(await mails()).toHaveLength(1)

  await Promise.all([notifyPolicyChanges(context), notifyPolicyChanges(context)])
  const [ana, beto, ...others] = await mails()
  expect(others).toEqual([])
  expect([ana?.to, beto?.to]).toEqual(['ana@correo.example', 'beto@correo.example'])
  expect(ana?.subject).toBe('Actualizamos un texto que aceptaste · Tunjo')
  expect(ana?.text).toContain('«Política de tratamiento de datos personales»')
  expect(ana?.text).toContain(CHANGES)
  expect(ana?.text).toContain('/data-policy?version=2099-01')
  expect(beto?.subject).toBe('We updated a text that you accepted · Tunjo')

  platform.clock.advance(20 * DAY_MS)
  await notifyPolicyChanges(context)
  expect(await mails()).toHaveLength(2)
})
