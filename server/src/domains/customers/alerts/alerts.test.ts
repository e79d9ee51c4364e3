import { ALERT_KINDS } from '@tunjo/contract/alert-kinds'
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import { idOfOfficer, type KycTest, newOfficer, startKycTest } from '../kyc/testing.ts'
import { wakeDue } from './snooze.ts'

const DAY_MS = 86_400_000
const BASE = '/kyc/administrative/alerts'
const REASON = 'Llegó un oficio del banco.'
let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

async function newCustomer(): Promise<string> {
  const id = newId()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${`${id}@correo.example`}, 'x', ARRAY['ROLE_USER'], ${ACCOUNT_STATE.unverified}, 'es', now(), now())`.execute(
    test.platform.db,
  )
  return id
}
const change = (verb: string, userId: string, alertId: number, more: object = {}, officer = newOfficer()) =>
  test.call(officer, 'POST', `${BASE}/${verb}`, { alertId, userId, message: REASON, reviewedBy: newId(), ...more })
const read = async (path: string) => (await test.call(newOfficer(), 'GET', path)).body
const status = async (person: string) => read(`/kyc/administrative/users/alerts-status?userId=${person}`)
const history = (person: string, alertId: number) => read(`${BASE}/user?userId=${person}&alertId=${alertId}`)
const rows = async (...on: number[]) => {
  const filters = ALERT_KINDS.map(({ id }) => (on.includes(id) ? '1' : '0'))
  return (await test.call(newOfficer(), 'POST', `${BASE}/information`, { filter: true, filters, itemsPerPage: 100 })).body
}
const found = async (...on: number[]): Promise<string[]> => (await rows(...on)).results.map(({ id }: { id: string }) => id)

it('SEC-10 ADM-10 opened, closed and opened again: status, history by position, and the reviewer is the signed-in officer', async () => {
  const [person, one, other] = [await newCustomer(), newOfficer(), newOfficer()]
  expect(Object.keys(await status(person))).toEqual(ALERT_KINDS.map(({ status }) => status))
  expect(new Set(Object.values(await status(person)))).toEqual(new Set(['No']))
  expect((await change('activate', person, 4, {}, one)).body).toMatchObject({ alertId: 4, alertType: null, comment: REASON, hits: 0 })
  expect(await status(person)).toMatchObject({ diferentesIPS: 'Si', PEPS: 'No' })
  expect((await change('deactivate', person, 4, { message: '  Era un homónimo.  ' }, other)).body).toEqual({ alertId: 4, state: 'No' })
  await change('activate', person, 4, {}, other)
  const [again, first] = await history(person, 4)
  const mailOf = (officer: string) => `${idOfOfficer(officer)}@correo.example`
  expect(again).toEqual([4, expect.stringMatching(/Z$/), null, mailOf(other), REASON, null])
  expect(first).toEqual([4, expect.stringMatching(/Z$/), expect.stringMatching(/Z$/), mailOf(other), REASON, 'Era un homónimo.'])
  const trail = await auditTrail(test.platform.db, { action: 'alerts.activated', objectId: person })
  expect(trail).toMatchObject([
    { actor: { accountId: idOfOfficer(one) }, reason: REASON, after: { alertId: 4 } },
    { actor: { accountId: idOfOfficer(other) } },
  ])
})

it('ADM-13 many alerts raised in a batch: each opens once, an open one gets the finding, and the answer is in the order of the findings', async () => {
  const [one, other] = [await newCustomer(), await newCustomer()]
  await change('activate', other, 4)
  const by = { at: test.platform.clock.now(), actor: SYSTEM }
  const finding = (accountId: string, comment: string, severity?: 'high') => ({
    key: { accountId, kind: 4, typeId: null },
    comment,
    severity,
  })
  const found = [finding(one, 'primero'), finding(other, 'abierta ya', 'high'), finding(one, 'segundo', 'high'), finding(one, 'tercero')]
  const raised = await inTransaction(test.platform.db, (tx) => test.alerts.raiseBatch(tx, by, found))
  expect(raised).toEqual(['opened', 'added', 'added', 'added'])
  expect(await inTransaction(test.platform.db, (tx) => test.alerts.raiseBatch(tx, by, []))).toEqual([])
  const open = await test.alerts.openOf(test.platform.db, [one, other])
  const said = new Map(open.map(({ accountId, openingComment, severity, hits }) => [accountId, { openingComment, severity, hits }]))
  expect(said.get(one)).toEqual({ openingComment: 'primero', severity: 'high', hits: 2 })
  expect(said.get(other)).toEqual({ openingComment: REASON, severity: 'high', hits: 1 })
  const begun = await sql<{
    note: string
  }>`SELECT note FROM alerts.state_history WHERE subject_id = ANY(${open.map(({ id }) => id)}::text[])
    ORDER BY note`.execute(test.platform.db)
  expect(begun.rows.map(({ note }) => note).sort()).toEqual([REASON, 'primero'].sort())
  const events = await sql`SELECT FROM platform.event WHERE type = 'alerts.opened' AND account_id = ${one}`.execute(test.platform.db)
  expect(events.rows).toHaveLength(1)
})

it('ADM-10 Listas and PEP are opened by one officer and closed by none alone; a rule closes them', async () => {
  const [person, officer] = [await newCustomer(), newOfficer()]
  for (const kind of [2, 3]) {
    expect((await change('activate', person, kind, {}, officer)).status).toBe(200)
    for (const one of [officer, newOfficer()]) {
      const answer = await change('deactivate', person, kind, {}, one)
      expect([answer.status, answer.code]).toEqual([403, 'alerts.closed_by_two'])
    }
  }
  expect(await status(person)).toMatchObject({ Listas: 'Si', PEPS: 'Si' })
  expect(await auditTrail(test.platform.db, { action: 'alerts.deactivated', objectId: person })).toEqual([])
  const cause = { at: test.platform.clock.now(), actor: SYSTEM, comment: 'LISTAS v1: la lista se recargó' }
  await inTransaction(test.platform.db, (tx) => test.alerts.close(tx, { accountId: person, kind: 2, typeId: null }, cause))
  expect(await status(person)).toMatchObject({ Listas: 'No', PEPS: 'Si' })
})

it('ADM-10 a reason needs ten visible characters, with the texts of the specification', async () => {
  const person = await newCustomer()
  for (const message of ['', 'corta', '   nueve 99   ', 'a b c d e f g h i']) {
    const answer = await change('activate', person, 1, { message })
    expect([answer.status, answer.code], message).toEqual([400, 'request.reason_invalid'])
    expect(answer.text).toContain('La razón debe contener por lo menos 10 caracteres.')
  }
  expect((await change('activate', person, 1, { message: 'diez letras' })).status).toBe(200)
})

it('D9 ADM-10 an alert of a closed account is opened, postponed and closed, since it is about the person', async () => {
  const person = await newCustomer()
  await sql`UPDATE identity.account SET state = ${ACCOUNT_STATE.closed}, closed_at = now() WHERE id = ${person}`.execute(test.platform.db)
  expect((await change('activate', person, 4)).status).toBe(200)
  expect(await status(person)).toMatchObject({ diferentesIPS: 'Si' })
  const untilDay = bogotaDay(new Date(test.platform.clock.now().getTime() + 3 * DAY_MS))
  expect((await change('snooze', person, 4, { alertTypeId: null, untilDay })).status).toBe(200)
  expect((await change('deactivate', person, 4)).body).toEqual({ alertId: 4, state: 'No' })
})

it('ADM-10 a refused call changes nothing', async () => {
  const [person, officer] = [await newCustomer(), newOfficer()]
  const own = idOfOfficer(officer)
  expect((await change('activate', own, 1, {}, officer)).code).toBe('compliance.own_account')
  expect((await change('activate', own.toUpperCase(), 1, {}, officer)).code).toBe('compliance.own_account')
  for (const path of [`alerts/open?userId=${own}`, `alerts/user?userId=${own}&alertId=2`, `users/alerts-status?userId=${own}`])
    expect((await test.call(officer, 'GET', `/kyc/administrative/${path}`)).code).toBe('compliance.own_account')
  expect((await change('activate', 'x', 1)).code).toBe('request.not_found')
  for (const alertId of [0, 20, 1.5]) expect((await change('activate', person, alertId)).code).toBe('request.invalid')
  expect((await change('deactivate', person, 1)).code).toBe('alerts.not_active')
  expect((await change('activate', person, 7)).code).toBe('alerts.type_required')
  expect((await change('type/activate', person, 7, { alertTypeId: 800 })).code).toBe('alerts.type_unknown')
  expect((await change('type/activate', person, 1, { alertTypeId: 700 })).code).toBe('alerts.type_unknown')
  await change('activate', person, 1)
  expect((await change('activate', person, 1)).code).toBe('alerts.already_active')
  for (const [method, path, body] of [
    ['POST', `${BASE}/activate`, { alertId: 1, userId: person, message: REASON }],
    ['POST', `${BASE}/deactivate`, { alertId: 1, userId: person, message: REASON }],
    ['GET', `${BASE}/user?userId=${person}&alertId=1`, undefined],
    ['GET', `${BASE}/open?userId=${person}`, undefined],
    ['GET', `/kyc/administrative/users/alerts-status?userId=${person}`, undefined],
  ] as const) {
    expect((await test.call(person, method, path, body)).status, path).toBe(403)
    expect((await test.call(null, method, path, body)).status, path).toBe(401)
  }
  expect(await history(person, 1)).toHaveLength(1)
})

it('ADM-10 irregularities and financial alerts have types: one open alert for each', async () => {
  const person = await newCustomer()
  expect((await change('type/activate', person, 18, { alertTypeId: 801 })).body).toMatchObject({
    alertTypeId: 801,
    alertType: 'Fraccionamiento de operaciones (pitufeo)',
  })
  await change('type/activate', person, 18, { alertTypeId: 802 })
  expect((await change('type/activate', person, 18, { alertTypeId: 802 })).code).toBe('alerts.already_active')
  expect((await change('type/deactivate', person, 18, { alertTypeId: 801 })).body.state).toBe('Si')
  expect((await change('type/deactivate', person, 18, { alertTypeId: 802 })).body.state).toBe('No')
})

it('ADM-10 of twenty concurrent openings one succeeds, and of twenty concurrent closings one', async () => {
  const person = await newCustomer()
  const codes = async (verb: string) =>
    (await Promise.all(Array.from({ length: 20 }, () => change(verb, person, 4)))).map(({ code }) => code)
  expect((await codes('activate')).filter((code) => code === null)).toHaveLength(1)
  expect((await codes('deactivate')).filter((code) => code === null)).toHaveLength(1)
  expect(await history(person, 4)).toHaveLength(1)
  expect(await auditTrail(test.platform.db, { action: 'alerts.activated', objectId: person })).toHaveLength(1)
})

it('a rule that repeats a finding adds to the open alert, and its reviewer is SISTEMA', async () => {
  const person = await newCustomer()
  const key = { accountId: person, kind: 13, typeId: null }
  const hit = (comment: string) =>
    inTransaction(test.platform.db, (tx) => test.alerts.raise(tx, key, { at: test.platform.clock.now(), actor: SYSTEM, comment }))
  expect([await hit('LIMITES v1: 92 %'), await hit('LIMITES v1: 97 %')]).toEqual(['opened', 'added'])
  expect(await read(`${BASE}/open?userId=${person}`)).toMatchObject([
    { alertId: 13, hits: 1, openedBy: 'SISTEMA', comment: 'LIMITES v1: 92 %' },
  ])
  expect((await history(person, 13))[0].slice(2, 5)).toEqual([null, 'SISTEMA', 'LIMITES v1: 92 %'])
})

it('SEC-42 ADM-03 each column filters by its alert, several by all of them; the list of customers shows the alert too', async () => {
  const [both, one, none] = [await newCustomer(), await newCustomer(), await newCustomer()]
  for (const [person, kind] of [
    [both, 5],
    [both, 19],
    [one, 5],
  ] as const)
    await change('activate', person, kind)
  for (const { id } of ALERT_KINDS) {
    const expected = id === 5 ? [both, one] : id === 19 ? [both] : []
    expect((await found(id)).filter((person) => [both, one, none].includes(person)).sort(), `alert ${id}`).toEqual(expected.sort())
  }
  expect(await found(5, 19)).toEqual([both])
  const allPeople = await found()
  expect(allPeople).toEqual(expect.arrayContaining([both, one, none]))
  expect(allPeople.indexOf(none)).toBeGreaterThan(allPeople.indexOf(one))
  expect((await rows(19)).results[0]).toMatchObject({ id: both, updatedInformation: 'Si', noMatchPhysicalAddress: 'Si', kycLitmits: 'No' })
  const ask = (body: object) => test.call(newOfficer(), 'POST', `${BASE}/information`, body)
  const eighteen = Array.from({ length: 18 }, (_, index) => (index === 4 ? '1' : '0'))
  expect((await ask({ filter: true, filters: eighteen })).body.total).toBe(2)
  expect((await ask({ filter: true, filters: [...eighteen.slice(1), '0', '1'].slice(0, 19), mode: 'any' })).status).toBe(200)
  for (const filters of [[], eighteen.slice(1), [...eighteen, '0', '0'], [...eighteen.slice(1), '2']])
    expect((await ask({ filter: true, filters })).code).toBe('request.invalid')
  const people = (await test.call(newOfficer(), 'POST', '/kyc/administrative/users/information', { alert: 'Si', itemsPerPage: 100 })).body
  expect(people.results.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([both, one]))
  await change('deactivate', one, 5)
  expect(await found(5)).toEqual([both])
})

it('ADM-10 the history as CSV: no live formula, and the export is recorded', async () => {
  const [person, officer] = [await newCustomer(), newOfficer()]
  await change('activate', person, 3, { message: '=HYPERLINK("http://malo.example")' })
  const answer = await test.call(officer, 'GET', `${BASE}/user/csv?userId=${person}&alertId=3`)
  const [header, row] = answer.text.split('\r\n')
  expect(header).toBe(
    'Alerta;Tipo;Gravedad;Activación;Abierta por;Comentario de apertura;Cierre;Cerrada por;Comentario de cierre;Veredicto',
  )
  expect(row).toContain(`"'=HYPERLINK(`)
  expect(await auditTrail(test.platform.db, { action: 'reports.exported', objectId: person })).toMatchObject([
    { actor: { accountId: idOfOfficer(officer) }, after: { report: 'alertas', alertId: 3, rows: 1 } },
  ])
})

