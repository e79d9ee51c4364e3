/**
 * Retention of documents of a reported person, under the schedule that destroys those of former customers (crypto-shredding): ten years,
 * and legal holds.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { TEST_ACTOR } from '../../../../../../dev/testing/audit.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newCompliance, newCustomer, type RegulatoryParts, serveRegulatory } from '../testing.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const YEAR_MS = 365.2425 * 86_400_000
const CLOSED = 4
let database: TestDatabase
let platform: TestPlatform
let parts: RegulatoryParts
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  parts = await serveRegulatory(platform)
})
afterAll(async () => {
  await parts.server.close()
  platform.remove()
  await database.drop()
})

const call: RegulatoryParts['server']['call'] = (...args) => parts.server.call(...args)
const close = (accountId: string) =>
  inTransaction(database.db, (tx) => parts.identity.setState(tx, { accountId, state: CLOSED, actor: TEST_ACTOR }))
async function withDocument(): Promise<string> {
  const ownerId = await newCustomer(parts.identity)
  const document = { ownerId, purpose: 'kyc.frontal', kind: 'pdf', mediaType: 'application/pdf', originalName: 'cédula.pdf' } as const
  await platform.files.store({ ...document, content: Buffer.from('%PDF-1.7') })
  return ownerId
}
const isKept = async (ownerId: string) => (await platform.files.openerOf(ownerId)) !== null
const pass = async (years: number) => {
  platform.clock.advance(years * YEAR_MS)
  await parts.purgeExpired()
}

it('ADM-18 SEC-74 R23 stay ten years after the report ended, with an account that was closed before and a legal hold that was lifted', async () => {
  const [maker, checker] = [await newCompliance(parts.identity), await newCompliance(parts.identity)]
  const [reported, held, other] = [await withDocument(), await withDocument(), await withDocument()]
  for (const person of [reported, held, other]) await close(person)
  const { id } = (await call(maker, 'POST', 'regulatory/ros', { userId: reported })).body
  const hold = (await call(maker, 'POST', 'legal-holds', { accountId: reported, reason: 'Oficio 12 de la Fiscalía.' })).body
  await call(maker, 'POST', 'legal-holds', { accountId: held, reason: 'Oficio 13 de la Fiscalía.' })

  // An open report keeps them without limit.
  await pass(12)
  expect([await isKept(reported), await isKept(held), await isKept(other)]).toEqual([true, true, false])
  const ended = await call(maker, 'POST', `regulatory/ros/${id}/discard`, { version: 1, reason: 'Era una venta con soportes.' })
  expect(ended.status).toBe(200)
  expect((await call(maker, 'GET', `regulatory/ros/${id}`)).body).toMatchObject({ state: 'discarded', content: { narrative: '' } })
  const { body } = await call(maker, 'POST', `legal-holds/${hold.id}/lift`, { reason: 'El proceso se archivó.' })
  expect((await call(checker, 'POST', `approvals/${body.approvalRequestId}/approve`, { note: '' })).status).toBe(200)
  await pass(9.9)
  expect(await isKept(reported)).toBe(true)
  await pass(0.2)
  expect([await isKept(reported), await isKept(held)]).toEqual([false, true])
  expect((await call(maker, 'GET', `regulatory/ros/${id}`)).body).toMatchObject({ state: 'discarded', content: null })
  expect(await call(maker, 'POST', 'regulatory/ros', { userId: reported })).toMatchObject({ code: 'retention.already_destroyed' })
})
