/**
 * Alert 7, Irregularidades, over data of verification, screening and sign-ins: documents expired or not current, NIT, no answer, one
 * browser for many customers.
 */
import { firstValues } from '@tunjo/contract/alert-rule-catalogue'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { officer } from '../../../platform/state-machine/index.ts'
import { identityDocuments } from './facts/identity-documents.ts'
import { DAY_MS, type MonitoringTest, startMonitoringTest } from './testing.ts'
import { insertVersion } from './versions/store.ts'

let test: MonitoringTest
beforeAll(async () => {
  test = await startMonitoringTest()
})
afterAll(() => test?.stop())

const now = () => test.platform.clock.now()
const night = async (days: number) => {
  test.platform.clock.advance(days * DAY_MS)
  await test.runNight()
}
const irregular = async (accountId: string) => {
  await test.platform.jobs.drain()
  return (await test.episodes(accountId))
    .filter(({ kind }) => kind === 7)
    .map(({ typeId, state, opening }) => `${typeId} ${state}: ${opening}`)
}
const close = (accountId: string, typeId: number) =>
  inTransaction(test.database.db, (tx) =>
    test.alerts.close(tx, { accountId, kind: 7, typeId }, { at: now(), actor: officer(newId()), comment: 'Lo revisé.' }),
  )

interface Item {
  readonly form: string
  readonly slot: string
  readonly state: 'pending' | 'accepted' | 'declined' | 'replaced'
  readonly facts?: object
  readonly description?: string
}
async function send(accountId: string, { form, slot, state, facts = {}, description }: Item): Promise<string> {
  const [id, owner] = [newId(), test.database.owner]
  await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
    VALUES (${accountId}, ${form}, 'sent', '{}', 1, ${now()}, ${now()}) ON CONFLICT DO NOTHING`.execute(owner)
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at, reviewed_at, description)
    VALUES (${id}, ${accountId}, ${form}, ${slot}, ${JSON.stringify(facts)}, ${state}, ${now()}, ${now()},
      ${state === 'pending' ? null : now()}, ${description ?? null})`.execute(owner)
  return id
}
const becomes = (id: string, state: Item['state'], reviewedAt: Date | null = null) =>
  sql`UPDATE kyc.item SET state = ${state}, reviewed_at = coalesce(${reviewedAt}, reviewed_at) WHERE id = ${id}`.execute(
    test.database.owner,
  )
const formIs = (accountId: string, form: string, state: string) =>
  sql`UPDATE kyc.form SET state = ${state} WHERE account_id = ${accountId} AND form = ${form}`.execute(test.database.owner)
const read = (accountId: string, expiryDate: string) =>
  sql`INSERT INTO kyc.evidence VALUES (${newId()}, ${accountId}, 'natural-1', 'mrz', ${JSON.stringify({ expiryDate })}, ${now()})`.execute(
    test.database.owner,
  )
async function report(accountId: string, facts: { document?: boolean; rutState?: boolean; rutNumber?: boolean }): Promise<void> {
  const check = newId()
  const { document = null, rutState = null, rutNumber = null } = facts
  await sql`INSERT INTO screening.background_check (id, account_id, state, subject, is_fresh, started_at)
    VALUES (${check}, ${accountId}, 'finished', '', false, ${now()})`.execute(test.database.owner)
  await sql`INSERT INTO screening.background_report (id, check_id, account_id, report_id, sealed, sha256, received_at, is_document_current,
      is_rut_active, is_rut_same)
    VALUES (${newId()}, ${check}, ${accountId}, 'x', '', '', ${now()}, ${document}, ${rutState}, ${rutNumber})`.execute(test.database.owner)
  await test.emit('screening.check_updated', { accountId, checkId: check, state: 'finished' })
}
async function asked(accountId: string, subject: string): Promise<string> {
  const id = newId()
  await sql`INSERT INTO kyc.renewal (id, account_id, subject, state, why, requested_at, due_at)
    VALUES (${id}, ${accountId}, ${subject}, 'open', 'aged', ${now()}, ${now()})`.execute(test.database.owner)
  return id
}

const FRONT = { form: 'natural-1', slot: 'frontal' } as const
const EXPIRED = 'DOCUMENTO VENCIDO v1: el documento con que se verificó venció el 2020-01-31.'

