import { ALERT_KINDS } from '@tunjo/contract/alert-kinds'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { companyFields, idOfOfficer, type KycTest, level1Fields, newOfficer, startKycTest } from '../../../customers/kyc/testing.ts'

// Files are really inspected, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const DAY_MS = 86_400_000
const LIST = '/kyc/administrative/users/information'
let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

async function newCustomer(authorities = ['ROLE_USER']): Promise<string> {
  const id = newId()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${`${id}@correo.example`}, 'x', ${authorities}, ${ACCOUNT_STATE.unverified}, 'es', now(), now())`.execute(
    test.platform.db,
  )
  return id
}
async function waiting(more: object = {}): Promise<string> {
  const person = await newCustomer()
  expect((await test.send(person, 'natural-1', level1Fields(more))).status).toBe(200)
  return person
}
const list = async (filter: object) => (await test.call(newOfficer(), 'POST', LIST, { itemsPerPage: 100, ...filter })).body
const ids = async (filter: object): Promise<string[]> => (await list(filter)).results.map(({ id }: { id: string }) => id)
const stateOf = async (person: string) => (await list({ idUser: person })).results[0]?.state
const summary = async () => (await test.call(newOfficer(), 'GET', '/kyc/administrative/kyc-summary')).body
const set = (person: string, column: 'risk' | 'alert_kinds' | 'is_pep', value: string | number | boolean) =>
  sql`UPDATE reports.person SET ${sql.ref(column)} = ${value} WHERE account_id = ${person}`.execute(test.platform.db)

it('ADM-01 the five counts: each customer in exactly one, without staff and closed accounts', async () => {
  const before = await summary()
  const [idle, sent, taken, ready] = [await newCustomer(), await waiting(), await waiting(), await waiting()]
  await newCustomer(['ROLE_ADMIN'])
  await test.call(newOfficer(), 'POST', '/kyc/administrative/users/review/take', { userId: taken })
  await test.verify(ready, 2)
  const more = async () => {
    const now = await summary()
    return Object.fromEntries(Object.entries(now).map(([state, count]) => [state, Number(count) - before[state]]))
  }
  expect(await more()).toEqual({ finished: 1, inProgress: 1, notFinished: 1, pending: 1, toUpdate: 0 })
  expect((await list({})).total).toBe(Object.values<number>(await summary()).reduce((sum, count) => sum + count, 0))
  await sql`UPDATE identity.account SET state = ${ACCOUNT_STATE.closed} WHERE id = ${idle}`.execute(test.platform.db)
  expect(await more()).toMatchObject({ notFinished: 0 })
  // It was closed by mistake: the row returns with all data of the customer.
  await sql`UPDATE identity.account SET state = ${ACCOUNT_STATE.closed} WHERE id = ${sent}`.execute(test.platform.db)
  await sql`UPDATE identity.account SET state = ${ACCOUNT_STATE.verified} WHERE id = ${sent}`.execute(test.platform.db)
  expect(await stateOf(sent)).toBe('Pendiente')
})

it('a waiting customer has a deadline in business hours, and is overdue after it', async () => {
  const person = await waiting()
  const row = async () => (await list({ idUser: person })).results[0].waiting
  expect(await row()).toMatchObject({ due: 'in_time', dueAt: expect.any(String) })
  await sql`UPDATE kyc.item SET sent_at = '2026-11-13T16:00:00-05:00' WHERE account_id = ${person}`.execute(test.platform.db)
  expect(await row()).toMatchObject({ due: 'overdue', dueAt: '2026-11-17T15:00:00.000Z' })
})

it('ADM-01 documents become outdated after 24 months, after 12 for medium risk or a PEP, after 6 for high risk', async () => {
  const person = await waiting()
  await test.verify(person, 2)
  const stateAfter = async (days: number) => {
    const acceptedAt = new Date(test.platform.clock.now().getTime() - days * DAY_MS)
    await sql`UPDATE reports.person SET accepted_at = ${acceptedAt} WHERE account_id = ${person}`.execute(test.platform.db)
    return stateOf(person)
  }
  expect([await stateAfter(720), await stateAfter(740)]).toEqual(['Listo', 'Actualizar'])
  await set(person, 'is_pep', true)
  expect([await stateAfter(355), await stateAfter(370)]).toEqual(['Listo', 'Actualizar'])
  await set(person, 'is_pep', false)
  await set(person, 'risk', 'medium')
  expect([await stateAfter(355), await stateAfter(370)]).toEqual(['Listo', 'Actualizar'])
  await set(person, 'risk', 'high')
  expect([await stateAfter(175), await stateAfter(190)]).toEqual(['Listo', 'Actualizar'])
})

it('ADM-02 each filter, and what it excludes', async () => {
  const yesterday = bogotaDay(new Date(test.platform.clock.now().getTime() - DAY_MS))
  const one = await waiting({ identificationNumber: '1099111222' })
  const company = await newCustomer()
  await test.call(company, 'PUT', '/kyc/users/person-type', { personType: 'legal' })
  expect((await test.send(company, 'legal-1', companyFields(yesterday))).status).toBe(200)
  const other = await newCustomer()
  await set(one, 'alert_kinds', 0b10)
  await set(other, 'alert_kinds', 0b1)
  await set(other, 'risk', 'high')

  const expected: [object, string[], string[]][] = [
    [{ document: '1.099.111.222' }, [one], [company, other]],
    [{ idUser: other.toUpperCase() }, [other], [one, company]],
    [{ idUser: 'x' }, [], [one, company, other]],
    [{ type: 'Entidad' }, [company], [one, other]],
    [{ type: 'Persona' }, [one, other], [company]],
    [{ level: 1 }, [one, company], [other]],
    [{ state: 'Pendiente' }, [one, company], [other]],
    [{ state: 'No terminado' }, [other], [one, company]],
    [{ state: 'Actualizar' }, [], [one, company, other]],
    [{ alert: 'Si' }, [one], [company, other]],
    [{ alert: 'No' }, [company, other], [one]],
    [{ novelty: 'Con novedad' }, [one, company, other], []],
    [{ risk: 'Alto' }, [other], [one, company]],
    [{ risk: 'No' }, [one, company], [other]],
    [{ type: 'Persona', state: 'Pendiente', alert: 'Si' }, [one], [company, other]],
    [{ level: '1' }, [one, company], [other]],
    [
      { type: '-1', level: '-1', state: '-1', alert: '-1', time: '-1', novelty: '-1', risk: '-1', document: -1, idUser: -1 },
      [one, company, other],
      [],
    ],
    [{ type: -1, level: '', state: -1, alert: -1, time: -1, novelty: '', risk: -1 }, [one, company, other], []],
  ]
  for (const [filter, inside, outside] of expected) {
    const found = await ids(filter)
    expect(found, JSON.stringify(filter)).toEqual(expect.arrayContaining(inside))
    expect(
      outside.filter((id) => found.includes(id)),
      JSON.stringify(filter),
    ).toEqual([])
  }
  test.platform.clock.advance(60_000)
  const last = await waiting()
  expect((await ids({ time: 'Recientes', state: 'Pendiente' }))[0]).toBe(last)
  expect((await ids({ time: 'Antiguos', state: 'Pendiente' })).at(-1)).toBe(last)
  expect((await test.call(newOfficer(), 'POST', LIST, { state: 'Otro' })).code).toBe('request.invalid')
  expect((await list({ idUser: other })).results[0]).toMatchObject({ alert: 'No', novelty: 'Con novedad', risk: 'Alto', waiting: null })
})

it.each([
  ['who waits', {}],
  ['newest', { time: 'Recientes' }],
  ['oldest', { time: 'Antiguos' }],
  ['of one state', { state: 'No terminado' }],
])('ADM-02 pages of %s, read from either end of the list, form the list', async (_, filter) => {
  for (let person = 0; person < 4; person++) await newCustomer()
  await waiting()
  const { results, total } = await list(filter)
  const [first, second] = [results.map(({ id }: { id: string }) => id), [] as string[]]
  for (let pageIndex = 0; pageIndex * 3 < total; pageIndex++) second.push(...(await ids({ ...filter, itemsPerPage: 3, pageIndex })))
  expect(second).toEqual(first)
  expect(new Set(second).size).toBe(total)
  expect(await list({ ...filter, itemsPerPage: 3, pageIndex: 5_000 })).toMatchObject({ results: [], total })
})

it.each([
  ['all people', 'all', []],
  ['one kind', 'all', [1]],
  ['any of two kinds', 'any', [1, 17]],
])('ADM-03 pages of alerts, of %s, read from either end form the list', async (_, mode, kinds) => {
  for (const alerts of [0, 2, 2, 2, 1 << 17, 2]) await set(await newCustomer(), 'alert_kinds', alerts)
  const filters = Array.from({ length: 19 }, (_, kind) => (kinds.includes(kind) ? '1' : '0'))
  const page = async (itemsPerPage: number, pageIndex = 0) =>
    (await test.call(newOfficer(), 'POST', '/kyc/administrative/alerts/information', { filters, mode, itemsPerPage, pageIndex })).body
  const { results, total } = await page(100)
  const pages = []
  for (let pageIndex = 0; pageIndex * 2 < total; pageIndex++) pages.push(...(await page(2, pageIndex)).results)
  expect(total).toBeGreaterThan(3)
  expect(pages).toEqual(results)
})

async function csvInEnglish(path: string, filter: object): Promise<string> {
  const headers = { authorization: `Bearer ${newOfficer()}`, 'content-type': 'application/json', 'accept-language': 'en' }
  return (await fetch(test.server.url + path, { method: 'POST', headers, body: JSON.stringify(filter) })).text()
}

it('ADM-02 the CSV has the filtered rows, in the columns of the table, and the export is recorded', async () => {
  const person = await waiting({ identificationNumber: '1099333444' })
  const officer = newOfficer()
  const answer = await test.call(officer, 'POST', `${LIST}/csv`, { document: '1099333444' })
  const [header, row, end] = answer.text.split('\r\n')
  expect(header).toBe('ID;Documento;Tipo;Nivel de KYC;Alerta;Riesgo;Novedad;Estado;Última actualización')
  expect(row).toMatch(new RegExp(`^${person};1099333444;Persona;1;No;No;Con novedad;Pendiente;\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$`))
  expect(end).toBe('')
  const english = await csvInEnglish(`${LIST}/csv`, { document: '1099333444' })
  expect(english).toContain(
    `ID;Document;Type;KYC level;Alert;Risk;News;State;Last update\r\n${person};1099333444;Person;1;No;No;With news;Pending;`,
  )
  const entries = await auditTrail(test.platform.db, { action: 'reports.exported' })
  const entry = entries.find(({ actor }) => actor.kind === 'person' && actor.accountId === idOfOfficer(officer))
  expect(entry).toMatchObject({ object: { type: 'report', id: 'user-information' } })
  expect(entry?.after).toMatchObject({ rows: 1 })
  // The search text is the number of a document.
  expect(JSON.stringify(entry)).not.toContain('1099333444')
})

it('ADM-03 the alerts of customers as CSV: the rows of the table in its order, and the export is recorded', async () => {
  const [person, other] = [await newCustomer(), await newCustomer()]
  await set(person, 'alert_kinds', (1 << 3) | (1 << 6))
  await set(other, 'alert_kinds', 1 << 3)
  const officer = newOfficer()
  const filters = Array.from({ length: 19 }, (_, kind) => (kind === 3 || kind === 6 ? '1' : '0'))
  const answer = await test.call(officer, 'POST', '/kyc/administrative/alerts/information/csv', { filters })
  const [header, row, end] = answer.text.split('\r\n')
  expect(header).toBe(['ID', ...ALERT_KINDS.map(({ id }) => nameOfAlert(id, 'es')), 'Última actualización'].join(';'))
  const flags = ALERT_KINDS.map(({ id }) => (id === 4 || id === 7 ? 'Si' : 'No'))
  expect(row).toMatch(new RegExp(`^${person};${flags.join(';')};\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$`))
  expect(end).toBe('')
  const english = await csvInEnglish('/kyc/administrative/alerts/information/csv', { filters })
  expect(english).toContain(['ID', ...ALERT_KINDS.map(({ id }) => nameOfAlert(id, 'en')), 'Last update'].join(';'))
  expect(english).toContain(`${person};${ALERT_KINDS.map(({ id }) => (id === 4 || id === 7 ? 'Yes' : 'No')).join(';')};`)
  const entries = await auditTrail(test.platform.db, { action: 'reports.exported', objectId: 'alertas-de-usuarios' })
  expect(entries).toHaveLength(2)
  expect(entries).toContainEqual(expect.objectContaining({ actor: expect.objectContaining({ accountId: idOfOfficer(officer) }) }))
  for (const { after } of entries) expect(after).toMatchObject({ rows: 1 })
})

it('ADM-02 refuses all of it to non-staff', async () => {
  const person = await newCustomer()
  for (const [method, path] of [
    ['GET', '/kyc/administrative/kyc-summary'],
    ['POST', LIST],
    ['POST', `${LIST}/csv`],
  ] as const) {
    const body = method === 'POST' ? {} : undefined
    expect((await test.call(person, method, path, body)).status, path).toBe(403)
    expect((await test.call(null, method, path, body)).status, path).toBe(401)
  }
})

it('ADM-01 the read model matches the tables after concurrent changes', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => waiting()))
  await Promise.all(people.map((person) => test.verify(person, 2)))
  const differing = await sql`SELECT person.account_id FROM reports.person JOIN kyc.person_state v USING (account_id)
    WHERE person.account_id = ANY(${people}) AND (person.waiting_since, person.waiting_items, person.current_level, person.verified_level, person.document_number, person.accepted_at)
      IS DISTINCT FROM (v.waiting_since, v.waiting_items, v.current_level, v.verified_level, v.document_number, v.accepted_at)`.execute(
    test.platform.db,
  )
  expect(differing.rows).toEqual([])
})
