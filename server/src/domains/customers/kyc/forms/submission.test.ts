import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { filesOf, type KycTest, level1Fields, level2Fields, newOfficer, pdf, picture, startKycTest } from '../testing.ts'

// Every file is inspected for real, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const stateOf = async (person: string, level: number) => (await test.status(person)).levels[level - 1].state
/** Items that a reviewer would see of a form: never a part of it. */
const underReview = async (person: string) => (await test.documents(person)).filter(({ state }) => state === 'Pendiente').length
const at2 = async () => {
  const person = newId()
  await test.send(person, 'natural-1', level1Fields())
  expect((await test.verify(person, 2)).status).toBe(200)
  return person
}

describe('a submission in two calls', () => {
  it('KYC-09 KYC-08 level 1: nothing is under review before the second call, everything after it', async () => {
    const person = newId()
    expect((await test.saveDocuments(person, 'natural-1', await filesOf('natural-1'))).body).toEqual({ saved: true, state: 'open' })
    expect(await underReview(person)).toBe(0)
    expect((await test.saveFields(person, 'natural-1', level1Fields())).body).toEqual({ saved: true, state: 'sent' })
    expect(await underReview(person)).toBe(4)
    expect(await stateOf(person, 1)).toBe('sent')
    expect((await test.call(person, 'GET', '/kyc/users/natural/kyc-verified')).body).toEqual({ currentLevel: 1, isVerified: false })
  })

  it('KYC-09 level 1 in the wrong order is refused and leaves nothing under review', async () => {
    const person = newId()
    expect((await test.saveFields(person, 'natural-1', level1Fields())).code).toBe('kyc.documents_missing')
    expect(await underReview(person)).toBe(0)
    expect((await test.send(person, 'natural-1', level1Fields())).body.state).toBe('sent')
  })

  it('SEC-20 KYC-09 a first call that lacks a picture keeps nothing; a second call that fails leaves the first repeatable', async () => {
    const person = newId()
    const files = await filesOf('natural-1')
    const { selfie: _without, ...two } = files
    expect((await test.saveDocuments(person, 'natural-1', two)).code).toBe('kyc.documents_missing')
    expect((await test.call(person, 'GET', '/kyc/users/drafts/natural-1')).body.files).toEqual([])
    for (const _twice of [1, 2]) expect((await test.saveDocuments(person, 'natural-1', files)).status).toBe(200)
    expect((await test.saveFields(person, 'natural-1', level1Fields({ birthDate: '2020-01-01' }))).code).toBe('kyc.under_age')
    expect(await underReview(person)).toBe(0)
    expect((await test.call(person, 'GET', '/kyc/users/drafts/natural-1')).body.files).toHaveLength(3)
    expect((await test.saveFields(person, 'natural-1', level1Fields())).status).toBe(200)
  })

  it('SEC-20 KYC-09 KYC-08 a form under review is locked for every call', async () => {
    const person = newId()
    await test.send(person, 'natural-1', level1Fields())
    const sentFile = (await test.call(person, 'GET', '/kyc/users/drafts/natural-1')).body.files[0].id
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await picture())]), 'a.jpg')
    const again = await Promise.all([
      test.saveDocuments(person, 'natural-1', await filesOf('natural-1')),
      test.saveFields(person, 'natural-1', level1Fields()),
      test.call(person, 'PUT', '/kyc/users/drafts/natural-1', { fields: {}, revision: 1 }),
      test.call(person, 'POST', '/kyc/users/drafts/natural-1/files/selfie', form),
      test.call(person, 'DELETE', `/kyc/users/drafts/natural-1/files/${sentFile}`),
      test.call(person, 'POST', '/kyc/users/drafts/natural-1/evidence', { source: 'mrz', read: { name: 'x' } }),
    ])
    expect(again.map(({ code }) => code)).toEqual(Array(6).fill('kyc.form_sent'))
    expect(await underReview(person)).toBe(4)
  })

  it('KYC-09 both calls concurrently, five times: one whole submission or none', async () => {
    for (let round = 0; round < 4; round++) {
      const person = newId()
      const files = await filesOf('natural-1')
      const fields = level1Fields()
      const calls = Array.from({ length: 5 }, () => [
        test.saveDocuments(person, 'natural-1', files),
        test.saveFields(person, 'natural-1', fields),
      ])
      const answers = await Promise.all(calls.flat())
      expect(answers.map(({ status }) => status).filter((status) => ![200, 400, 409].includes(status))).toEqual([])
      const pending = await underReview(person)
      expect([0, 4]).toContain(pending)
      expect(await stateOf(person, 1)).toBe(pending === 4 ? 'sent' : 'open')
      expect(answers.filter(({ body }) => body?.state === 'sent')).toHaveLength(pending === 4 ? 1 : 0)
    }
  })

  it('KYC-09 KYC-10 level 2 in the wrong order, then in the right one; fields typed anew must be checked anew', async () => {
    const person = await at2()
    const files = await filesOf('natural-2')
    expect((await test.saveDocuments(person, 'natural-2', files)).code).toBe('kyc.fields_missing')
    expect((await test.saveFields(person, 'natural-2', level2Fields())).body.state).toBe('open')
    const { revision } = (await test.call(person, 'GET', '/kyc/users/drafts/natural-2')).body
    const typed = { fields: level2Fields({ sourceOfFunds: false }), revision }
    expect((await test.call(person, 'PUT', '/kyc/users/drafts/natural-2', typed)).status).toBe(200)
    expect((await test.saveDocuments(person, 'natural-2', files)).code).toBe('kyc.fields_missing')
    for (const _twice of [1, 2]) expect((await test.saveFields(person, 'natural-2', level2Fields())).status).toBe(200)
    expect(await underReview(person)).toBe(0)
    expect((await test.saveDocuments(person, 'natural-2', files)).body.state).toBe('sent')
    expect(await underReview(person)).toBe(2)
    expect((await test.saveDocuments(person, 'natural-2', files)).code).toBe('kyc.form_sent')
  })

  it('KYC-05 KYC-09 no level is sent before the one below it', async () => {
    const person = newId()
    for (const form of ['natural-2', 'natural-3', 'legal-1', 'legal-2', 'legal-3'] as const)
      expect((await test.saveDocuments(person, form, await filesOf(form))).code).toBe('kyc.form_locked')
    expect((await test.saveFields(person, 'natural-2', level2Fields())).code).toBe('kyc.form_locked')
    await test.send(person, 'natural-1', level1Fields())
    expect((await test.saveFields(person, 'natural-2', level2Fields())).code).toBe('kyc.form_locked')
    expect((await test.changeLevel(newOfficer(), person, 2)).code).toBe('compliance.level_not_earned')
  })

  it('KYC-11 level 3 needs three documents, and a repeated call brings its own again', async () => {
    const person = await at2()
    await test.send(person, 'natural-2', level2Fields())
    await test.verify(person, 3)
    expect((await test.saveDocuments(person, 'natural-3', { documents: [pdf(), pdf()] })).code).toBe('kyc.documents_missing')
    expect((await test.saveDocuments(person, 'natural-3', { documents: [pdf(), await picture(), pdf()] })).code).toBe(
      'files.type_not_allowed',
    )
    expect((await test.saveDocuments(person, 'natural-3', { documents: [pdf(), pdf(), pdf()] })).body.state).toBe('sent')
    expect(await underReview(person)).toBe(3)
    expect((await test.verify(person, 4)).body).toEqual({ currentLevel: 3, isVerified: true })
    expect(await stateOf(person, 3)).toBe('verified')
    expect((await test.saveDocuments(person, 'natural-3', await filesOf('natural-3'))).code).toBe('kyc.form_sent')
  })

  it('twenty concurrent uploads do not deadlock', async () => {
    const files = await filesOf('natural-1')
    const answers = await Promise.all(Array.from({ length: 20 }, () => test.saveDocuments(newId(), 'natural-1', files)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  })
})