it('ADM-13 alert 7: an expired document stays so while a new one waits, also after its owner lost the level; it ends when a new one is accepted', async () => {
  const [renewing, lowered, unread] = [await test.newCustomer(), await test.newCustomer(), await test.newCustomer()]
  const front: string[] = []
  for (const person of [renewing, lowered, unread]) {
    if (person !== unread) await read(person, '2020-01-31')
    front.push(await send(person, { ...FRONT, state: 'accepted' }))
    await test.emit('kyc.documents_reviewed', { accountId: person, outcome: 'accepted', officerId: newId() })
  }
  expect(await irregular(renewing)).toEqual([`711 open: ${EXPIRED}`])
  expect(await irregular(unread)).toEqual([])
  await sql`UPDATE kyc.customer SET current_level = 0, is_verified = false WHERE account_id = ${lowered}`.execute(test.database.owner)
  await becomes(front[1] ?? '', 'replaced')
  // A replacement was read and sent, without a decision yet.
  test.platform.clock.advance(DAY_MS)
  await read(renewing, '2040-01-31')
  await becomes(front[0] ?? '', 'replaced')
  const next = await send(renewing, { ...FRONT, state: 'pending' })
  await night(1)
  for (const person of [renewing, lowered]) expect(await irregular(person)).toEqual([`711 open: ${EXPIRED}`])
  // A declined document does not count.
  await sql`UPDATE kyc.item SET state = 'declined', description = 'No se lee.', reviewed_at = ${now()} WHERE id = ${next}`.execute(
    test.database.owner,
  )
  await night(1)
  expect(await irregular(renewing)).toEqual([`711 open: ${EXPIRED}`])
  const before = now()
  test.platform.clock.advance(1_000)
  await becomes(next, 'replaced')
  await send(renewing, { ...FRONT, state: 'accepted' })
  await send(lowered, { ...FRONT, state: 'accepted' })
  await night(1)
  for (const person of [renewing, lowered]) expect(await irregular(person)).toEqual([`711 closed: ${EXPIRED}`])
  // The reading of the new document counts from its acceptance on; an earlier moment keeps the facts of that day.
  const moment = { accountId: renewing, now: before, until: before }
  const facts = await identityDocuments(test.database.db, [moment, { ...moment, now: now(), until: null }])
  expect(facts.map(({ document }) => document?.expiresOn)).toEqual(['2020-01-31', '2040-01-31'])
})

it('ADM-13 alert 7: the newest data of the Registraduría counts; a check without it ends no alert', async () => {
  const person = await test.newCustomer()
  const said = 'DOCUMENTO VENCIDO v1: la Registraduría no da su cédula por vigente, según la consulta de antecedentes.'
  await report(person, { document: false })
  expect(await irregular(person)).toEqual([`711 open: ${said}`])
  test.platform.clock.advance(DAY_MS)
  await report(person, {})
  expect(await irregular(person)).toEqual([`711 open: ${said}`])
  test.platform.clock.advance(DAY_MS)
  await report(person, { document: true })
  expect(await irregular(person)).toEqual([`711 closed: ${said}`])
})

it('ADM-13 alert 7: a NIT with a wrong check digit, another NIT than the accepted one, and the RUT data; only an officer closes it', async () => {
  const [wrong, another, rut] = [await test.newCustomer(), await test.newCustomer(), await test.newCustomer()]
  const company = (accountId: string, nit: string, state: Item['state']) =>
    send(accountId, {
      form: 'legal-1',
      slot: 'fields',
      state,
      facts: { legalName: 'Empresa', nit, mainAddress: 'Calle 1', cityID: 1, jurisdictionCountry: 'CO', shareholders: [] },
    })
  const emitForm = (accountId: string) => test.emit('kyc.form_sent', { accountId, form: 'legal-1' })
  const first = await company(wrong, '890.903.938-7', 'pending')
  await emitForm(wrong)
  const digit = 'NIT RUT v1: el dígito de verificación del NIT que envió no corresponde.'
  expect(await irregular(wrong)).toEqual([`714 open: ${digit}`])
  // A correction still needs a review by an officer.
  await becomes(first, 'replaced')
  test.platform.clock.advance(1_000)
  await company(wrong, '890.903.938-8', 'pending')
  await emitForm(wrong)
  expect(await irregular(wrong)).toEqual([`714 open: ${digit}`])
  await close(wrong, 714)
  await night(1)
  expect(await irregular(wrong)).toEqual([`714 closed: ${digit}`])

  const accepted = await company(another, '899.999.068-1', 'accepted')
  await emitForm(another)
  expect(await irregular(another)).toEqual([])
  await becomes(accepted, 'replaced')
  test.platform.clock.advance(1_000)
  await company(another, '899.999.063-3', 'pending')
  await emitForm(another)
  expect(await irregular(another)).toEqual(['714 open: NIT RUT v1: el NIT que envió no es el que se le había aceptado.'])

  await report(rut, { rutState: true, rutNumber: true })
  expect(await irregular(rut)).toEqual([])
  test.platform.clock.advance(1_000)
  await report(rut, { rutState: true, rutNumber: false })
  expect(await irregular(rut)).toEqual([
    '714 open: NIT RUT v1: el RUT tiene otro NIT que el que declaró, según la consulta de antecedentes.',
  ])
})