it('ADM-10 the history as CSV has the type, the severity, the officers who opened and closed it, and the verdict', async () => {
  const [person, officer] = [await newCustomer(), newOfficer()]
  await change('type/activate', person, 18, { alertTypeId: 801, message: 'Se abrió por una llamada' })
  await change('type/activate', person, 18, { alertTypeId: 802, message: 'Y otra por un correo' })
  await change('type/deactivate', person, 18, { alertTypeId: 801, message: 'Era otra persona', verdict: 'false_alarm' })
  const { text } = await test.call(officer, 'GET', `${BASE}/user/csv?userId=${person}&alertId=18`)
  const lines: string[] = text.trim().split('\r\n').slice(1)
  const open = lines.find((line) => line.includes('Y otra por un correo'))
  const closed = lines.find((line) => line.includes('Se abrió por una llamada'))
  expect(closed).toMatch(/^Financieras;.+;Alta;.*correo\.example;Era otra persona;Falsa alarma$/)
  expect(open).toMatch(/^Financieras;.+;Alta;.*Y otra por un correo;;;;$/)
  expect(open?.split(';')[1]).not.toBe(closed?.split(';')[1])
  const episodes: { alertTypeId: number; verdict: string | null }[] = await read(`${BASE}/episodes?userId=${person}&alertId=18`)
  expect(new Map(episodes.map(({ alertTypeId, verdict }) => [alertTypeId, verdict]))).toEqual(
    new Map([
      [801, 'false_alarm'],
      [802, null],
    ]),
  )
})

