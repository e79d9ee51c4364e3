import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { type Answer, filesOf, idOfOfficer, type KycTest, level1Fields, level2Fields, newOfficer, pdf, startKycTest } from '../testing.ts'

// Every file is inspected for real, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const sent = async (fields: object = {}) => {
  const person = newId()
  expect((await test.send(person, 'natural-1', level1Fields(fields))).body?.state).toBe('sent')
  return person
}
const idsOf = async (person: string, ...slots: string[]): Promise<string[]> => {
  const documents: Answer['body'][] = await test.documents(person)
  return slots.map((slot) => documents.find((document) => document.slot === slot).id)
}
const level = async (person: string, number: number) => (await test.status(person)).levels[number - 1]
const verified = async (person: string) => (await test.call(person, 'GET', '/kyc/users/natural/kyc-verified')).body

describe('a closed account', () => {
  it('D9 no document is decided and no level is granted or removed: its person is no customer any more', async () => {
    const [sentOnly, accepted, granted] = [await sent(), await sent(), await sent()]
    const all = await Promise.all([accepted, granted].map((person) => test.documents(person)))
    for (const documents of all)
      await test.accept(
        newOfficer(),
        documents.flatMap(({ id }: { id: string | null }) => id ?? []),
      )
    expect((await test.changeLevel(newOfficer(), granted, 2)).status).toBe(200)
    for (const person of [sentOnly, accepted, granted]) test.states.set(person, ACCOUNT_STATE.closed)
    const waiting = await idsOf(sentOnly, 'back', 'selfie')
    const refused = [
      await test.accept(newOfficer(), waiting),
      await test.decline(newOfficer(), waiting, 'La foto está borrosa.'),
      await test.changeLevel(newOfficer(), accepted, 2),
      await test.changeLevel(newOfficer(), granted, 1),
    ]
    expect(refused.map(({ status, code }) => [status, code])).toEqual(Array(4).fill([409, 'compliance.account_closed']))
    expect((await verified(accepted)).isVerified).toBe(false)
    const { rows } = await test.database.pool.query('SELECT DISTINCT state FROM kyc.item WHERE account_id = $1', [sentOnly])
    expect(rows).toEqual([{ state: 'pending' }])
  })
})