it('ADM-13 alert 7: no answer to a renewal or to declined documents; not for a visitor, nor while documents wait for a reviewer', async () => {
  const decision = { at: now(), makerId: newId(), checkerId: newId(), reason: 'Se activa.' }
  const numbers = firstValues('SIN_RESPUESTA')
  await inTransaction(test.database.db, (tx) =>
    insertVersion(tx, 'SIN_RESPUESTA', { version: 2, mode: 'active', numbers, from: decision.at, decision }),
  )
  const [silent, sent, survey] = [await test.newCustomer(), await test.newCustomer(), await test.newCustomer()]
  const [climber, visitor] = [await test.newCustomer(1), await test.newCustomer(0)]
  for (const person of [silent, sent]) {
    await send(person, { form: 'natural-2', slot: 'fields', state: 'accepted' })
    await formIs(person, 'natural-2', 'accepted')
    await asked(person, 'natural-2')
  }
  await asked(survey, 'survey')
  await formIs(sent, 'natural-2', 'sent')
  for (const [person, form] of [
    [climber, 'natural-2'],
    [visitor, 'natural-1'],
  ] as const) {
    await send(person, { form, slot: 'fields', state: 'declined', description: 'Falta la ciudad.' })
    // A document without a decision is no answer yet.
    await send(person, { form, slot: 'proofResidence', state: 'pending' })
    await formIs(person, form, 'declined')
  }
  await night(13)
  for (const person of [silent, sent, survey, climber, visitor]) expect(await irregular(person)).toEqual([])
  await night(14)
  const late = (what: string) => [
    expect.stringMatching(new RegExp(`^706 open: SIN RESPUESTA v2: ${what} el 20..-..-..: pasaron 10 días hábiles\\.$`)),
  ]
  for (const person of [silent, survey]) expect(await irregular(person)).toEqual(late('no ha enviado la actualización que se le pidió'))
  expect(await irregular(climber)).toEqual(late('no ha enviado de nuevo lo que se le devolvió'))
  for (const person of [sent, visitor]) expect(await irregular(person)).toEqual([])
  const severities = await sql<{ severity: string }>`SELECT severity FROM alerts.episode WHERE account_id IN (${silent}, ${climber})
    AND type_id = 706 ORDER BY severity`.execute(test.database.owner)
  expect(severities.rows.map(({ severity }) => severity)).toEqual(['low', 'medium'])

  // An answer waits for a reviewer; a new decline starts a new request.
  await formIs(silent, 'natural-2', 'sent')
  await night(1)
  await sql`UPDATE kyc.item SET state = 'declined', description = 'No.', reviewed_at = ${now()} WHERE account_id = ${silent}`.execute(
    test.database.owner,
  )
  await formIs(silent, 'natural-2', 'declined')
  await night(1)
  expect(await irregular(silent)).toHaveLength(1)
  expect((await irregular(silent))[0]).toContain('706 open')
  await sql`UPDATE kyc.renewal SET state = 'done', closed_at = ${now()} WHERE account_id IN (${silent}, ${survey})`.execute(
    test.database.owner,
  )
  await formIs(silent, 'natural-2', 'accepted')
  await night(1)
  for (const person of [silent, survey]) expect((await irregular(person))[0]).toContain('706 closed')
  expect((await irregular(climber))[0]).toContain('706 open')
})

it('ADM-13 alert 7: a browser of a household that an officer closed stays closed, until many customers use it', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => test.newCustomer()))
  const enter = async (accountId: string) => {
    const device = newId()
    await sql`INSERT INTO identity.device VALUES (${device}, ${accountId}, 'one browser', 'Android', 'mobile', 'Chrome', 'known', ${now()},
      ${now()}, NULL)`.execute(test.database.owner)
    await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, country, place, system, device_kind, browser, search_text, result,
        device_id, vouched)
      VALUES (${newId()}, ${accountId}, ${now()}, '10.0.0.1', '10.0.0.1', 'CO', 'x', 'Android', 'mobile', 'Chrome', '', 'entered', ${device},
        true)`.execute(test.database.owner)
    await test.emit('identity.signed_in', { accountId, sessionId: newId() })
  }
  const [first = ''] = people
  for (const person of people.slice(0, 3)) await enter(person)
  await night(1)
  const of = (accounts: number) => `DISPOSITIVO COMPARTIDO v1: ${accounts} clientes entraron desde el mismo dispositivo en 7 días.`
  expect(await irregular(first)).toEqual([`712 open: ${of(3)}`])
  await close(first, 712)
  await enter(people[3] ?? '')
  await night(1)
  expect(await irregular(first)).toEqual([`712 closed: ${of(3)}`])
  for (const person of people.slice(4)) await enter(person)
  await night(1)
  expect(await irregular(first)).toEqual([`712 closed: ${of(3)}`, `712 open: ${of(10)}`])
})
