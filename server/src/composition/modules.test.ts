/** Composition of the modules, as the product starts them: what one module gets from another at the start. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { permissionsOf } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestChain, type TestChain } from '../../../dev/embedded/chain/testing.ts'
import type { RunningSandbox } from '../../../dev/sandbox/index.ts'
import { settingsOfSandbox } from '../../../dev/sandbox-settings.ts'
import { createTestDatabase, type TestDatabase } from '../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../dev/testing/test-product.ts'
import { ENGLISH_REASONS } from '../domains/money/payments/reasons.en.ts'
import { SPANISH_REASONS } from '../domains/money/payments/reasons.es.ts'
import { newId } from '../platform/database/ids.ts'
import type { Caller } from '../platform/http/route.ts'
import { createModules, type Modules } from './modules.ts'

const CALLER = {
  accountId: newId(),
  sessionId: newId(),
  authorities: ['ROLE_USER', 'ROLE_ADMIN'],
  permissions: permissionsOf(['compliance_officer']),
} satisfies Caller
/** Addresses where no provider answers: only the start of the modules needs them. */
const UNANSWERED = 'http://127.0.0.1:1'
const NO_PROVIDERS = { url: UNANSWERED, baseUrls: new Proxy({} as RunningSandbox['baseUrls'], { get: () => UNANSWERED }) }

let database: TestDatabase
let chain: TestChain
let platform: TestPlatform
let modules: Modules
let server: TestServer
beforeAll(async () => {
  ;[database, chain] = await Promise.all([createTestDatabase(), startTestChain()])
  platform = { ...createTestPlatform(database), env: { ...settingsOfSandbox(NO_PROVIDERS), ...chain.env } }
  modules = await createModules(platform)
  server = await startTestServer(platform, modules.routes, async () => CALLER)
})
afterAll(async () => {
  await server?.close()
  await modules?.screening.stop()
  platform?.remove()
  await chain?.destroy()
  await database?.drop()
})

const read = async (path: string, language: string) => (await fetch(server.url + path, { headers: { 'accept-language': language } })).text()

it('notices have the reasons of other modules in the language of their reader', async () => {
  const reason = SPANISH_REASONS.payoutFailures.D07
  const values = { amount: '1000050', account: 'Nómina (••5678)', reason }
  await sql`INSERT INTO notifications.notice (id, account_id, kind, notice_values, at)
    VALUES (${newId()}, ${CALLER.accountId}, 'payments.withdrawal_returned', ${JSON.stringify(values)}, now())`.execute(database.owner)
  const textIn = (language: string) => read('/api/notices', language)
  expect(await textIn('es')).toContain(reason)
  expect(await textIn('en')).toContain(ENGLISH_REASONS.payoutFailures.D07)
  expect(await textIn('en')).not.toContain(reason)
})

it('ADM-13 the comments of rules are in the language of the officer, and those of an earlier release in that of their row', async () => {
  const person = newId()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${person}, 'ana@correo.example', 'x', ARRAY['ROLE_USER'], ${ACCOUNT_STATE.verified}, 'es', now(), now())`.execute(
    database.owner,
  )
  const parts = ['NIT v1: ', { code: 'rules.nit.checkDigit', values: [] }, '.']
  const insert = (kind: number, stored: object | null) =>
    sql`INSERT INTO alerts.episode (id, account_id, kind, state, opened_at, opening_comment, opening_parts, severity, opening_severity, due_at)
      VALUES (${newId()}, ${person}, ${kind}, 'open', now(), 'NIT v1: en español.', ${stored && JSON.stringify(stored)}, 'low', 'low',
        now())`.execute(database.owner)
  await insert(15, parts)
  await insert(16, null)
  const commentIn = (kind: number, language: string) =>
    read(`/kyc/administrative/alerts/episodes?userId=${person}&alertId=${kind}`, language)
  expect(await commentIn(15, 'en')).toContain('NIT v1: the check digit of the NIT that was sent is wrong.')
  for (const [kind, language] of [
    [15, 'es'],
    [16, 'es'],
    [16, 'en'],
  ] as const)
    expect(await commentIn(kind, language)).toContain('NIT v1: en español.')
})
