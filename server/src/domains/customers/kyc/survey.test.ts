import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { type KycTest, level1Fields, startKycTest } from './testing.ts'

// Every file is inspected for real, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const answer = (person: string | null, body: unknown) => test.call(person, 'POST', '/kyc/users/signup-survey', body)
const verified = async (person: string) => (await test.call(person, 'GET', '/kyc/users/natural/kyc-verified')).body
const choose = (person: string, personType: string) => test.call(person, 'PUT', '/kyc/users/person-type', { personType })
const survey = { responseA: 1, responseB: 4, responseC: 0 }

describe('survey', () => {
  it('KYC-01 each answer is stored, and the level in progress goes from 0 to 1', async () => {
    const person = newId()
    expect(await verified(person)).toEqual({ currentLevel: 0, isVerified: false })
    expect((await test.status(person)).surveyAnswered).toBe(false)
    expect((await answer(person, survey)).body).toEqual({ saved: true })
    expect(await verified(person)).toEqual({ currentLevel: 1, isVerified: false })
    expect((await test.status(person)).surveyAnswered).toBe(true)
    const { rows } = await test.database.pool.query('SELECT response_a, response_b, response_c FROM kyc.survey WHERE account_id = $1', [
      person,
    ])
    expect(rows).toEqual([{ response_a: 1, response_b: 4, response_c: 0 }])
  })

  it.each([
    { ...survey, responseA: 5 },
    { ...survey, responseB: -1 },
    { ...survey, responseA: 1.5 },
    { ...survey, responseA: '1' },
    { ...survey, responseC: 1 },
    { responseA: 1, responseC: 0 },
    {},
    [],
    null,
  ])('KYC-01 refuses %j', async (body) => {
    const person = newId()
    expect((await answer(person, body)).status).toBe(400)
    expect(await verified(person)).toEqual({ currentLevel: 0, isVerified: false })
  })

  it('SEC-27 KYC-01 a repeated answer is one, a changed one is kept in addition to the first; neither lowers a level nor is a limit', async () => {
    const person = newId()
    await test.send(person, 'natural-1', level1Fields())
    await test.verify(person, 2)
    await Promise.all([answer(person, survey), answer(person, survey), answer(person, survey)])
    await answer(person, { ...survey, responseA: 4 })
    const { rows } = await test.database.pool.query('SELECT response_a FROM kyc.survey WHERE account_id = $1 ORDER BY answered_at, id', [
      person,
    ])
    expect(rows.map(({ response_a }) => response_a)).toEqual([1, 4])
    expect(await verified(person)).toEqual({ currentLevel: 2, isVerified: false })
    expect(await test.mayDeposit(person, 1_300_000_001n)).toBe('limits.monthly_exceeded')
  })

  it('R21 needs a session', async () => {
    expect((await answer(null, survey)).status).toBe(401)
  })
})

describe('person or company', () => {
  it('KYC-04 can be chosen freely until the first submission, never after it', async () => {
    const person = newId()
    expect(await test.status(person)).toMatchObject({ personType: 'natural', mayChoosePersonType: true })
    expect((await choose(person, 'legal')).body).toEqual({ personType: 'legal' })
    expect((await test.status(person)).levels.map(({ form }: { form: string }) => form)).toEqual(['legal-1', 'legal-2', 'legal-3'])
    await choose(person, 'natural')
    await test.send(person, 'natural-1', level1Fields())
    expect((await test.status(person)).mayChoosePersonType).toBe(false)
    expect((await choose(person, 'legal')).code).toBe('kyc.person_type_fixed')
    expect((await choose(person, 'natural')).status).toBe(200)
    expect((await choose(newId(), 'robot')).status).toBe(400)
  })

  it('KYC-04 also after it was declined or the level was lowered', async () => {
    const person = newId()
    await test.send(person, 'natural-1', level1Fields())
    await test.verify(person, 2)
    await test.agreeLevel(person, 1)
    expect((await choose(person, 'legal')).code).toBe('kyc.person_type_fixed')
  })

  it('KYC-04 choosing and sending concurrently: the form under review has the chosen type', async () => {
    for (let round = 0; round < 8; round++) {
      const person = newId()
      await test.call(person, 'GET', '/kyc/users/status')
      const [sent, chosen] = await Promise.all([test.send(person, 'natural-1', level1Fields()), choose(person, 'legal')])
      const { personType } = await test.status(person)
      const isSent = sent.body?.state === 'sent'
      expect(personType).toBe(isSent ? 'natural' : 'legal')
      expect(chosen.code).toBe(isSent ? 'kyc.person_type_fixed' : null)
    }
  })
})
