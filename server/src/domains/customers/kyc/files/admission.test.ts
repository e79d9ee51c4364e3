import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { filesOf, formOf, type KycTest, level1Fields, pdf, picture, startKycTest } from '../testing.ts'

vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())
afterEach(() => vi.restoreAllMocks())

const add = (person: string, form: string, slot: string, content: Buffer) =>
  test.call(person, 'POST', `/kyc/users/drafts/${form}/files/${slot}`, formOf({ file: [content] }))

it('R25 a file that no form needs is refused before its inspection', async () => {
  const inspect = vi.spyOn(test.platform.uploads, 'inspect')
  const person = newId()
  expect((await add(person, 'natural-1', 'passport', pdf())).code).toBe('kyc.slot_unknown')
  expect((await add(person, 'natural-2', 'proofResidence', pdf())).code).toBe('kyc.form_locked')
  expect((await add(person, 'legal-1', 'rut', pdf())).code).toBe('kyc.form_locked')
  expect((await test.saveDocuments(person, 'natural-2', await filesOf('natural-2'))).code).toBe('kyc.form_locked')
  expect(inspect).not.toHaveBeenCalled()
})

it('R25 a slot for a picture refuses a document, by its first bytes', async () => {
  const inspect = vi.spyOn(test.platform.uploads, 'inspect')
  const person = newId()
  const { code, text } = await add(person, 'natural-1', 'selfie', pdf())
  expect([code, text]).toEqual(['files.type_not_allowed', 'Solo se permiten imágenes PNG o JPG.'])
  expect(inspect.mock.calls.map(([, kinds, sender]) => [kinds, sender?.account])).toEqual([[['image'], person]])
  expect((await add(person, 'natural-1', 'selfie', await picture())).status).toBe(200)
})

it('R25 a form under review is not inspected again, and a full slot accepts no more', async () => {
  const [person, company] = [newId(), newId()]
  expect((await test.send(person, 'natural-1', level1Fields())).body.state).toBe('sent')
  await test.call(company, 'PUT', '/kyc/users/person-type', { personType: 'legal' })
  for (let count = 0; count < 3; count++) await add(company, 'legal-1', 'vatReturns', pdf())
  const inspect = vi.spyOn(test.platform.uploads, 'inspect')
  expect((await add(person, 'natural-1', 'selfie', await picture())).code).toBe('kyc.form_sent')
  expect((await add(company, 'legal-1', 'vatReturns', pdf())).code).toBe('kyc.slot_full')
  expect(inspect).not.toHaveBeenCalled()
})
