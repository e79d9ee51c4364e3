/**
 * Renewal of accepted data over HTTP and the real database: requests by officers and by the product, resubmission, and what remains
 * meanwhile (ADM-01).
 */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { filesOf, idOfOfficer, type KycTest, level1Fields, level2Fields, newOfficer, startKycTest } from '../../../customers/kyc/testing.ts'
import { createParameters } from '../../../reference/parameters/index.ts'
import { requestDueRenewals } from './request-due-renewals.ts'

// Files are really inspected, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const REASON = 'Su documento cambia este mes.'
const RENEWALS = '/kyc/administrative/users/renewals'
const DAY_MS = 86_400_000

/** An account of the list, verified at level 1. */
async function verifiedPerson(number?: string): Promise<string> {
  const id = newId()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${`${id}@correo.example`}, 'x', ARRAY['ROLE_USER'], ${ACCOUNT_STATE.unverified}, 'es', now(), now())`.execute(
    test.platform.db,
  )
  await test.call(id, 'POST', '/kyc/users/signup-survey', { responseA: 1, responseB: 1, responseC: 0 })
  expect(await test.send(id, 'natural-1', level1Fields(number ? { identificationNumber: number } : {}))).toMatchObject({ status: 200 })
  expect((await test.verify(id, 2)).status).toBe(200)
  return id
}
const ask = (person: string, subjects: string[], officer = newOfficer(), reason = REASON) =>
  test.call(officer, 'POST', RENEWALS, { userId: person, subjects, reason })
const renewalsOf = async (person: string) => (await test.call(newOfficer(), 'GET', `${RENEWALS}?userId=${person}`)).body
const level1 = async (person: string) => (await test.status(person)).levels[0]
const stateOf = async (person: string) =>
  (await test.call(newOfficer(), 'POST', '/kyc/administrative/users/information', { itemsPerPage: 100, idUser: person })).body.results[0]
    ?.state
/** As shown in the list of customers, and used by the job that requests outdated data. */
const acceptedAt = async (person: string): Promise<number[]> => {
  const found = await sql<{ at: Date }>`SELECT accepted_at AS at FROM reports.person WHERE account_id = ${person}
    UNION ALL SELECT accepted_at FROM kyc.accepted_data WHERE account_id = ${person} AND subject = 'natural-1'`.execute(test.database.db)
  return found.rows.map(({ at }) => at.getTime())
}
const dossierOf = async (person: string) => (await test.kyc.person(person))?.dossier
const sendAgain = async (person: string, fields: object) => {
  await test.saveDocuments(person, 'natural-1', await filesOf('natural-1'))
  return test.saveFields(person, 'natural-1', level1Fields(fields))
}
const acceptPending = async (person: string) => {
  const pending = (await test.documents(person)).filter(({ state }) => state === 'Pendiente').map(({ id }) => id)
  return test.accept(newOfficer(), pending)
}
const due = () => requestDueRenewals({ ...test.platform, kyc: test.kyc })
const activityOf = (code: string) => createParameters().economicActivityOfCode(code)?.id
/** Activity in the risk that counts, after all consumers processed the events. */
const activityIn = async (person: string): Promise<object | undefined> => {
  await test.platform.jobs.drain()
  const found = await sql<{ points: { factor: string; figures: object }[] }>`SELECT points FROM risk.assessment
    WHERE account_id = ${person}`.execute(test.database.db)
  return found.rows[0]?.points.find(({ factor }) => factor === 'activity')?.figures
}
const noticesOf = (person: string, kind: string) => test.notices.filter((one) => one.accountId === person && one.kind === kind)

describe('request by an officer', () => {
  it('ADM-01 the customer is Actualizar, is notified of the items and the deadline, and keeps level and limits', async () => {
    const person = await verifiedPerson()
    expect(await stateOf(person)).toBe('Listo')
    const officer = newOfficer()
    const asked = await ask(person, ['natural-1', 'survey'], officer)
    expect(asked.body).toEqual({ requested: ['natural-1', 'survey'], dueAt: expect.any(String) })
    expect(await stateOf(person)).toBe('Actualizar')
    expect(await test.mayDeposit(person, 1_000n)).toBe('yes')
    const { renewals, askable } = await renewalsOf(person)
    expect(askable).toEqual([])
    expect(renewals).toHaveLength(2)
    expect(renewals[0]).toMatchObject({
      state: 'open',
      why: 'requested',
      reason: REASON,
      officer: `${idOfOfficer(officer)}@correo.example`,
    })
    expect(await level1(person)).toMatchObject({
      state: 'verified',
      renewal: { state: 'open', why: 'requested', dueAt: asked.body.dueAt, done: 6, total: 9, declined: [] },
    })
    expect((await test.status(person)).surveyRenewal).toMatchObject({ why: 'requested', dueAt: asked.body.dueAt })
    const [notice] = noticesOf(person, 'kyc.renewal_requested')
    expect(notice).toMatchObject({
      values: { subjects: 'natural-1,survey' },
      mailTo: `${person}@correo.example`,
      url: '/application/verification/',
    })
    expect(JSON.stringify(notice)).not.toContain(REASON)
    const audited = await sql<{ reason: string; after: object }>`SELECT reason, after FROM platform.audit_entry
      WHERE action = 'kyc.renewal_requested' AND object_id = ${person}`.execute(test.database.db)
    expect(audited.rows).toMatchObject([{ reason: REASON, after: { subjects: ['natural-1', 'survey'], why: 'requested' } }])
  })

  it('the deadline is ten business days, across weekends and holidays', async () => {
    const person = await verifiedPerson()
    const { dueAt } = (await ask(person, ['natural-1'])).body
    const days = (Date.parse(dueAt) - test.platform.clock.now().getTime()) / DAY_MS
    expect(days).toBeGreaterThanOrEqual(14)
    expect(days).toBeLessThanOrEqual(17)
  })

  it('covers only accepted items, once, with a reason, and never about oneself', async () => {
    const person = await verifiedPerson()
    expect((await ask(person, ['natural-2'])).code).toBe('compliance.not_renewable')
    expect((await ask(person, ['natural-1'], newOfficer(), 'No')).code).toBe('request.reason_invalid')
    const answers = await Promise.all([ask(person, ['natural-1']), ask(person, ['natural-1'])])
    expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([200, 'compliance.not_renewable'])
    expect((await ask(person, ['natural-1'], `officer:${person}`)).code).toBe('compliance.own_account')
    expect((await ask(newId(), ['natural-1'])).code).toBe('compliance.not_renewable')
    expect((await test.call(person, 'POST', RENEWALS, { userId: person, subjects: ['natural-1'], reason: REASON })).status).toBe(403)
    expect((await renewalsOf(person)).renewals).toHaveLength(1)
  })
})

describe('no request is made', () => {
  it('ADM-01 about a closed account, by an officer or by the product', async () => {
    const person = await verifiedPerson()
    test.states.set(person, ACCOUNT_STATE.closed)
    expect((await renewalsOf(person)).askable).toEqual([])
    expect((await ask(person, ['natural-1'])).code).toBe('compliance.account_closed')
    const asked = { accountId: person, subjects: ['natural-1'], why: 'aged', by: null } as const
    expect(await inTransaction(test.platform.db, (tx) => test.kyc.requestRenewal(tx, asked))).toMatchObject({ requested: [] })
    expect(await renewalsOf(person)).toEqual({ renewals: [], askable: [] })
  })

  it('shows all of them, however many', async () => {
    const person = await verifiedPerson()
    await sql`INSERT INTO kyc.renewal (id, account_id, subject, state, why, requested_at, due_at, closed_at)
      SELECT gen_random_uuid(), ${person}, 'natural-1', 'done', 'aged', now(), now(), now() FROM generate_series(1, 120)`.execute(
      test.platform.db,
    )
    expect((await renewalsOf(person)).renewals).toHaveLength(120)
  })
})

describe('resubmission by the customer', () => {
  it('ADM-01 KYC-15 accepted: the dossier has the new data, the renewal has ended, and the accepted date is new', async () => {
    const person = await verifiedPerson()
    const before = await dossierOf(person)
    expect((await sendAgain(person, {})).code).toBe('kyc.form_sent')
    await ask(person, ['natural-1'])
    // The whole form is requested again.
    expect((await test.call(person, 'GET', '/kyc/users/drafts/natural-1')).body.files).toEqual([])
    expect((await test.saveFields(person, 'natural-1', level1Fields())).code).toBe('kyc.documents_missing')
    test.platform.clock.advance(DAY_MS)
    const fields = { fullName: 'Ana María Rojas de Paz', identificationNumber: '1077123456', cellphoneNumber: '3119876543' }
    expect((await sendAgain(person, fields)).body.state).toBe('sent')
    expect(await stateOf(person)).toBe('Pendiente')
    expect(await level1(person)).toMatchObject({ state: 'verified', renewal: { state: 'sent', done: 9, total: 9 } })
    expect((await sendAgain(person, fields)).code).toBe('kyc.form_sent')
    expect(await dossierOf(person)).toEqual(before)
    // Rules about changed data see the differences while it waits.
    const changed = await sql<{
      fields: string[]
    }>`SELECT fields FROM kyc.changed_item WHERE account_id = ${person} AND slot = 'fields'`.execute(test.database.db)
    expect(changed.rows).toEqual([{ fields: ['cellphoneNumber', 'fullName', 'identificationNumber'] }])
    expect(await test.mayDeposit(person, 1_000n)).toBe('yes')
    const decidedFrom = test.platform.clock.now()
    expect((await acceptPending(person)).status).toBe(200)
    expect(await dossierOf(person)).toMatchObject({
      fullName: 'Ana María Rojas de Paz',
      documentNumber: '1077123456',
      phone: '+573119876543',
    })
    expect(await level1(person)).toMatchObject({ state: 'verified', renewal: null })
    expect(await stateOf(person)).toBe('Listo')
    const [renewal] = (await renewalsOf(person)).renewals
    expect(renewal.state).toBe('done')
    expect(Date.parse(renewal.closedAt)).toBeGreaterThanOrEqual(decidedFrom.getTime())
    expect(noticesOf(person, 'kyc.renewal_accepted')).toHaveLength(1)
    expect((await acceptedAt(person))[0]).toBeGreaterThanOrEqual(decidedFrom.getTime())
    expect((await sendAgain(person, {})).code).toBe('kyc.form_sent')
  })

  it('KYC-17 declined: it stays open with the reason, only that item is requested again, and accepted data is kept', async () => {
    const person = await verifiedPerson()
    const before = await dossierOf(person)
    const acceptedBefore = await acceptedAt(person)
    test.platform.clock.advance(DAY_MS)
    await ask(person, ['natural-1'])
    await sendAgain(person, { fullName: 'Otra Persona Distinta' })
    const fields = (await test.documents(person)).find(({ slot }) => slot === 'natural-1.fields')?.id
    await test.decline(newOfficer(), [fields], 'El nombre no es el del documento.')
    expect(await level1(person)).toMatchObject({
      state: 'verified',
      renewal: { state: 'declined', declined: [{ slot: 'fields', description: 'El nombre no es el del documento.' }] },
    })
    await acceptPending(person)
    expect(await stateOf(person)).toBe('Actualizar')
    expect(await dossierOf(person)).toEqual(before)
    // Three of its files are accepted, but not the form.
    expect(await acceptedAt(person)).toEqual(acceptedBefore)
    expect(await test.mayDeposit(person, 1_000n)).toBe('yes')
    const kept = await sql<{ files: number }>`SELECT count(*)::integer AS files FROM kyc.item
      WHERE account_id = ${person} AND state = 'replaced' AND reviewed_at IS NOT NULL AND description IS NULL AND file_id IS NOT NULL`.execute(
      test.database.db,
    )
    expect(kept.rows).toEqual([{ files: 3 }])
    expect((await test.saveDocuments(person, 'natural-1', await filesOf('natural-1'))).code).toBe('kyc.form_sent')
    expect((await test.saveFields(person, 'natural-1', level1Fields({ fullName: 'Ana María Rojas Pérez' }))).body.state).toBe('sent')
    await acceptPending(person)
    expect((await renewalsOf(person)).renewals).toMatchObject([{ state: 'done' }])
    expect((await acceptedAt(person)).map((at) => at > (acceptedBefore[0] ?? 0))).toEqual([true, true])
  })

  it('a document of another person is not accepted, and changes nothing for either', async () => {
    const number = '1066123456'
    await verifiedPerson(number)
    const person = await verifiedPerson()
    const before = await dossierOf(person)
    await ask(person, ['natural-1'])
    await sendAgain(person, { identificationNumber: number })
    expect((await acceptPending(person)).code).toBe('kyc.document_taken')
    expect(await dossierOf(person)).toEqual(before)
    expect((await renewalsOf(person)).renewals).toMatchObject([{ state: 'open' }])
  })

  it('work on a higher level continues during a renewal', async () => {
    const person = await verifiedPerson()
    await test.send(person, 'natural-2', level2Fields())
    await ask(person, ['natural-1'])
    await sendAgain(person, {})
    await acceptPending(person)
    expect((await test.changeLevel(newOfficer(), person, 3)).body).toEqual({ currentLevel: 3, isVerified: false })
    expect((await renewalsOf(person)).renewals).toMatchObject([{ subject: 'natural-1', state: 'done' }])
  })

  it('lowering a level ends its renewal: the form is verified again', async () => {
    const person = await verifiedPerson()
    await ask(person, ['natural-1'])
    await test.agreeLevel(person, 1)
    expect(await level1(person)).toMatchObject({ state: 'open', renewal: null })
    expect((await renewalsOf(person)).renewals).toMatchObject([{ state: 'dropped' }])
    await test.send(person, 'natural-1', level1Fields())
    expect((await test.verify(person, 2)).status).toBe(200)
  })

  it('ADM-09 unaccepted data never lowers the risk: until then the worse of both counts', async () => {
    const person = await verifiedPerson()
    const [gambling, bakery] = [activityOf('9200'), activityOf('1081')]
    await test.send(person, 'natural-2', level2Fields({ economicActivityID: gambling }))
    expect((await test.verify(person, 3)).status).toBe(200)
    expect(await activityIn(person)).toMatchObject({ class: 'high', code: '9200' })
    await ask(person, ['natural-2'])
    expect(await activityIn(person)).toMatchObject({ class: 'high', code: '9200' })
    const sent = async () => {
      await test.saveFields(person, 'natural-2', level2Fields({ economicActivityID: bakery }))
      const { body } = await test.saveDocuments(person, 'natural-2', await filesOf('natural-2'))
      expect(body.state).toBe('sent')
    }
    await sent()
    expect(await activityIn(person)).toMatchObject({ class: 'high', code: '9200' })
    const [fields, proof] = ['natural-2.fields', 'proofResidence'].map(
      (slot) => async () => (await test.documents(person)).find((one) => one.slot === slot)?.id,
    )
    await test.decline(newOfficer(), [await fields?.()])
    expect(await activityIn(person)).toMatchObject({ class: 'high', code: '9200' })
    await test.saveFields(person, 'natural-2', level2Fields({ economicActivityID: bakery }))
    await test.saveDocuments(person, 'natural-2', {})
    // The fields alone are not the form.
    await test.accept(newOfficer(), [await fields?.()])
    expect(await activityIn(person)).toMatchObject({ class: 'high', code: '9200' })
    await test.accept(newOfficer(), [await proof?.()])
    expect((await renewalsOf(person)).renewals).toMatchObject([{ state: 'done' }])
    expect(await activityIn(person)).toMatchObject({ class: 'none', code: '1081' })
    // The next renewal is based on this data, not on what was accepted before; graver facts count as soon as they are sent.
    await ask(person, ['natural-2'])
    expect(await activityIn(person)).toMatchObject({ class: 'none', code: '1081' })
    await test.saveFields(person, 'natural-2', level2Fields({ economicActivityID: gambling }))
    await test.saveDocuments(person, 'natural-2', await filesOf('natural-2'))
    expect(await activityIn(person)).toMatchObject({ class: 'high', code: '9200' })
  })
})

describe('the survey', () => {
  it('KYC-01 is answered again in a renewal, also with the same answers', async () => {
    const person = await verifiedPerson()
    const answered = async () =>
      (
        await sql<{ count: number }>`SELECT count(*)::integer AS count FROM kyc.survey WHERE account_id = ${person}`.execute(
          test.database.db,
        )
      ).rows
    const answer = () => test.call(person, 'POST', '/kyc/users/signup-survey', { responseA: 1, responseB: 1, responseC: 0 })
    await answer()
    expect(await answered()).toEqual([{ count: 1 }])
    await ask(person, ['survey'])
    expect(await stateOf(person)).toBe('Actualizar')
    expect((await answer()).status).toBe(200)
    expect(await answered()).toEqual([{ count: 2 }])
    expect((await test.status(person)).surveyRenewal).toBeNull()
    expect(await stateOf(person)).toBe('Listo')
  })
})

describe('request by the product', () => {
  it('ADM-01 for items older than their months, item by item, once', async () => {
    const person = await verifiedPerson()
    await due()
    expect((await renewalsOf(person)).renewals).toEqual([])
    test.platform.clock.advance(700 * DAY_MS)
    await test.send(person, 'natural-2', level2Fields())
    expect((await test.verify(person, 3)).status).toBe(200)
    test.platform.clock.advance(40 * DAY_MS)
    expect(await stateOf(person)).toBe('Actualizar')
    await Promise.all([due(), due()])
    const { renewals } = await renewalsOf(person)
    expect(
      renewals.map(({ subject, why, officer }: { subject: string; why: string; officer: null }) => [subject, why, officer]).sort(),
    ).toEqual([
      ['natural-1', 'aged', null],
      ['survey', 'aged', null],
    ])
    await due()
    expect((await renewalsOf(person)).renewals).toHaveLength(2)
    expect(noticesOf(person, 'kyc.renewal_requested')).toHaveLength(1)
  })

  it('ADM-01 a failure for one customer does not affect the others, and is reported', async () => {
    const people = (await Promise.all([verifiedPerson(), verifiedPerson(), verifiedPerson()])).sort()
    test.platform.clock.advance(740 * DAY_MS)
    const { owner } = test.database
    await sql`CREATE FUNCTION kyc.fail_of_one() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'not this one'; END $$`.execute(owner)
    await sql`CREATE TRIGGER fail_of_one BEFORE INSERT ON kyc.renewal FOR EACH ROW
      WHEN (NEW.account_id = ${sql.lit(people[0])}) EXECUTE FUNCTION kyc.fail_of_one()`.execute(owner)
    await expect(due()).rejects.toThrow('of 1 people')
    const asked = async () => Promise.all(people.map(async (person) => (await renewalsOf(person)).renewals.length))
    expect(await asked()).toEqual([0, 2, 2])
    await sql`DROP TRIGGER fail_of_one ON kyc.renewal`.execute(owner)
    await due()
    expect(await asked()).toEqual([2, 2, 2])
  })

  it('ADM-01 for an expired identity document, and not for one replaced by an unread one', async () => {
    const person = await verifiedPerson()
    const expiresOn = new Date(test.platform.clock.now().getTime() + 5 * DAY_MS).toISOString().slice(0, 10)
    await sql`INSERT INTO kyc.evidence (id, account_id, form, source, read, at)
      VALUES (${newId()}, ${person}, 'natural-1', 'mrz', ${JSON.stringify({ expiryDate: expiresOn })}, ${test.platform.clock.now()})`.execute(
      test.platform.db,
    )
    await due()
    expect(await stateOf(person)).toBe('Listo')
    test.platform.clock.advance(7 * DAY_MS)
    await due()
    expect(await stateOf(person)).toBe('Actualizar')
    expect((await renewalsOf(person)).renewals).toMatchObject([{ subject: 'natural-1', why: 'document_expired', reason: null }])
    await sendAgain(person, {})
    await acceptPending(person)
    await due()
    expect(await stateOf(person)).toBe('Listo')
    expect((await renewalsOf(person)).renewals).toMatchObject([{ state: 'done' }])
  })
})