/** The day in Bogotá so many days from now. */
const dayIn = (days: number) => bogotaDay(new Date(test.platform.clock.now().getTime() + days * DAY_MS))
const snooze = (person: string, alertId: number, days: number, more: object = {}) =>
  change('snooze', person, alertId, { alertTypeId: null, untilDay: dayIn(days), ...more })
const shownOf = async (person: string) => (await read(`${BASE}/open?userId=${person}`))[0]
const raiseAgain = (accountId: string, kind: number) =>
  inTransaction(test.platform.db, (tx) =>
    test.alerts.raise(
      tx,
      { accountId, kind, typeId: null },
      { at: test.platform.clock.now(), actor: SYSTEM, comment: 'REGLA v1: otra vez.' },
    ),
  )
const snoozedList = async () => {
  const filters = ALERT_KINDS.map(() => '0')
  const body = { filter: true, filters, snoozed: true, itemsPerPage: 100 }
  const { results, snoozedTotal } = (await test.call(newOfficer(), 'POST', `${BASE}/information`, body)).body
  return { total: snoozedTotal, rows: results.map(({ id, snoozed }: { id: string; snoozed: number[] }) => [id, snoozed]) }
}

it('ADM-10 an alert is postponed to a day within thirty, never Listas or PEP, and stays open', async () => {
  const person = await newCustomer()
  for (const kind of [2, 3, 4]) await change('activate', person, kind)
  for (const kind of [2, 3]) expect((await snooze(person, kind, 5)).code).toBe('alerts.never_snoozed')
  for (const days of [-1, 0, 31]) expect((await snooze(person, 4, days)).code).toBe('alerts.snooze_out_of_bounds')
  expect((await snooze(person, 4, 5, { message: 'corta' })).code).toBe('request.reason_invalid')
  expect((await snooze(person, 9, 5)).code).toBe('alerts.not_active')
  const officer = newOfficer()
  const postponed = await change('snooze', person, 4, { alertTypeId: null, untilDay: dayIn(30) }, officer)
  expect(postponed.body).toMatchObject({
    alertId: 4,
    snoozed: { until: startOfBogotaDay(dayIn(30)).toISOString(), by: `${idOfOfficer(officer)}@correo.example`, reason: REASON },
  })
  expect(await status(person)).toMatchObject({ diferentesIPS: 'Si' })
  expect((await snoozedList()).rows).toEqual([[person, [4]]])
  expect((await change('wake', person, 4, { alertTypeId: null })).body).toMatchObject({ snoozed: null })
  expect((await change('wake', person, 4, { alertTypeId: null })).code).toBe('alerts.not_snoozed')
  expect(await snoozedList()).toEqual({ total: 0, rows: [] })
  for (const action of ['alerts.snoozed', 'alerts.snooze_ended'] as const)
    expect(await auditTrail(test.platform.db, { action, objectId: person })).toMatchObject([{ reason: REASON }])
})

