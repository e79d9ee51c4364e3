import { FORMS } from '@tunjo/contract/kyc-forms'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { demoDocuments } from '../../../../../dev/demo/documents.ts'
import { newDocumentNumber } from '../../../../../dev/testing/document-number.ts'
import { newId } from '../../../platform/database/ids.ts'
import { type KycTest, startKycTest } from './testing.ts'

// Every file is inspected for real, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const newPerson = () =>
  ({
    accountId: newId(),
    personType: 'natural',
    fullName: 'Ana María Rojas Pérez',
    documentType: 'CC',
    documentNumber: newDocumentNumber(),
    phone: '+573001234567',
    level: 2,
  }) as const

it('KYC-15 a seeded person has the same declarations, answers and files as any verified person', async () => {
  const person = newPerson()
  const { accountId } = person
  await test.kyc.ensureVerified(person, () => demoDocuments(person))
  expect((await test.call(accountId, 'GET', '/kyc/users/natural/kyc-information')).body).toEqual({
    Level1: {
      fullName: person.fullName,
      cellphone: person.phone,
      identificationType: 'Cédula de Ciudadanía',
      identification: person.documentNumber,
      birthDate: '1990-05-14',
      peps: false,
    },
    Level2: { address: 'Carrera 7 # 32-16, apartamento 501', activityDescription: expect.any(String) },
  })
  expect(await test.status(accountId)).toMatchObject({
    surveyAnswered: true,
    mayChoosePersonType: false,
    levels: [{ state: 'verified' }, { state: 'verified' }, { state: 'open', done: 0, total: 3 }],
  })
  const documents = await test.documents(accountId)
  expect(documents.map(({ slot, state }) => [slot, state])).toEqual([
    ['frontal', 'Aceptado'],
    ['back', 'Aceptado'],
    ['selfie', 'Aceptado'],
    ['screeningReport', 'No entregado'],
    ['proofResidence', 'Aceptado'],
    ['natural-1.fields', 'Aceptado'],
    ['natural-2.fields', 'Aceptado'],
  ])
  expect((await test.call(null, 'GET', documents[0]?.fileUrl)).status).toBe(200)
  const { rows } = await test.database.pool.query('SELECT birth_date::text, country FROM kyc.dossier WHERE account_id = $1', [accountId])
  expect(rows).toEqual([{ birth_date: '1990-05-14', country: 'CO' }])
})

it('is created once, and is not asked for its documents again', async () => {
  const person = newPerson()
  let asked = 0
  const declare = () => {
    asked++
    return demoDocuments(person)
  }
  for (const _start of [1, 2, 3]) await test.kyc.ensureVerified(person, declare)
  expect(asked).toBe(1)
  expect(await test.platform.files.listOf(person.accountId)).toHaveLength(4)
})

it('can lose a level like any person, and then sends that form again', async () => {
  const person = newPerson()
  await test.kyc.ensureVerified(person, () => demoDocuments(person))
  expect((await test.agreeLevel(person.accountId, 2)).body).toEqual({ currentLevel: 2, isVerified: false })
  const [first, second] = (await test.status(person.accountId)).levels
  expect([first.state, second.state]).toEqual(['verified', 'open'])
  expect(second).toMatchObject({ form: FORMS[1], done: 8, total: 9 })
})
