import { bogotaDay } from '@tunjo/contract/bogota-day'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import {
  companyFields,
  idOfOfficer,
  type KycTest,
  level1Fields,
  level2Fields,
  newOfficer,
  startKycTest,
} from '../../customers/kyc/testing.ts'

// Files are really inspected, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const MINUTE_MS = 60_000
/** An account as `identity` stores it, so that the lists include it. */
async function newCustomer(): Promise<string> {
  const id = newId()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${`${id}@correo.example`}, 'x', ARRAY['ROLE_USER'], ${ACCOUNT_STATE.unverified}, 'es', now(), now())`.execute(
    test.platform.db,
  )
  return id
}
async function waiting(more: object = {}): Promise<string> {
  const person = await newCustomer()
  await test.send(person, 'natural-1', level1Fields(more))
  return person
}
const read = async (path: string, person: string, officer = newOfficer()) =>
  (await test.call(officer, 'GET', `${path}?userId=${person}`)).body
const list = async (filter: object, officer = newOfficer()) =>
  (await test.call(officer, 'POST', '/kyc/administrative/users/information', filter)).body
const review = (verb: 'take' | 'release', officer: string, userId: string) =>
  test.call(officer, 'POST', `/kyc/administrative/users/review/${verb}`, { userId })
const next = async (officer: string, after: string | null = null) =>
  (await test.call(officer, 'POST', '/kyc/administrative/users/review/next', { after })).body.userId
const pending = async (person: string): Promise<string[]> =>
  (await test.documents(person)).filter(({ state }) => state === 'Pendiente').map(({ id }) => id)

describe('data that an officer reads of a customer', () => {
  it('ADM-04 the panel with the texts of the specification, before and after the first form', async () => {
    const person = await newCustomer()
    expect(await read('/kyc/administrative/users/information', person)).toMatchObject({
      userId: person, fullName: null, kycLevel: 0, active: true, typeDocument: null, typeUser: 'Persona', country: null, birthDate: null,
      novelty: false, verifiedLevel: 0,
    }) // biome-ignore format: as the panel
    await test.send(person, 'natural-1', level1Fields())
    expect(await read('/kyc/administrative/users/information', person)).toMatchObject({
      fullName: 'Ana María Rojas Pérez',
      kycLevel: 1,
      typeDocument: 'Cédula de Ciudadanía',
      birthDate: '1988-02-29',
      novelty: true,
    })
  })

  it('ADM-04 the novelty of the panel, of the summary and of the list is the same, also when only the alert Novedades is open', async () => {
    const person = await newCustomer()
    const change = { alertId: 1, userId: person, message: 'Avisó que cambia de nombre.' }
    const said = async () => [
      (await read('/kyc/administrative/users/information', person)).novelty,
      (await read('/kyc/administrative/users/more-information', person)).Novelty,
      (await list({ idUser: person })).results[0].novelty,
    ]
    await test.call(newOfficer(), 'POST', '/kyc/administrative/alerts/activate', change)
    expect(await said()).toEqual([true, { result: 'Con novedad', state: 'Pendiente' }, 'Con novedad'])
    await test.call(newOfficer(), 'POST', '/kyc/administrative/alerts/deactivate', change)
    expect(await said()).toEqual([false, { result: 'Sin novedad', state: 'Aceptado' }, 'Sin novedad'])
  })

  it('ADM-05 the summary: a row for each topic, Pendiente while one of its parts is', async () => {
    const person = await newCustomer()
    const states = async () => {
      const rows = await read('/kyc/administrative/users/more-information', person)
      return Object.entries<{ state: string }>(rows).map(([name, { state }]) => `${name} ${state}`)
    }
    const none = ['Antecedentes No entregado', 'Lists No entregado']
    expect(await states()).toEqual(['Direction No entregado', 'ID No entregado', 'PEPS No entregado', ...none, 'Novelty Aceptado'])
    await test.send(person, 'natural-1', level1Fields({ peps: true, pepDetails: undefined }))
    expect(await states()).toEqual(['Direction No entregado', 'ID Pendiente', 'PEPS Pendiente', ...none, 'Novelty Pendiente'])
    const [front, ...others] = await pending(person)
    await test.decline(newOfficer(), [front ?? ''])
    expect((await read('/kyc/administrative/users/more-information', person)).ID.state).toBe('Pendiente')
    await test.accept(newOfficer(), others)
    expect((await read('/kyc/administrative/users/more-information', person)).ID.state).toBe('Declinado')
    expect((await read('/kyc/administrative/users/more-information', person)).PEPS).toEqual({ result: 'Si', state: 'Aceptado' })
  })

  it('A12 a flag by an officer is not a search: Antecedentes is not Aceptado without one', async () => {
    const person = await newCustomer()
    await test.send(person, 'natural-1', level1Fields())
    await inTransaction(test.platform.db, (tx) => test.risk.flagList(tx, { accountId: person, reason: 'Coincide con una lista.' }))
    const { Antecedentes, Lists } = await read('/kyc/administrative/users/more-information', person)
    expect([Antecedentes, Lists]).toEqual([
      { result: 'Alto', state: 'No entregado' },
      { result: 'Si', state: 'Aceptado' },
    ])
  })

  it('A8 ADM-05, ADM-06 steps, financial profile, limits and the missing report', async () => {
    const person = await newCustomer()
    expect(await read('/kyc/administrative/natural/financial-information', person)).toBe('An error occurred')
    await test.call(person, 'POST', '/kyc/users/signup-survey', { responseA: 1, responseB: 4, responseC: 0 })
    const surveyed = await read('/kyc/administrative/users/stepsToFollow', person)
    expect(surveyed.Level1, 'ADM-05 the survey alone').toMatchObject({ questions: { responseA: { maximum: '50000000' } }, pep: null })
    expect(surveyed.Level2).toBeNull()
    await test.send(person, 'natural-1', level1Fields())
    await test.verify(person, 2)
    await test.send(person, 'natural-2', level2Fields())
    const steps = await read('/kyc/administrative/users/stepsToFollow', person)
    expect(steps.Level1.identification.Document).toBe('Cédula de Ciudadanía')
    expect(steps.Level1.questions).toEqual({
      responseA: { minimum: '10000000', maximum: '50000000' },
      responseB: { minimum: '5000000000', maximum: null },
    })
    expect(steps.Level2.address).toMatchObject({ country: 'Colombia', home: expect.stringMatching(/^Carrera 7 # 12-34, .+, .+/) })
    expect(steps.Level3).toBeNull()
    expect(await read('/kyc/administrative/natural/financial-information', person)).toMatchObject({
      economicDescription: 'Panadería de barrio',
    })
    expect(await read('/payment/volumes/administrative/user/deposit/volume', person)).toEqual({ deposit: '0', maximum: '13000000' })
    expect(await test.mayDeposit(person, 100_000_00n)).toBe('yes')
    expect(await read('/payment/volumes/administrative/user/deposit/volume', person)).toMatchObject({ deposit: '100000' })
    expect(await read('/payment/volumes/administrative/user/withdrawal/volume', person)).toMatchObject({ withdrawal: '0' })
    expect(await read('/kyc/administrative/users/user-documents/tusdatos', person)).toEqual({
      fileUrl: null,
      description: 'Busqueda en progreso o no realizada',
    })
  })

  it('ADM-07 read data is shown next to declared data: equal, different, not read', async () => {
    const person = await newCustomer()
    const fields = level1Fields({ identificationNumber: '1099888777' })
    const evidence = (body: object) => test.call(person, 'POST', '/kyc/users/drafts/natural-1/evidence', body)
    await evidence({
      source: 'pdf417',
      read: { number: '1099888777', fullName: 'ANA MARIA PEREZ ROJAS', birthDate: '1988-03-01' },
    })
    await test.send(person, 'natural-1', fields)
    const { checks, items, fields: shown } = await read('/kyc/administrative/users/review', person)
    expect(checks.map(({ name, source, result }: Record<string, string>) => [name, source, result])).toEqual([
      ['documentNumber', 'pdf417', 'agree'],
      ['fullName', 'pdf417', 'agree'],
      ['birthDate', 'pdf417', 'differs'],
    ])
    expect(items.map(({ slot, kind }: Record<string, string>) => `${slot} ${kind}`)).toEqual([
      'frontal image', 'back image', 'selfie image', 'fields fields',
    ]) // biome-ignore format: one list
    expect(shown).toContainEqual({ form: 'natural-1', name: 'birthDate', value: '29 de febrero de 1988' })
    const other = await waiting()
    const unread = (await read('/kyc/administrative/users/review', other)).checks
    expect(unread.map(({ result }: Record<string, string>) => result)).toEqual(['not_read', 'not_read', 'not_read'])
  })

  it('KYC-07 the same document and the same picture in another account are shown to the reviewer as hints', async () => {
    const number = '1099777666'
    const one = await waiting({ identificationNumber: number })
    const other = await waiting({ identificationNumber: '1.099.777.666' })
    const { duplicates } = await read('/kyc/administrative/users/review', other)
    expect(duplicates).toContainEqual({
      kind: 'document',
      slot: null,
      userId: one,
      email: `${one}@correo.example`,
      isClosed: false,
      risk: 'low',
    })
    expect(duplicates).toContainEqual({
      kind: 'file',
      slot: 'frontal',
      userId: one,
      email: `${one}@correo.example`,
      isClosed: false,
      risk: 'low',
    })
  })

  it('A8 ADM-05 ADM-07 a company: its fields, shareholders, NIT, age of the certificate and shares', async () => {
    const company = await newCustomer()
    await test.call(company, 'PUT', '/kyc/users/person-type', { personType: 'legal' })
    const yesterday = bogotaDay(new Date(test.platform.clock.now().getTime() - 86_400_000))
    const shareholders = [{ name: 'Ana Rojas', identification: '1099888777', nationality: 'CO', ownershipPercentage: '60' }]
    await test.send(company, 'legal-1', companyFields(yesterday, { shareholders }))
    const shown = await read('/kyc/administrative/users/review', company)
    expect(shown.checks.map(({ name, read, result }: Record<string, string>) => [name, read, result])).toEqual([
      ['nit', 'Dígito de verificación correcto', 'agree'],
      ['certificateDate', 'Menos de 90 días', 'agree'],
      ['shares', '60 %', 'differs'],
    ])
    expect(shown.shareholders).toEqual(shareholders)
    expect(await read('/kyc/administrative/users/information', company)).toMatchObject({ typeUser: 'Entidad', typeDocument: 'NIT' })
    expect((await read('/kyc/administrative/users/more-information', company)).ID).toMatchObject({ result: '8909039388' })
    const steps = await read('/kyc/administrative/users/stepsToFollow', company)
    expect(steps.Level1, 'ADM-05').toMatchObject({ identification: { Document: 'NIT' } })
    expect(steps.Level2, 'ADM-05 not before its second level').toBeNull()
    const profile = await read('/kyc/administrative/natural/financial-information', company)
    const { businessDescription } = companyFields(yesterday)
    expect(profile, 'ADM-06').toEqual({ occupation: '', economicActivity: '', economicDescription: businessDescription })
    // Required so that the queue below can be emptied.
    expect((await test.nameRepresentatives(company)).status).toBe(200)
  })

  it('ADM-14 every read is in the audit trail; only staff can read, and an unknown customer is not found', async () => {
    const [person, officer] = [await waiting(), newOfficer()]
    const paths = [
      '/kyc/administrative/users/information', '/kyc/administrative/users/stepsToFollow', '/kyc/administrative/users/more-information',
      '/kyc/administrative/natural/financial-information', '/kyc/administrative/users/user-documents/tusdatos',
      '/payment/volumes/administrative/user/deposit/volume', '/payment/volumes/administrative/user/withdrawal/volume',
      '/kyc/administrative/users/review', '/kyc/administrative/users/kyc-level',
    ] // biome-ignore format: one list
    for (const path of paths) {
      expect((await test.call(officer, 'GET', `${path}?userId=${person}`)).status, path).toBe(200)
      expect((await test.call(person, 'GET', `${path}?userId=${person}`)).status, path).toBe(403)
      expect((await test.call(null, 'GET', `${path}?userId=${person}`)).status, path).toBe(401)
      for (const invalidId of ['x', "'; --"])
        expect((await test.call(officer, 'GET', `${path}?userId=${encodeURIComponent(invalidId)}`)).code, path).toBe('request.not_found')
    }
    const trail = await auditTrail(test.platform.db, { action: 'kyc.person_viewed', objectId: person })
    expect(trail).toHaveLength(paths.length)
    expect(new Set(trail.map(({ after }) => JSON.stringify(after))).size).toBe(paths.length)
  })
})

describe('the queue', () => {
  beforeEach(async () => {
    await sql`DELETE FROM compliance.review_lease`.execute(test.platform.db)
    for (const state of ['Pendiente', 'Progreso'])
      for (const { id } of (await list({ state })).results) await test.accept(newOfficer(), await pending(id))
  })

  it('ADM-02 lists waiting customers, longest first, with what they wait for; a filter for each column', async () => {
    const first = await waiting({ identificationNumber: '1099555444' })
    test.platform.clock.advance(MINUTE_MS)
    const second = await waiting()
    const { results, total } = await list({ state: 'Pendiente' })
    expect(results.map(({ id }: { id: string }) => id)).toEqual([first, second])
    expect(total).toBe(2)
    expect(results[0]).toMatchObject({
      document: '1099555444',
      type: 'Persona',
      nivelKyc: 1,
      state: 'Pendiente',
      alert: 'No',
      risk: 'No',
      novelty: 'Con novedad',
      waiting: { forms: ['natural-1'], items: 4 },
      lease: null,
    })
    const ids = async (filter: object) => (await list(filter)).results.map(({ id }: { id: string }) => id)
    expect(await ids({ document: '1.099.555.444' })).toContain(first)
    expect(await ids({ idUser: second })).toEqual([second])
    expect(await ids({ idUser: "' OR true --" })).toEqual([])
    expect(await ids({ state: 'Pendiente', time: 'Recientes' })).toEqual([second, first])
    expect(await ids({ state: 'Pendiente', type: 'Entidad' })).toEqual([])
    expect(await ids({ state: 'Pendiente', level: 2 })).toEqual([])
    expect(await ids({ state: 'Pendiente', itemsPerPage: 1, pageIndex: 1 })).toEqual([second])
  })

  it('ADM-01 states: No terminado, Pendiente, Progreso, Listo, Actualizar, and each customer is in one', async () => {
    const person = await newCustomer()
    const state = async () => (await list({ idUser: person })).results[0].state
    expect(await state()).toBe('No terminado')
    await test.send(person, 'natural-1', level1Fields())
    expect(await state()).toBe('Pendiente')
    const officer = newOfficer()
    await review('take', officer, person)
    expect(await state()).toBe('Progreso')
    await review('release', officer, person)
    expect(await state()).toBe('Pendiente')
    const [front = '', ...others] = await pending(person)
    await test.accept(officer, others)
    expect(await state()).toBe('Progreso')
    await test.decline(officer, [front])
    expect(await state()).toBe('No terminado')
    const ready = await waiting()
    await test.verify(ready, 2)
    expect((await list({ idUser: ready })).results[0].state).toBe('Listo')
    test.platform.clock.advance(740 * 86_400_000)
    expect((await list({ idUser: ready })).results[0].state).toBe('Actualizar')
  })

  it('R22 one officer takes a review; the second sees the holder and the end of the lease, and is refused without changes', async () => {
    const [person, one, two] = [await waiting(), newOfficer(), newOfficer()]
    expect((await review('take', one, person)).body).toMatchObject({ isMine: true })
    expect((await review('take', two, person)).body).toMatchObject({ isMine: false, officer: `${idOfOfficer(one)}@correo.example` })
    const ids = await pending(person)
    for (const refused of [await test.accept(two, ids), await test.decline(two, ids), await test.changeLevel(two, person, 2)]) {
      expect(refused.code).toBe('compliance.taken')
      expect(refused.status).toBe(409)
    }
    expect(await pending(person)).toEqual(ids)
    expect((await read('/kyc/administrative/users/review', person)).decisions).toEqual([])
    expect((await test.accept(one, ids)).status).toBe(200)
    expect((await read('/kyc/administrative/users/review', person)).decisions[0]).toMatchObject({
      outcome: 'accepted',
      slots: expect.arrayContaining(['frontal', 'back', 'selfie', 'fields']),
    })
  })

  it('a lease ends after 15 minutes, or when it is released; only its holder can release it', async () => {
    const [person, one, two] = [await waiting(), newOfficer(), newOfficer()]
    await review('take', one, person)
    expect((await review('release', two, person)).body.released).toBe(false)
    test.platform.clock.advance(14 * MINUTE_MS)
    expect((await review('take', one, person)).body).toMatchObject({ isMine: true })
    test.platform.clock.advance(14 * MINUTE_MS)
    expect((await review('take', two, person)).body.isMine).toBe(false)
    test.platform.clock.advance(MINUTE_MS)
    expect((await review('take', two, person)).body.isMine).toBe(true)
    expect((await review('release', two, person)).body.released).toBe(true)
    expect((await review('take', one, person)).body.isMine).toBe(true)
  })

  it('one of twenty concurrent officers takes the review', async () => {
    const person = await waiting()
    const answers = await Promise.all(Array.from({ length: 20 }, () => review('take', newOfficer(), person)))
    expect(answers.filter(({ body }) => body.isMine)).toHaveLength(1)
  })

  it('the next one is the longest waiting without a lease; two officers never get the same', async () => {
    const first = await waiting()
    test.platform.clock.advance(MINUTE_MS)
    const second = await waiting()
    const [one, two] = [newOfficer(), newOfficer()]
    expect(await next(one)).toBe(first)
    expect(await next(two)).toBe(second)
    expect(await next(newOfficer())).toBeNull()
    // Taking the next review releases the current one.
    expect(await next(one, first)).toBeNull()
    expect(await next(two, second)).toBe(first)
    const given = await auditTrail(test.platform.db, { action: 'kyc.review_released', objectId: second })
    expect(given).toMatchObject([{ actor: { accountId: idOfOfficer(two) } }])
    const both = await Promise.all([next(newOfficer()), next(newOfficer())])
    expect(both.toSorted()).toEqual([null, second].toSorted())
  })

  it('an officer who reads the documents of all customers is rate-limited, as with every other read', async () => {
    const [person, officer] = [await newCustomer(), newOfficer()]
    const path = `/kyc/administrative/users/user-documents?userId=${person}`
    const answers = await Promise.all(Array.from({ length: 301 }, () => test.call(officer, 'GET', path)))
    expect(answers.filter(({ code }) => code === 'request.too_many')).toHaveLength(1)
  })

  it('an officer cannot take the review of their own documents', async () => {
    const person = await waiting()
    expect((await review('take', `officer:${person}`, person)).code).toBe('compliance.own_account')
    expect((await review('take', `officer:${person}`, person.toUpperCase())).code).toBe('compliance.own_account')
    expect(await next(`officer:${person}`)).toBeNull()
  })

  it('ADM-08 the internal reason of a decline is kept for officers, apart from the text for the customer', async () => {
    const [person, officer] = [await waiting(), newOfficer()]
    const [front = ''] = await pending(person)
    const decision = { reasonCodes: ['illegible', 'expired'], note: 'Parece recortada.' }
    const body = { idUserDocument: [front], description: 'La foto está borrosa.', ...decision }
    expect((await test.call(officer, 'POST', '/kyc/administrative/user-documents/decline', body)).status).toBe(200)
    expect((await read('/kyc/administrative/users/review', person)).decisions).toMatchObject([
      { outcome: 'declined', slots: ['frontal'], ...decision, officer: `${idOfOfficer(officer)}@correo.example` },
    ])
    expect(JSON.stringify(await test.status(person))).not.toContain('recortada')
    expect(JSON.stringify(test.notices)).not.toContain('recortada')
  })

  it('ADM-11 the levels that may be chosen, with their effect on the limits', async () => {
    const person = await waiting()
    const options = async () => (await read('/kyc/administrative/users/kyc-level', person)).options
    const shortly = async () =>
      (await options()).map(
        (one: Record<string, unknown>) => `${one.completed} ${one.state} ${one.monthlyMaximum} ${one.needsSecondOfficer}`,
      )
    expect(await shortly()).toEqual([
      '0 current 0 false', '1 not_earned 13000000 false', '2 not_earned 40000000 false', '3 not_earned null true',
    ]) // biome-ignore format: one list
    await test.accept(newOfficer(), await pending(person))
    expect((await shortly())[1]).toBe('1 offered 13000000 false')
    await test.changeLevel(newOfficer(), person, 2)
    expect(await shortly()).toEqual([
      '0 offered 0 true', '1 current 13000000 false', '2 not_earned 40000000 false', '3 not_earned null true',
    ]) // biome-ignore format: one list
  })
})
