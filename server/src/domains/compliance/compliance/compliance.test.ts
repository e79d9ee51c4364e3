import { bogotaDay } from '@tunjo/contract/bogota-day'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { newId } from '../../../platform/database/ids.ts'
import {
  companyFields,
  idOfOfficer,
  type KycTest,
  level1Fields,
  level2Fields,
  newOfficer,
  picture,
  startKycTest,
} from '../../customers/kyc/testing.ts'

// Files are really inspected, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const ACCEPT = '/kyc/administrative/user-documents/accept'
const DECLINE = '/kyc/administrative/user-documents/decline'
const sent = async (person: string = newId()) => {
  await test.send(person, 'natural-1', level1Fields())
  return person
}
const pending = async (person: string): Promise<string[]> =>
  (await test.documents(person)).filter(({ state }) => state === 'Pendiente').map(({ id }) => id)
const states = async (person: string) => (await test.documents(person)).map(({ state }) => state)

describe('documents by position', () => {
  it('SEC-25 ADM-08 always lists the five of the specification first, null for a missing one', async () => {
    const person = newId()
    const slots = async () => (await test.documents(person)).map(({ slot }) => slot)
    const five = ['frontal', 'back', 'selfie', 'screeningReport', 'proofResidence']
    expect(await slots()).toEqual(five)
    for (const document of await test.documents(person))
      expect(document).toMatchObject({ id: null, fileUrl: null, documentName: '', state: 'No entregado', description: null })
    await sent(person)
    expect(await slots()).toEqual([...five, 'natural-1.fields'])
    expect((await test.documents(person))[3]).toMatchObject({ id: null, fileUrl: null })
    await test.decline(newOfficer(), (await pending(person)).slice(0, 1), 'La foto está borrosa.')
    expect((await test.documents(person))[0]).toMatchObject({ slot: 'frontal', state: 'Declinado', description: 'La foto está borrosa.' })
  })

  it('ADM-08 level 2 fills the fifth; a staged file is not shown', async () => {
    const person = await sent()
    await test.verify(person, 2)
    await test.saveFields(person, 'natural-2', level2Fields())
    expect((await test.documents(person))[4]).toMatchObject({ id: null })
    await test.send(person, 'natural-2', level2Fields())
    expect((await test.documents(person))[4]).toMatchObject({ slot: 'proofResidence', state: 'Pendiente' })
    expect((await test.documents(person)).map(({ slot }) => slot)).toHaveLength(7)
  })

  it('a company has its documents after five empty positions', async () => {
    const company = newId()
    await test.call(company, 'PUT', '/kyc/users/person-type', { personType: 'legal' })
    const yesterday = bogotaDay(new Date(test.platform.clock.now().getTime() - 86_400_000))
    await test.send(company, 'legal-1', companyFields(yesterday))
    const documents = await test.documents(company)
    expect(documents.slice(0, 5).map(({ id }) => id)).toEqual([null, null, null, null, null])
    expect(documents.slice(5).map(({ slot }) => slot)).toEqual([
      'rut', 'chamberOfCommerce', 'shareholderCertificate', 'identityCopies', 'financialStatements', 'vatReturns', 'tradeAuthorization',
      'legal-1.fields',
    ]) // biome-ignore format: one list
  })

  it('R22 only officers can read and decide', async () => {
    const person = await sent()
    const ids = await pending(person)
    for (const token of [person, null]) {
      const answers = [
        await test.call(token, 'GET', `/kyc/administrative/users/user-documents?userId=${person}`),
        await test.call(token, 'POST', ACCEPT, { idUserDocument: ids }),
        await test.call(token, 'POST', DECLINE, { idUserDocument: ids, description: 'La foto está borrosa.' }),
        await test.call(token, 'PUT', '/kyc/administrative/users/kyc-level', {
          userId: person,
          newKYCLevel: 2,
          withoutCheck: true,
          reason: 'Todo en orden.',
        }),
      ]
      expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(token ? 403 : 401))
    }
    expect((await test.call(newOfficer(), 'GET', '/kyc/administrative/users/user-documents?userId=nobody')).status).toBe(404)
  })
})

describe('the audit trail', () => {
  const trailOf = (person: string) => auditTrail(test.database.db, { objectId: person })
  const by = (officer: string) => ({ kind: 'person', accountId: idOfOfficer(officer), sessionId: idOfOfficer(officer) })

  it('ADM-14 records who read, decided and changed a level, with the earlier value and the reason', async () => {
    const [person, other, officer] = [await sent(), await sent(), newOfficer()]
    const ids = await pending(person)
    const [first = '', ...rest] = ids
    expect((await trailOf(person)).map(({ action }) => action)).toEqual(['kyc.documents_viewed'])
    await test.accept(officer, rest)
    await test.decline(officer, [first], 'La foto está borrosa.')
    expect((await test.verify(other, 2)).status).toBe(200)
    expect((await test.agreeLevel(other, 1, 'Documento vencido.')).status).toBe(200)
    const actor = by(officer)
    expect((await trailOf(person)).slice(1)).toMatchObject([
      { actor, action: 'kyc.documents_accepted', after: { items: rest } },
      { actor, action: 'kyc.documents_declined', after: { items: [first] }, reason: 'La foto está borrosa.' },
    ])
    const [up, down] = (await trailOf(other)).filter(({ action }) => action === 'kyc.level_changed')
    const [level1, level2] = [1, 2].map((currentLevel) => ({ currentLevel, isVerified: false }))
    expect(up).toMatchObject({ before: level1, after: level2 })
    expect(down).toMatchObject({ before: level2, after: level1, reason: 'Documento vencido.' })
  })

  it('ADM-14 has no entry of a decision that was rolled back', async () => {
    const officer = newOfficer()
    const self = await sent(idOfOfficer(officer))
    const ids = await pending(self)
    await test.accept(officer, ids)
    await test.decline(officer, ids)
    await test.changeLevel(newOfficer(), self, 3)
    expect((await trailOf(self)).map(({ action }) => action)).toEqual(['kyc.documents_viewed'])
  })
})