it('ADM-10 a postponed alert returns immediately with a new finding, and automatically on its day', async () => {
  const [found, due, closed] = [await newCustomer(), await newCustomer(), await newCustomer()]
  for (const person of [found, due, closed]) {
    await change('activate', person, 4)
    expect((await snooze(person, 4, 3)).status).toBe(200)
  }
  expect((await snoozedList()).total).toBe(3)
  await raiseAgain(found, 4)
  expect(await shownOf(found)).toMatchObject({ snoozed: null, hits: 1 })
  const [entry] = await auditTrail(test.platform.db, { action: 'alerts.snooze_ended', objectId: found })
  expect(entry).toMatchObject({ actor: { kind: 'system', name: 'alerts' }, reason: 'REGLA v1: otra vez.' })
  expect((await change('deactivate', closed, 4)).body).toMatchObject({ state: 'No' })
  await wakeDue({ ...test.platform, configuration: test.configuration }, test.platform.log)
  expect((await snoozedList()).rows).toEqual([[due, [4]]])
  test.platform.clock.advance(3 * DAY_MS)
  expect(await shownOf(due)).toMatchObject({ snoozed: null })
  await Promise.all(Array.from({ length: 5 }, () => wakeDue({ ...test.platform, configuration: test.configuration }, test.platform.log)))
  expect(await snoozedList()).toEqual({ total: 0, rows: [] })
  expect(await auditTrail(test.platform.db, { action: 'alerts.snooze_ended', objectId: due })).toHaveLength(1)
})

