/** Evidence of alerts for officers: each reference with its current data, and none of erased data. */
import { EVIDENCE_TYPES } from '@tunjo/contract/alert-evidence'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { idOfOfficer, type KycTest, newOfficer, startKycTest } from '../../kyc/testing.ts'
import type { EvidenceRef } from './types.ts'

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const AT = new Date('2026-11-20T15:00:00.000Z')

async function newCustomer(email = `${newId()}@correo.example`): Promise<string> {
  const id = newId()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${email}, 'x', ARRAY['ROLE_USER'], ${ACCOUNT_STATE.verified}, 'es', ${AT}, ${AT})`.execute(test.platform.db)
  return id
}
const raise = (accountId: string, kind: number, evidence: readonly EvidenceRef[]) =>
  inTransaction(test.platform.db, (tx) =>
    test.alerts.raise(tx, { accountId, kind, typeId: null }, { at: AT, actor: SYSTEM, comment: 'REGLA v1: algo.', evidence }),
  )
const episodesOf = async (person: string, kind: number, officer = newOfficer()) =>
  (await test.call(officer, 'GET', `/kyc/administrative/alerts/episodes?userId=${person}&alertId=${kind}`)).body
const shown = async (person: string, kind: number, officer = newOfficer()) =>
  (await episodesOf(person, kind, officer))[0].findings[0].evidence

it('ADM-13 every type of reference is read from its owner, and a missing one is marked', async () => {
  const person = await newCustomer()
  await raise(
    person,
    15,
    EVIDENCE_TYPES.map((type) => ({ type, id: newId() })),
  )
  const storedTypes = EVIDENCE_TYPES.filter((type) => type !== 'device' && type !== 'network')
  const evidence = await shown(person, 15)
  expect(evidence.filter(({ isGone }: { isGone: boolean }) => isGone).map(({ type }: { type: string }) => type)).toEqual(storedTypes)
  // Neither the key of a browser nor a whole address is sent.
  for (const { type, id } of evidence) expect(id === null, type).toBe(type === 'device' || type === 'network')
})

it('ADM-13 the sentence of the system in a comment is in the language of the officer, and the words of the rule stay', async () => {
  const person = await newCustomer()
  const key = { accountId: person, kind: 15, typeId: null }
  for (const severity of ['low', 'critical'] as const)
    await inTransaction(test.platform.db, (tx) =>
      test.alerts.raise(tx, key, { at: AT, actor: SYSTEM, comment: 'REGLA v1: algo.', severity }),
    )
  const commentsIn = async (language: string) => {
    const path = `/kyc/administrative/alerts/episodes?userId=${person}&alertId=15`
    const headers = { authorization: `Bearer ${newOfficer()}`, 'accept-language': language }
    const [episode] = (await (await fetch(test.url + path, { headers })).json()) as { findings: { comment: string }[] }[]
    return episode?.findings.map(({ comment }) => comment)
  }
  expect(await commentsIn('es')).toEqual(['REGLA v1: algo.', 'REGLA v1: algo. La gravedad pasó de baja a crítica.'])
  expect(await commentsIn('en')).toEqual(['REGLA v1: algo.', 'REGLA v1: algo. The severity changed from low to critical.'])
})

it('ADM-13 a movement with its amount, a sign-in with its location, another person with their name', async () => {
  const [person, other] = [await newCustomer(), await newCustomer('eva@correo.example')]
  const [deposit, signIn] = [newId(), newId()]
  const { db } = test.platform
  await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
      amount, payer, state, created_at, ended_at)
    VALUES (${deposit}, ${person}, 'x', ${newId()}, 1, 'Nómina', 9, '12345678', 1234567, '{}', 'COMPLETED', ${AT}, ${AT})`.execute(db)
  await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, country, place, system, device_kind, browser, search_text, result,
      vouched) VALUES (${signIn}, ${person}, ${AT}, '80.1.2.3', '80.1.2.3', 'ES', 'Madrid, España', 'Android', 'mobile', 'Chrome', '', 'entered',
      false)`.execute(db)
  await sql`INSERT INTO kyc.dossier (account_id, person_type, full_name, document_type, document_number, phone, updated_at)
    VALUES (${other}, 'natural', 'Eva Ruiz Mora', 'CC', ${other.slice(-10)}, '+57', ${AT})`.execute(db)
  await raise(person, 14, [
    { type: 'movement', id: deposit },
    { type: 'sign_in', id: signIn },
    { type: 'account', id: other },
    { type: 'network', id: '80.1.2.3' },
  ])
  expect(await shown(person, 14)).toMatchObject([
    { type: 'movement', id: deposit, at: AT.toISOString(), facts: { kind: 'DEPOSIT', rail: 'PSE', asset: 'COP', amount: '12345.67' } },
    { type: 'sign_in', id: signIn, facts: { place: 'Madrid, España', network: '80.1.2.3', browser: 'Chrome' } },
    { type: 'account', id: other, facts: { name: 'Eva Ruiz Mora', email: 'eva@correo.example' } },
    { type: 'network', id: null, facts: { network: '80.1.2.0/24' } },
  ])
  const [read] = (await auditTrail(db, { action: 'kyc.person_viewed', objectId: person })).slice(-1)
  expect(read?.after).toEqual({ part: 'alert-evidence' })
})

it('ADM-13 changes of a form are shown before and after, from the form itself, and no longer once its documents were destroyed', async () => {
  const person = await newCustomer()
  const [before, after] = [newId(), newId()]
  const { db } = test.platform
  await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
    VALUES (${person}, 'natural-2', 'sent', '{}', 1, ${AT}, ${AT})`.execute(db)
  const home = { livesInColombia: true, homeAddress: 'Carrera 7 # 12-34', cityID: 1 }
  for (const [id, state, facts] of [
    [before, 'replaced', home],
    [after, 'pending', { ...home, homeAddress: 'Calle 100 # 15-20', cityID: 6 }],
  ] as const)
    await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at)
      VALUES (${id}, ${person}, 'natural-2', 'fields', ${JSON.stringify(facts)}, ${state}, ${AT}, ${AT})`.execute(db)
  await raise(person, 5, [
    { type: 'kyc_item', id: before, role: 'before' },
    { type: 'kyc_item', id: after, role: 'after' },
  ])
  expect(await shown(person, 5)).toMatchObject([
    { role: 'before', facts: { form: 'natural-2', slot: 'fields' }, changes: [] },
    {
      role: 'after',
      changes: [
        { field: 'ciudad', before: 'Bogotá, D.C.', after: 'Leticia' },
        { field: 'dirección', before: 'Carrera 7 # 12-34', after: 'Calle 100 # 15-20' },
      ],
    },
  ])
  const kept = await sql<{ text: string }>`SELECT episode::text AS text FROM alerts.episode WHERE account_id = ${person}`.execute(db)
  expect(kept.rows.some(({ text }) => /Carrera 7|Calle 100/.test(text))).toBe(false)
  await sql`INSERT INTO retention.forgotten (id, account_id, closed_at, files, forgotten_at, forgotten_by, reason)
    VALUES (${newId()}, ${person}, ${AT}, 0, ${AT}, 'x', 'x')`.execute(test.database.owner)
  expect(await shown(person, 5)).toMatchObject([
    { isGone: true, facts: {}, changes: [] },
    { isGone: true, facts: {}, changes: [] },
  ])
})

it('ADM-13 an open episode is shown before twenty later ones that are closed', async () => {
  const person = await newCustomer()
  await raise(person, 10, [])
  await sql`INSERT INTO alerts.episode SELECT (jsonb_populate_record(episode, jsonb_build_object('id', gen_random_uuid(), 'hits', place,
      'state', 'closed', 'opened_at', opened_at + interval '1 hour', 'closed_at', opened_at + interval '2 hours', 'closing_comment', 'x'))).*
    FROM alerts.episode, generate_series(1, 22) AS place WHERE account_id = ${person}`.execute(test.database.owner)
  const episodes: { state: string }[] = await episodesOf(person, 10)
  expect(episodes.map(({ state }) => state)).toEqual(['open', ...Array(19).fill('closed')])
})

it('ADM-13 an officer sees neither themselves nor data about them; the list is bounded', async () => {
  const [person, officer] = [await newCustomer(), newOfficer()]
  const own = idOfOfficer(officer)
  const many = Array.from({ length: 25 }, () => ({ type: 'account', id: newId() }) as const)
  await raise(person, 10, [{ type: 'account', id: own }, ...many])
  const [{ findings }] = await episodesOf(person, 10, officer)
  expect([findings[0].evidence.length, findings[0].more]).toEqual([20, 5])
  expect(JSON.stringify(findings)).not.toContain(own)
  expect((await test.call(officer, 'GET', `/kyc/administrative/alerts/episodes?userId=${own}&alertId=10`)).code).toBe(
    'compliance.own_account',
  )
  for (const token of [person, null]) {
    const answer = await test.call(token, 'GET', `/kyc/administrative/alerts/episodes?userId=${person}&alertId=10`)
    expect(answer.status).toBe(token ? 403 : 401)
  }
  for (let time = 0; time < 55; time++) await raise(person, 10, [{ type: 'account', id: newId() }])
  const [{ findings: last, older }] = await episodesOf(person, 10)
  expect([last.length, older, last[0].evidence.length]).toEqual([50, 6, 20])
})