describe('decisions', () => {
  it('SEC-31 R11 refuses a decision about oneself, in any spelling of the id', async () => {
    const officer = newOfficer()
    const self = await sent(idOfOfficer(officer))
    const ids = await pending(self)
    expect((await test.accept(officer, ids)).code).toBe('compliance.own_account')
    expect((await test.decline(officer, ids)).code).toBe('compliance.own_account')
    for (const id of [self, self.toUpperCase()]) expect((await test.changeLevel(officer, id, 2)).code).toBe('compliance.own_account')
    expect(await pending(self)).toEqual(ids)
    await test.accept(newOfficer(), ids)
    expect((await test.changeLevel(newOfficer(), self.toUpperCase(), 2)).status).toBe(200)
  })

  it('SEC-37 ADM-08 documents of two customers, or an unknown one: none is changed', async () => {
    const [one, other] = [await sent(), await sent()]
    const mixed = [...(await pending(one)), ...(await pending(other))]
    for (const ids of [mixed, [...(await pending(one)), newId()]]) {
      expect((await test.accept(newOfficer(), ids)).code).toBe('request.not_found')
      expect((await test.decline(newOfficer(), ids)).code).toBe('request.not_found')
    }
    expect([...(await pending(one)), ...(await pending(other))]).toEqual(mixed)
  })

  it('SEC-36 ADM-08 a document is decided once, also by ten concurrent officers', async () => {
    const person = await sent()
    const ids = await pending(person)
    const [first = ''] = ids
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? test.accept(newOfficer(), [first]) : test.decline(newOfficer(), [first]))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ code }) => code))).toEqual(new Set(['compliance.not_pending']))
    expect((await test.accept(newOfficer(), ids)).code).toBe('compliance.not_pending')
    expect((await states(person)).filter((state) => state === 'Pendiente')).toHaveLength(3)
  })

  it('ADM-08 a document named twice is one', async () => {
    const person = await sent()
    const [first = ''] = await pending(person)
    expect((await test.accept(newOfficer(), [first, first])).body).toEqual({ accepted: 1 })
    expect((await test.accept(newOfficer(), [])).status).toBe(400)
    expect((await test.accept(newOfficer(), ['not-an-id'])).status).toBe(400)
  })

  it('sending again and reviewing concurrently never deadlock', async () => {
    const person = await sent()
    const [first = '', ...rest] = await pending(person)
    await test.decline(newOfficer(), [first])
    const files = await test.saveDocuments(person, 'natural-1', { frontal: [await picture()] })
    expect(files.status).toBe(200)
    const answers = await Promise.all([
      test.saveFields(person, 'natural-1', level1Fields()),
      test.accept(newOfficer(), rest),
      test.decline(newOfficer(), rest.slice(0, 1)),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    // The order is not fixed: when another document was declined before, the form is incomplete.
    expect([200, 409]).toContain(answers[0]?.status)
  })
})

describe('level changes', () => {
  it('ADM-11 uses the exact texts of the specification', async () => {
    const person = await sent()
    const officer = newOfficer()
    const missing = await test.changeLevel(officer, person, 2, '')
    expect([missing.code, missing.text]).toEqual(['compliance.reason_missing', 'No puedes puedes modificar el nivel sin una razón.'])
    const same = await test.changeLevel(officer, person, 1)
    expect([same.status, same.text]).toEqual([409, 'No puedes puedes modificar el nivel, porque el usuario ya se encuentra en ese nivel.'])
    const short = await test.changeLevel(officer, person, 2, 'corta')
    expect([short.code, short.text]).toEqual(['request.reason_invalid', 'La razón debe contener por lo menos 10 caracteres.'])
  })

  it('SEC-35 ADM-11 allows one level up, with its documents accepted, or down; nothing else', async () => {
    const person = await sent()
    const officer = newOfficer()
    expect((await test.changeLevel(officer, person, 2)).code).toBe('compliance.level_not_earned')
    await test.accept(officer, (await pending(person)).slice(0, 2))
    expect((await test.changeLevel(officer, person, 2)).code).toBe('compliance.level_not_earned')
    await test.accept(officer, await pending(person))
    expect((await test.changeLevel(officer, person, 3)).code).toBe('compliance.level_not_earned')
    expect((await test.changeLevel(officer, person, 2)).body).toEqual({ currentLevel: 2, isVerified: false })
    expect((await test.changeLevel(officer, person, 3)).code).toBe('compliance.level_not_earned')
    for (const level of [0, 5, 1.5]) expect((await test.changeLevel(officer, person, level)).status).toBe(400)
    expect((await test.changeLevel(officer, newId(), 2)).code).toBe('request.not_found')
    expect((await test.agreeLevel(person, 1)).body).toEqual({ currentLevel: 1, isVerified: false })
  })
})
