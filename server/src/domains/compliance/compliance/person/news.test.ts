/**
 * "Qué cambió" of a customer over HTTP and the real database (ADM-05, ADM-10): changes since the last review, limited to what the officer
 * may read.
 */
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { permissionsOf } from '@tunjo/contract/permissions'
import type { PersonNews } from '@tunjo/contract/person-news'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { filesOf, idOfOfficer, type KycTest, level1Fields, newOfficer, startKycTest } from '../../../customers/kyc/testing.ts'
import { createParameters } from '../../../reference/parameters/index.ts'
import { readNews } from './news.ts'

// Files are really inspected, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
const officer = newOfficer()
beforeAll(async () => {
  test = await startKycTest()
  await account(idOfOfficer(officer), 'ROLE_ADMIN')
})
afterAll(() => test.stop())

const DAY_MS = 86_400_000
const later = () => test.platform.clock.advance(60_000)
const now = () => test.platform.clock.now()
const account = (id: string, authority = 'ROLE_USER') =>
  sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${`${id}@correo.example`}, 'x', ARRAY[${authority}], ${ACCOUNT_STATE.unverified}, 'es', now(), now())`.execute(
    test.platform.db,
  )
async function verifiedPerson(): Promise<string> {
  const id = newId()
  await account(id)
  await test.call(id, 'POST', '/kyc/users/signup-survey', { responseA: 1, responseB: 1, responseC: 0 })
  await test.send(id, 'natural-1', level1Fields())
  expect((await test.verify(id, 2)).status).toBe(200)
  later()
  return id
}
const news = async (userId: string): Promise<PersonNews> =>
  (await test.call(officer, 'GET', `/kyc/administrative/users/news?userId=${userId}`)).body
const names = ({ events }: PersonNews) => events.map(({ event }) => event)
const novelty = (verb: 'activate' | 'deactivate', userId: string, seenUntil?: string) =>
  test.call(officer, 'POST', `/kyc/administrative/alerts/${verb}`, { alertId: 1, userId, message: 'Se revisó lo que envió.', seenUntil })
const open = (id: string, kind: number) =>
  sql`INSERT INTO alerts.episode (id, account_id, kind, state, opened_at, opening_comment, severity, opening_severity, due_at)
    VALUES (${newId()}, ${id}, ${kind}, 'open', ${now()}, 'REGLA v1', 'low', 'low', ${now()})`.execute(test.database.owner)
const hit = (id: string) =>
  sql`INSERT INTO screening.hit (id, account_id, list, entry_id, fingerprint, score, severity, state, facts, found_at)
    VALUES (${newId()}, ${id}, 'ofac', '1', 'f', 0.9, 'review', 'open', '{}', ${now()})`.execute(test.database.owner)

describe('changes of a customer', () => {
  it("ADM-05 a change between the officer's read and the closing is new; a read time in the future is not accepted", async () => {
    const person = await verifiedPerson()
    await novelty('activate', person)
    later()
    const { seenUntil } = await news(person)
    later()
    await open(person, 9)
    later()
    expect((await novelty('deactivate', person, seenUntil)).status).toBe(200)
    const next = await news(person)
    expect(next.review).toMatchObject({ at: seenUntil, why: 'reviewed' })
    expect(names(next)).toEqual(['alert_opened'])
    later()
    await novelty('activate', person)
    const tomorrow = new Date(now().getTime() + DAY_MS).toISOString()
    expect((await novelty('deactivate', person, tomorrow)).status).toBe(200)
    expect(new Date((await news(person)).review?.at ?? tomorrow).getTime()).toBeLessThanOrEqual(now().getTime())
  })

  it('ADM-05 counts from the first verification, and from each closing of Novedades by an officer', async () => {
    const person = await verifiedPerson()
    const first = await news(person)
    expect(first).toMatchObject({ review: { why: 'verified', officer: null }, isOpen: false, hasMore: false })
    expect(names(first)).not.toContain('form_sent')
    await open(person, 9)
    await novelty('activate', person)
    later()
    expect(await news(person)).toMatchObject({ isOpen: true, events: [{ event: 'alert_opened', facts: { alert: '9' } }] })
    await novelty('deactivate', person)
    expect(await news(person)).toEqual({
      review: { at: expect.any(String), why: 'reviewed', officer: `${idOfOfficer(officer)}@correo.example` },
      seenUntil: expect.any(String),
      isOpen: false,
      events: [],
      hasMore: false,
    })
  })

  it('ADM-05 a customer without verification and review has all changes', async () => {
    const id = newId()
    await account(id)
    await test.send(id, 'natural-1', level1Fields())
    const found = await news(id)
    expect(found.review).toBeNull()
    expect(names(found)).toContain('form_sent')
  })

  it('ADM-05 fields that were sent again have their old and new values; a survey its bands', async () => {
    const person = await verifiedPerson()
    await test.call(officer, 'POST', '/kyc/administrative/users/renewals', {
      userId: person,
      subjects: ['natural-1', 'survey'],
      reason: 'Cambió su documento.',
    })
    later()
    await test.saveDocuments(person, 'natural-1', await filesOf('natural-1'))
    await test.saveFields(person, 'natural-1', level1Fields({ fullName: 'Ana María Rojas Gómez' }))
    later()
    await test.call(person, 'POST', '/kyc/users/signup-survey', { responseA: 3, responseB: 1, responseC: 0 })
    const { events } = await news(person)
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['renewal_asked', 'data_changed', 'form_sent', 'survey_answered']),
    )
    expect(events.find(({ event, facts }) => event === 'data_changed' && facts.slot === 'fields')).toMatchObject({
      facts: { form: 'natural-1' },
      changes: expect.arrayContaining([{ field: 'nombre completo', before: 'Ana María Rojas Pérez', after: 'Ana María Rojas Gómez' }]),
    })
    expect(events.find(({ event }) => event === 'survey_answered')?.changes).toEqual([
      { field: 'máximo mensual', before: '$ 10–50 M', after: '$ 100–300 M' },
    ])
    const parts = { db: test.platform.db, clock: test.platform.clock, parameters: createParameters() }
    const english = await readNews(parts, person, { permissions: permissionsOf(['analyst']), locale: 'en' })
    expect(english.events.flatMap(({ changes }) => changes)).toEqual(
      expect.arrayContaining([
        { field: 'full name', before: 'Ana María Rojas Pérez', after: 'Ana María Rojas Gómez' },
        { field: 'monthly maximum', before: '$ 10–50 M', after: '$ 100–300 M' },
      ]),
    )
    const times = events.map(({ at }) => Date.parse(at))
    expect(times).toEqual([...times].sort((a, b) => b - a))
    await sql`INSERT INTO retention.forgotten (id, account_id, closed_at, forgotten_at, forgotten_by, files, reason)
      VALUES (${newId()}, ${person}, now(), now(), 'retención', 0, 'diez años')`.execute(test.database.owner)
    expect((await news(person)).events.filter(({ event }) => event === 'data_changed').flatMap(({ changes }) => changes)).toEqual([])
  })

  it('ADM-05 an expired document, a bank account, a denied sign-in, and further findings of an open alert', async () => {
    const person = await verifiedPerson()
    const [saved, alert] = [newId(), newId()]
    const yesterday = bogotaDay(new Date(now().getTime() - DAY_MS))
    // Verified long before the document expired.
    await sql`UPDATE kyc.level_change SET changed_at = ${new Date(now().getTime() - 30 * DAY_MS)} WHERE account_id = ${person}`.execute(
      test.database.owner,
    )
    await sql`DELETE FROM kyc.evidence WHERE account_id = ${person}`.execute(test.database.owner)
    await sql`INSERT INTO kyc.evidence VALUES (${newId()}, ${person}, 'natural-1', 'mrz', ${JSON.stringify({ expiryDate: yesterday })}, ${now()})`.execute(
      test.database.owner,
    )
    await sql`INSERT INTO payments.bank_account (id, account_id, slot, alias, alias_key, bank_id, account_type, number, created_at, changed_at)
      VALUES (${saved}, ${person}, 1, 'Nómina', 'nomina', 1, 9, '99998888', ${now()}, ${now()})`.execute(test.database.owner)
    for (const [change, number] of [
      ['added', '11112222'],
      ['edited', '99998888'],
    ] as const) {
      await sql`INSERT INTO payments.bank_account_change (id, bank_account_id, account_id, change, at, bank_id, account_type, number)
        VALUES (${newId()}, ${saved}, ${person}, ${change}, ${now()}, 1, 9, ${number})`.execute(test.database.owner)
      later()
    }
    await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, place, system, device_kind, browser, search_text, result, vouched, denied_at)
      VALUES (${newId()}, ${person}, ${now()}, '1', '1', 'Lima, Perú', 'Linux', 'desktop', 'Firefox', '', 'entered', false, ${now()})`.execute(
      test.database.owner,
    )
    await sql`INSERT INTO alerts.episode (id, account_id, kind, state, opened_at, opening_comment, severity, opening_severity, due_at)
      VALUES (${alert}, ${person}, 3, 'open', ${new Date(0)}, 'REGLA v1', 'low', 'low', ${now()})`.execute(test.database.owner)
    await sql`INSERT INTO alerts.evidence (id, episode_id, at, comment) VALUES (${newId()}, ${alert}, ${now()}, 'otra coincidencia')`.execute(
      test.database.owner,
    )
    const found = await news(person)
    expect(names(found)).toEqual(
      expect.arrayContaining(['bank_account_added', 'bank_account_edited', 'sign_in_denied', 'alert_found_again', 'document_expired']),
    )
    expect(found.events.find(({ event }) => event === 'document_expired')).toMatchObject({
      at: startOfBogotaDay(bogotaDay(now())).toISOString(),
      facts: { day: yesterday },
    })
    expect(found.events.find(({ event }) => event === 'bank_account_edited')).toMatchObject({
      kind: 'money',
      facts: { before: '2222', after: '8888' },
    })
    expect(found.events.find(({ event }) => event === 'sign_in_denied')?.facts).toMatchObject({ place: 'Lima, Perú' })
  })

  it('ADM-10 without the permission to read hits or money these are omitted, and so are the alerts Listas and PEP', async () => {
    const person = await verifiedPerson()
    await open(person, 2)
    await open(person, 9)
    await hit(person)
    const parts = { db: test.platform.db, clock: test.platform.clock, parameters: createParameters() }
    const seen = async (permissions: ReturnType<typeof permissionsOf>) =>
      (await readNews(parts, person, { permissions, locale: 'es' })).events
        .map(({ event, facts }) => `${event} ${facts.alert ?? ''}`.trim())
        .sort()
    expect(await seen(permissionsOf(['analyst']))).toEqual(['alert_opened 2', 'alert_opened 9', 'hit_found'])
    expect(await seen(['kyc.read'])).toEqual(['alert_opened 9'])
    expect(await seen(['payments.read'])).toEqual([])
  })

  it('ADM-05 cannot be read about oneself, and each read is recorded', async () => {
    const person = await verifiedPerson()
    await news(person)
    const trail = await auditTrail(test.platform.db, { objectId: person, action: 'kyc.person_viewed' })
    expect(trail.some(({ after }) => JSON.stringify(after).includes('news'))).toBe(true)
    const own = await test.call(officer, 'GET', `/kyc/administrative/users/news?userId=${idOfOfficer(officer).toUpperCase()}`)
    expect([own.status, own.code]).toEqual([403, 'compliance.own_account'])
    expect((await test.call(officer, 'GET', '/kyc/administrative/users/news?userId=nadie')).status).toBe(404)
    expect((await test.call(person, 'GET', `/kyc/administrative/users/news?userId=${person}`)).status).toBe(403)
  })
})