describe('declined items', () => {
  it('KYC-17 only that slot is open again, with the description; the rest stays locked until it is sent', async () => {
    const person = await sent()
    const [back = ''] = await idsOf(person, 'back')
    const [frontal = '', selfie = ''] = await idsOf(person, 'frontal', 'selfie')
    await test.accept(newOfficer(), [frontal])
    expect((await test.decline(newOfficer(), [back], '  La foto está borrosa.  ')).body).toEqual({ declined: 1 })
    expect(await level(person, 1)).toMatchObject({
      state: 'declined',
      done: 8,
      total: 9,
      declined: [{ slot: 'back', description: 'La foto está borrosa.' }],
    })
    const files = await filesOf('natural-1')
    expect((await test.saveDocuments(person, 'natural-1', files)).code).toBe('kyc.form_sent')
    expect((await test.saveFields(person, 'natural-1', level1Fields())).code).toBe('kyc.documents_missing')
    const draft = (await test.call(person, 'GET', '/kyc/users/drafts/natural-1')).body
    expect((await test.call(person, 'PUT', '/kyc/users/drafts/natural-1', { fields: {}, revision: draft.revision })).code).toBe(
      'kyc.form_sent',
    )
    expect((await test.saveDocuments(person, 'natural-1', { back: files.back ?? [] })).body.state).toBe('declined')
    // The fields were not declined: those in the second call are ignored, even when they would be refused.
    const ignored = level1Fields({ fullName: 'Otra Persona', birthDate: '2020-01-01' })
    expect((await test.saveFields(person, 'natural-1', ignored)).body.state).toBe('sent')
    expect((await test.call(person, 'GET', '/kyc/users/natural/kyc-information')).body.Level1.fullName).toBe('Ana María Rojas Pérez')
    const [newBack = ''] = await idsOf(person, 'back')
    expect(newBack).not.toBe(back)
    expect((await test.documents(person)).map(({ state }) => state)).toEqual([
      'Aceptado', 'Pendiente', 'Pendiente', 'No entregado', 'No entregado', 'Pendiente',
    ]) // biome-ignore format: one row
    await test.accept(newOfficer(), [selfie, newBack])
    expect((await test.changeLevel(newOfficer(), person, 2)).body).toEqual({ currentLevel: 2, isVerified: false })
  })

  it('KYC-17 are kept as evidence, with the officer, time and reason', async () => {
    const person = await sent()
    const officer = newOfficer()
    const [back = ''] = await idsOf(person, 'back')
    await test.decline(officer, [back], 'La foto está borrosa.')
    await test.saveDocuments(person, 'natural-1', { back: (await filesOf('natural-1')).back ?? [] })
    await test.saveFields(person, 'natural-1', level1Fields())
    const { rows } = await test.database.pool.query('SELECT state, description, reviewed_by, file_id FROM kyc.item WHERE id = $1', [back])
    expect(rows).toMatchObject([{ state: 'replaced', description: 'La foto está borrosa.', reviewed_by: idOfOfficer(officer) }])
    expect(await test.platform.files.read(rows[0]?.file_id)).not.toBeNull()
    expect((await test.decline(newOfficer(), [back])).code).toBe('compliance.not_pending')
  })

  it('KYC-17 the person reads the description in the bell and by mail', async () => {
    const person = await sent()
    await test.decline(newOfficer(), await idsOf(person, 'back', 'selfie'), 'No se lee el número.')
    expect(test.notices.filter(({ accountId }) => accountId === person)).toEqual([
      {
        accountId: person,
        kind: 'kyc.documents_declined',
        values: { level: '1', description: 'No se lee el número.', slots: 'back,selfie' },
        mailTo: `${person}@correo.example`,
        url: '/application/verification/',
      },
    ])
  })

  it('KYC-17 a lowered level is notified, without the reason of the officers', async () => {
    const person = await sent()
    await test.verify(person, 2)
    await test.agreeLevel(person, 1, 'Sospecha de documento prestado.')
    const lowered = test.notices.filter(({ accountId, kind }) => accountId === person && kind === 'kyc.level_lowered')
    expect(lowered).toMatchObject([{ values: { level: '0' }, mailTo: `${person}@correo.example` }])
    expect(JSON.stringify(lowered)).not.toContain('Sospecha')
  })

  it('KYC-17 declined fields cannot be skipped: the form returns to review only with new ones', async () => {
    const person = await sent()
    await test.verify(person, 2)
    await test.send(person, 'natural-2', level2Fields())
    const [fields = ''] = await idsOf(person, 'natural-2.fields')
    await test.decline(newOfficer(), [fields], 'La dirección no es la del recibo.')
    expect(await level(person, 2)).toMatchObject({ state: 'declined', done: 8, total: 9, declined: [{ slot: 'fields' }] })
    expect((await test.saveDocuments(person, 'natural-2', {})).code).toBe('kyc.fields_missing')
    expect((await test.changeLevel(newOfficer(), person, 3)).code).toBe('compliance.level_not_earned')
    await test.saveFields(person, 'natural-2', level2Fields({ homeAddress: 'Calle 1 # 2-3' }))
    // The address of the sent form is shown until the new one is sent too.
    expect((await test.call(person, 'GET', '/kyc/users/natural/kyc-information')).body.Level2.address).toBe('Carrera 7 # 12-34')
    expect((await test.saveDocuments(person, 'natural-2', {})).body.state).toBe('sent')
    expect((await test.call(person, 'GET', '/kyc/users/natural/kyc-information')).body.Level2.address).toBe('Calle 1 # 2-3')
  })

  it('KYC-17 a declined document is asked again also where the others would be enough', async () => {
    const person = await sent()
    await test.verify(person, 2)
    await test.send(person, 'natural-2', level2Fields())
    await test.verify(person, 3)
    await test.saveDocuments(person, 'natural-3', { documents: [pdf(), pdf(), pdf(), pdf()] })
    const ids = (await test.documents(person)).filter(({ slot }) => slot === 'documents').map(({ id }) => id)
    await test.decline(newOfficer(), ids.slice(3), 'No es un extracto bancario.')
    await test.accept(newOfficer(), ids.slice(0, 3))
    expect(await level(person, 3)).toMatchObject({ state: 'declined', done: 3, total: 4 })
    expect((await test.saveDocuments(person, 'natural-3', {})).code).toBe('kyc.documents_missing')
    expect((await test.changeLevel(newOfficer(), person, 4)).code).toBe('compliance.level_not_earned')
    expect((await test.saveDocuments(person, 'natural-3', { documents: [pdf()] })).body.state).toBe('sent')
  })
})