it('ADM-10 repeated postponements last 30 days in total; a new finding restarts the count', async () => {
  const person = await newCustomer()
  await change('activate', person, 4)
  expect(await shownOf(person)).toMatchObject({ snoozableUntil: dayIn(30) })
  expect((await snooze(person, 4, 20)).status).toBe(200)
  test.platform.clock.advance(15 * DAY_MS)
  expect(await shownOf(person)).toMatchObject({ snoozableUntil: dayIn(15) })
  expect((await snooze(person, 4, 16)).code).toBe('alerts.snooze_used_up')
  expect((await change('wake', person, 4, { alertTypeId: null })).status).toBe(200)
  expect((await snooze(person, 4, 16)).code).toBe('alerts.snooze_used_up')
  expect((await snooze(person, 4, 14)).status).toBe(200)
  test.platform.clock.advance(20 * DAY_MS)
  await wakeDue({ ...test.platform, configuration: test.configuration }, test.platform.log)
  expect((await snooze(person, 4, 1)).code).toBe('alerts.snooze_used_up')
  expect(await shownOf(person)).toMatchObject({ snoozableUntil: null })
  await raiseAgain(person, 4)
  expect((await snooze(person, 4, 30)).status).toBe(200)
  await change('deactivate', person, 4)
  await change('activate', person, 4)
  expect((await snooze(person, 4, 30)).status).toBe(200)
  await change('deactivate', person, 4)
})

it('ADM-10 a postponed alert that cannot be resumed does not block the others, and its error is reported', async () => {
  const [stuck, due] = [await newCustomer(), await newCustomer()]
  for (const person of [stuck, due]) {
    await change('activate', person, 4)
    expect((await snooze(person, 4, person === stuck ? 2 : 3)).status).toBe(200)
  }
  const { owner } = test.database
  await sql`ALTER TABLE alerts.episode ADD CONSTRAINT stuck CHECK (account_id <> ${sql.lit(stuck)} OR snoozed_until IS NOT NULL)`.execute(
    owner,
  )
  test.platform.clock.advance(4 * DAY_MS)
  await expect(wakeDue({ ...test.platform, configuration: test.configuration }, test.platform.log)).rejects.toThrow('could not be taken up')
  expect((await snoozedList()).rows).toEqual([[stuck, [4]]])
  await sql`ALTER TABLE alerts.episode DROP CONSTRAINT stuck`.execute(owner)
  await wakeDue({ ...test.platform, configuration: test.configuration }, test.platform.log)
  expect(await snoozedList()).toEqual({ total: 0, rows: [] })
})