describe('levels and the account', () => {
  it('KYC-15 KYC-18 verified, lowered and verified again: state, limits and forms follow in the same second', async () => {
    const person = await sent()
    expect(await test.mayDeposit(person, 1n)).toBe('limits.not_verified')
    await test.verify(person, 2)
    expect(test.states.get(person)).toBe(ACCOUNT_STATE.verified)
    expect(await test.mayDeposit(person, 1_300_000_000n)).toBe('yes')
    expect(await test.mayDeposit(person, 1n)).toBe('limits.monthly_exceeded')
    expect((await test.agreeLevel(person, 1, 'Documento vencido.')).body).toEqual({ currentLevel: 1, isVerified: false })
    expect(test.states.get(person)).toBe(ACCOUNT_STATE.unverified)
    expect(await test.mayDeposit(person, 1n)).toBe('limits.not_verified')
    expect(await level(person, 1)).toMatchObject({ state: 'open', done: 6, total: 9 })
    expect((await test.call(person, 'GET', '/kyc/users/natural/kyc-information')).body).toEqual({ Level1: null, Level2: null })
    expect((await test.changeLevel(newOfficer(), person, 2)).code).toBe('compliance.level_not_earned')
    expect((await test.send(person, 'natural-1', level1Fields())).body.state).toBe('sent')
    await test.verify(person, 2)
    expect(await test.mayDeposit(person, 1n)).toBe('limits.monthly_exceeded')
    const { rows } = await test.database.pool.query(
      'SELECT to_level, reason FROM kyc.level_change WHERE account_id = $1 ORDER BY changed_at, id',
      [person],
    )
    expect(rows.map(({ to_level }) => to_level)).toEqual([2, 1, 2])
  })

  it('a suspended account stays so, at any level', async () => {
    const person = await sent()
    test.states.set(person, ACCOUNT_STATE.suspended)
    await test.verify(person, 2)
    expect(test.states.get(person)).toBe(ACCOUNT_STATE.suspended)
    expect(await test.mayDeposit(person, 1n)).toBe('limits.blocked')
    await test.agreeLevel(person, 1)
    expect(test.states.get(person)).toBe(ACCOUNT_STATE.suspended)
  })

  it('KYC-15 accepting the documents of the specification is enough: the level accepts the fields with them', async () => {
    const person = await sent()
    const officer = newOfficer()
    await test.accept(officer, await idsOf(person, 'frontal', 'back', 'selfie'))
    expect(await verified(person)).toEqual({ currentLevel: 1, isVerified: false })
    expect((await test.changeLevel(officer, person, 2)).status).toBe(200)
    expect((await test.documents(person)).find(({ slot }) => slot === 'natural-1.fields')?.state).toBe('Aceptado')
    expect((await test.call(person, 'GET', '/kyc/users/natural/kyc-information')).body).toEqual({
      Level1: {
        fullName: 'Ana María Rojas Pérez',
        cellphone: '+573001234567',
        identificationType: 'Cédula de Ciudadanía',
        identification: expect.stringMatching(/^1\d{9}$/),
        birthDate: '1988-02-29',
        peps: false,
      },
      Level2: null,
    })
  })

  it('one document is one person, also when two officers verify two accounts concurrently', async () => {
    const identificationNumber = '1099888123'
    const people = await Promise.all([1, 2].map(() => sent({ identificationNumber })))
    for (const person of people) await test.accept(newOfficer(), await idsOf(person, 'frontal', 'back', 'selfie', 'natural-1.fields'))
    const answers = await Promise.all(people.map((person) => test.changeLevel(newOfficer(), person, 2)))
    expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([200, 'kyc.document_taken'])
    const other = await test.send(newId(), 'natural-1', level1Fields({ identificationNumber, identificationTypeID: 602 }))
    expect(other.body.state).toBe('sent')
  })

  it('KYC-09 no answer discloses whether a document belongs to a customer', async () => {
    const taken = '1099888123'
    const free = '1099888124'
    const faces = async (identificationNumber: string, isComplete: boolean) => {
      const person = newId()
      if (isComplete) await test.saveDocuments(person, 'natural-1', await filesOf('natural-1'))
      const response = await fetch(`${test.server.url}/kyc/users/natural/level-1/save-fields`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person}`, 'content-type': 'application/json' },
        body: JSON.stringify(level1Fields({ identificationNumber })),
      })
      const own = new Set(['date', 'x-request-id'])
      return [
        response.status,
        await response.text(),
        [...response.headers].filter(([name]) => !own.has(name) && !name.startsWith('x-ratelimit')),
      ]
    }
    for (const isComplete of [false, true]) expect(await faces(taken, isComplete)).toEqual(await faces(free, isComplete))
  })

  it('ADM-11 two officers raise one level concurrently: it is raised once', async () => {
    const person = await sent()
    await test.accept(newOfficer(), await idsOf(person, 'frontal', 'back', 'selfie'))
    const answers = await Promise.all([1, 2, 3].map(() => test.changeLevel(newOfficer(), person, 2)))
    expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([200, 'compliance.same_level', 'compliance.same_level'])
  })
})
