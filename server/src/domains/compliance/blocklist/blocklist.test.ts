/** Blocklist of the platform over the real database and HTTP: the officers who maintain it, and customers who present a listed value. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { newDocumentNumber } from '../../../../../dev/testing/document-number.ts'
import { blocklistPorts } from '../../../composition/blocklist-ports.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createSecrets } from '../../../platform/secrets/secrets.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import {
  type Answer,
  companyFields,
  idOfOfficer,
  type KycTest,
  level1Fields,
  newOfficer,
  representative,
  startKycTest,
} from '../../customers/kyc/testing.ts'
import { createBlocklist } from './index.ts'

vi.setConfig({ testTimeout: 60_000 })

const REASON = 'Fraude confirmado en otra entidad.'
const LIST = '/api/administrative/black-list'
const NO_LISTS: Parameters<typeof blocklistPorts>[0]['screening'] = {
  isSanctioned: async () => 'no_list',
  recordSanctionedSender: async () => undefined,
  screenAddress: async () => 'no_list',
  isPayerListed: async () => false,
  preparePayers: async () => undefined,
}
let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

interface Addition {
  readonly kind: string
  readonly value: string
  readonly expiresOn?: string | null
}
const add = (addition: Addition, officer = newOfficer()) =>
  test.call(officer, 'POST', LIST, { reason: REASON, expiresOn: null, ...addition })
/** Includes the check of existing customers. */
const added = async (kind: string, value: string) => {
  const { status, body } = await add({ kind, value })
  expect(status).toBe(200)
  await settle()
  return body
}
const remove = (id: string, officer = newOfficer()) => test.call(officer, 'POST', `${LIST}/${id}/remove`, { reason: REASON })
const agree = ({ body }: Answer, officer = newOfficer()) =>
  test.call(officer, 'POST', `/api/administrative/approvals/${body.approvalRequestId}/approve`, { note: '' })
const search = (filters: object, officer = newOfficer()) =>
  test.call(officer, 'POST', `${LIST}/search`, { pageIndex: 0, size: 10, ...filters })
const one = async (kind: string, value: string) => (await search({ kind, value })).body.results[0]
const settle = () => test.platform.jobs.drain()
let phones = 0
/** A number that no other test in this file has. */
const phone = () => `3${String(++phones).padStart(9, '0')}`
async function verified(fields: object): Promise<{ person: string; answer: Answer }> {
  const person = newId()
  const answer = await test.send(person, 'natural-1', { ...level1Fields(), identificationNumber: newDocumentNumber(), ...fields })
  await settle()
  return { person, answer }
}
const mayTransact = (person: string) => test.risk.mayTransact(test.database.db, person)
const alertsOf = async (person: string) =>
  (await test.call(newOfficer(), 'GET', `/kyc/administrative/users/alerts-status?userId=${person}`)).body
const alertOf = async (person: string) => (await alertsOf(person)).Listas
/** Listas, which stops money, and Irregularidades, which requires an officer's review. */
const alertsAbout = async (person: string) => {
  const { Listas, Irregularidades } = await alertsOf(person)
  return [Listas, Irregularidades]
}
const day = (days: number) => bogotaDay(new Date(test.platform.clock.now().getTime() + days * 86_400_000))

describe('ADM-15 an entry of the blocklist', () => {
  it('is added once by twenty concurrent calls, by one officer, and neither table nor answer discloses the value', async () => {
    const officer = newOfficer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ kind: 'document', value: '1.020.777.888' }, officer)))
    expect(answers.map(({ code, status }) => code ?? status).sort()).toEqual([200, ...Array(19).fill('blacklist.known')])
    expect((await add({ kind: 'nit', value: '1020777888' })).code).toBe('blacklist.known')
    const entry = await one('document', '1020777888')
    expect(entry).toMatchObject({ kind: 'document', masked: '•••888', reason: REASON, state: 'in_force', expiresAt: null, hits: 0 })
    const rows = await sql<{ text: string }>`SELECT entry::text AS text FROM blacklist.entry`.execute(test.database.owner)
    expect(JSON.stringify(rows.rows)).not.toContain('1020777888')
    expect(JSON.stringify(entry)).not.toContain('1020777888')
    expect(await auditTrail(test.database.db, { action: 'blacklist.added', objectId: entry.id })).toMatchObject([
      { actor: { accountId: idOfOfficer(officer) }, after: { masked: '•••888' }, reason: REASON },
    ])
  })

  it('cannot be a value shared by all, nor expire in the past, and needs a reason', async () => {
    expect((await add({ kind: 'domain', value: 'gmail.com' })).code).toBe('blacklist.too_wide')
    expect((await add({ kind: 'network', value: '10.0.0.0/8' })).code).toBe('blacklist.too_wide')
    expect((await add({ kind: 'email', value: 'nadie' })).code).toBe('blacklist.value_invalid')
    // B6 ADM-15: a number garbled by a spreadsheet is another number.
    for (const value of ['3,00123E+09', '3.00123e9', '3001234567,00', '3001234567.0', '3001234567,5'])
      for (const kind of ['phone', 'document', 'bank_account'])
        expect((await add({ kind, value })).code, `${kind} ${value}`).toBe('blacklist.value_invalid')
    expect((await add({ kind: 'phone', value: phone(), expiresOn: day(-2) })).code).toBe('blacklist.expiry_past')
    expect((await test.call(newOfficer(), 'POST', LIST, { kind: 'phone', value: phone(), reason: 'no', expiresOn: null })).code).toBe(
      'request.reason_invalid',
    )
  })

  it('ID-10 the confirming officer sees the masked value, since the request is stored and mailed', async () => {
    const route = test.routes.find(({ name }) => name === 'addToBlackList')
    const description = async (kind: string, value: string) => {
      const call = { caller: { accountId: newId() }, body: { kind, value, reason: REASON, expiresOn: null }, locale: 'es' }
      return JSON.stringify(await route?.describe?.(call as never))
    }
    expect(await description('document', '1.020.777.999')).toContain('"•••999"')
    expect(await description('document', '1.020.777.999')).not.toMatch(/1\.?020\.?777/)
    expect(await description('email', 'Ana.Ruiz@otro.example')).toContain('"a•••@otro.example"')
    expect(await description('email', 'Ana.Ruiz@otro.example')).not.toMatch(/ruiz/i)
    await expect(description('email', 'nadie')).rejects.toThrow('blacklist.value_invalid')
  })

  it('is removed by two officers, once, and not by one with emergency access', async () => {
    const value = phone()
    const { id } = await added('phone', value)
    const maker = newOfficer()
    const proposed = await remove(id, maker)
    expect([proposed.status, (await remove(id)).code]).toEqual([202, 'approvals.already_waiting'])
    expect(await one('phone', value)).toMatchObject({ state: 'in_force', removalWaits: true })
    expect((await agree(proposed, maker)).code).toBe('approvals.own_request')
    const emergency = `/api/administrative/approvals/${proposed.body.approvalRequestId}/break-glass`
    expect((await test.call(maker, 'POST', emergency, { note: REASON })).code).toBe('approvals.never_alone')
    const agreed = await Promise.all(Array.from({ length: 20 }, () => agree(proposed)))
    expect(agreed.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await one('phone', value)).toMatchObject({ state: 'removed', removalWaits: false })
    expect((await remove(id)).code).toBe('blacklist.not_in_force')
    expect((await remove(newId())).status).toBe(404)
    expect(await auditTrail(test.database.db, { action: 'blacklist.removed', objectId: id })).toMatchObject([
      { after: { makerId: idOfOfficer(maker) }, reason: REASON },
    ])
    const { person } = await verified({ cellphoneNumber: value })
    expect([await mayTransact(person), await alertOf(person)]).toEqual([true, 'No'])
  })

  it('is searched by its full value, in any spelling, with the permission to read lists; each search is in the audit trail', async () => {
    await added('email', 'mala.persona@otro.example')
    const officer = newOfficer()
    expect((await search({ kind: 'email', value: ' MALA.persona+x@otro.example ' }, officer)).body.results).toHaveLength(1)
    expect((await search({ kind: 'email', value: 'mala@otro.example' })).body.results).toEqual([])
    expect((await search({ value: 'mala.persona@otro.example' })).code).toBe('request.invalid')
    expect((await search({ kind: 'email', state: 'expired' })).body.total).toBe(0)
    expect((await search({ kind: 'email', state: 'in_force' })).body.total).toBe(1)
    const looks = (await auditTrail(test.database.db, { action: 'blacklist.searched' })).filter(
      ({ actor }) => actor.kind === 'person' && actor.accountId === idOfOfficer(officer),
    )
    expect(looks).toMatchObject([{ after: { kind: 'email', masked: 'm•••@otro.example' } }])
  })
})

describe('ADM-15 a submitted form', () => {
  it.each([
    ['document', '1.099.000.111', { identificationNumber: '1099000111' }],
    ['phone', '+57 321 000 1122', { cellphoneNumber: '3210001122' }],
  ])("with a listed %s gets the normal answer, stops the customer's money and alerts officers", async (kind, value, fields) => {
    const ordinary = await verified({})
    const { id } = await added(kind, value)
    const { person, answer } = await verified(fields)
    expect([answer.status, Object.keys(answer.body)]).toEqual([ordinary.answer.status, Object.keys(ordinary.answer.body)])
    expect([await mayTransact(person), await alertOf(person)]).toEqual([false, 'Si'])
    expect([await mayTransact(ordinary.person), await alertOf(ordinary.person)]).toEqual([true, 'No'])
    const rows = await sql<{ comment: string }>`SELECT opening_comment AS comment FROM alerts.episode WHERE account_id = ${person}`.execute(
      test.database.owner,
    )
    expect(rows.rows.length).toBeGreaterThan(0)
    for (const { comment } of rows.rows) expect(comment).not.toContain(Object.values(fields)[0])
    expect(await one(kind, value)).toMatchObject({ id, hits: 1, lastHitAt: expect.any(String) })
  })

  it('with a listed name, in any order, requires a review and stops no money', async () => {
    await added('name', 'Filiberto de Jesús Quitumbo')
    const { person } = await verified({ fullName: 'QUITUMBO Filiberto Jesus' })
    expect([await mayTransact(person), await alertsAbout(person)]).toEqual([true, ['No', 'Si']])
  })

  it('an entry is valid through the whole of its last day in Bogotá', async () => {
    const { body } = await add({ kind: 'phone', value: phone(), expiresOn: day(9) })
    expect(body.expiresAt).toBe(`${day(10)}T05:00:00.000Z`)
  })

  it('with an expired value is no hit; the value may be listed again', async () => {
    const value = phone()
    const { body } = await add({ kind: 'phone', value, expiresOn: day(1) })
    expect(body.expiresAt).not.toBeNull()
    test.platform.clock.advance(3 * 86_400_000)
    const { person } = await verified({ cellphoneNumber: value })
    expect([await mayTransact(person), await alertOf(person)]).toEqual([true, 'No'])
    expect(await one('phone', value)).toMatchObject({ state: 'expired', hits: 0 })
    expect((await remove(body.id)).code).toBe('blacklist.not_in_force')
    await added('phone', value)
    expect((await search({ kind: 'phone', value })).body.results.map(({ state }: { state: string }) => state)).toEqual([
      'in_force',
      'expired',
    ])
  })
})

describe('ADM-15 an existing customer', () => {
  const standing = async (person: string) => [await mayTransact(person), await alertOf(person)]

  it.each([
    ['document', '1.088.000.222', { identificationNumber: '1088000222' }],
    ['phone', '322 000 3344', { cellphoneNumber: '3220003344' }],
  ])('with a newly listed %s is found, and no other customer', async (kind, value, fields) => {
    const [{ person }, other] = [await verified(fields), await verified({})]
    await added(kind, value)
    expect([await standing(person), await standing(other.person)]).toEqual([
      [false, 'Si'],
      [true, 'No'],
    ])
    expect(await one(kind, value)).toMatchObject({ hits: 1 })
  })

  it('with a listed name requires a review and is not stopped', async () => {
    const { person } = await verified({ fullName: 'Hermenegilda Chocontá Tibaduiza' })
    await added('name', 'chocontá tibaduiza hermenegilda')
    expect([await mayTransact(person), await alertsAbout(person)]).toEqual([true, ['No', 'Si']])
  })

  it('is found by accepted data while a renewal is sent and declined', async () => {
    const [number, own] = [newDocumentNumber(), '3230004455']
    const { person } = await verified({ identificationNumber: number, cellphoneNumber: own })
    expect((await test.verify(person, 2)).status).toBe(200)
    const asked = { userId: person, subjects: ['natural-1'], reason: 'Su documento cambia este mes.' }
    expect((await test.call(newOfficer(), 'POST', '/kyc/administrative/users/renewals', asked)).status).toBe(200)
    expect(await test.send(person, 'natural-1', level1Fields({ cellphoneNumber: '3150005566' }))).toMatchObject({ body: { state: 'sent' } })
    const pending = (await test.documents(person)).filter(({ state }) => state === 'Pendiente').map(({ id }) => id)
    expect((await test.decline(newOfficer(), pending)).status).toBe(200)
    await settle()
    expect(await standing(person)).toEqual([true, 'No'])
    await added('document', number)
    await added('phone', own)
    expect(await standing(person)).toEqual([false, 'Si'])
    expect([await one('document', number), await one('phone', own)]).toMatchObject([{ hits: 1 }, { hits: 1 }])
  })

  it('of a company includes the persons named in its documents: when they are recorded, and when the number is listed later', async () => {
    const [before, after] = [newDocumentNumber(), newDocumentNumber()]
    const company = newId()
    await test.call(company, 'PUT', '/kyc/users/person-type', { personType: 'legal' })
    const shareholders = [{ name: 'Ana Rojas', identification: newDocumentNumber(), nationality: 'CO', ownershipPercentage: '100' }]
    await test.send(company, 'legal-1', companyFields(bogotaDay(test.platform.clock.now()), { shareholders }))
    await added('document', before)
    expect((await one('document', before)).hits).toBe(0)
    const named = (documentNumber: string) => representative({ name: 'Eva Ruiz', documentNumber, roles: ['representative'], share: null })
    expect((await test.nameRepresentatives(company, [named(before), named(after)])).status).toBe(200)
    await settle()
    expect([await mayTransact(company), (await one('document', before)).hits]).toEqual([false, 1])
    await added('document', after)
    expect((await one('document', after)).hits).toBe(1)
  })

  it('of an accepted company includes the persons omitted by its newest list, until it is accepted again', async () => {
    const number = newDocumentNumber()
    const company = newId()
    await test.call(company, 'PUT', '/kyc/users/person-type', { personType: 'legal' })
    await test.send(company, 'legal-1', companyFields(bogotaDay(test.platform.clock.now())))
    const left = representative({ name: 'Eva Ruiz', documentNumber: number, roles: ['alternate'], share: null })
    expect((await test.nameRepresentatives(company, [representative(), left])).status).toBe(200)
    expect((await test.verify(company, 2)).status).toBe(200)
    for (const from of [1, 2]) expect((await test.nameRepresentatives(company, [representative()], { from })).status).toBe(200)
    await settle()
    await added('document', number)
    expect((await one('document', number)).hits).toBe(1)
  })

  it('is found by the stored e-mail and bank accounts, but not after the account was closed', async () => {
    const [open, closed, bank] = [newId(), newId(), newId()]
    for (const [id, state] of [[open, 2], [closed, 4]] as const) // biome-ignore format: pairs
      await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at)
        VALUES (${id}, ${`${id}@conocido.example`}, 'x', ARRAY['ROLE_USER'], ${state}, 'es', now())`.execute(test.database.owner)
    await sql`INSERT INTO payments.bank_account (id, account_id, slot, alias, alias_key, bank_id, account_type, number, created_at, changed_at)
      VALUES (${newId()}, ${bank}, 1, 'Nómina', 'nomina', 1, 9, '0099887766', now(), now())`.execute(test.database.owner)
    await added('email', `${open}+x@conocido.example`)
    await added('email', `${closed}@conocido.example`)
    await added('bank_account', '0099887766')
    expect([await standing(open), await standing(closed), await standing(bank)]).toEqual([
      [false, 'Si'],
      [true, 'No'],
      [false, 'Si'],
    ])
  })

  it('with the same account number at another bank is not found, before or after it was listed', async () => {
    const own = async (bankId: number, number: string) => {
      const id = newId()
      await sql`INSERT INTO payments.bank_account (id, account_id, slot, alias, alias_key, bank_id, account_type, number, created_at, changed_at)
        VALUES (${newId()}, ${id}, 1, 'Nómina', 'nomina', ${bankId}, 9, ${number}, now(), now())`.execute(test.database.owner)
      return id
    }
    const [here, there] = [await own(23, '5544332211'), await own(34, '5544332211')]
    const { masked } = await added('bank_account', 'Bancolombia 554-433-2211')
    expect(masked).toBe('Bancolombia •••211')
    expect([await standing(here), await standing(there)]).toEqual([
      [false, 'Si'],
      [true, 'No'],
    ])
    const { accountCheck } = blocklistPorts({ blackList: test.blackList, screening: NO_LISTS })
    const [later, other] = [newId(), newId()]
    for (const [accountId, bankId] of [[later, 23], [other, 34]] as const) // biome-ignore format: pairs
      await inTransaction(test.database.db, (tx) => accountCheck.meetAccount(tx, { accountId, bankId, number: '5544332211' }))
    await settle()
    expect([await standing(later), await standing(other)]).toEqual([
      [false, 'Si'],
      [true, 'No'],
    ])
    // An entry from before the bank was recorded matches any bank.
    await added('bank_account', '5544332211')
    expect(await standing(there)).toEqual([false, 'Si'])
  })

  it('with a newly listed device is found in every open account that uses it, and is not stopped', async () => {
    const [one1, shared, closed, other] = [newId(), newId(), newId(), newId()]
    const key = newId()
    const devices = new Map<string, string>()
    for (const [id, state, own] of [
      [one1, 2, key],
      [shared, 2, key],
      [closed, 4, key],
      [other, 2, newId()],
    ] as const) {
      // biome-ignore format: pairs
      devices.set(id, newId())
      await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at)
        VALUES (${id}, ${`${id}@equipo.example`}, 'x', ARRAY['ROLE_USER'], ${state}, 'es', now())`.execute(test.database.owner)
      await sql`INSERT INTO identity.device (id, account_id, key_hash, system, device_kind, browser, state, first_seen_at, last_seen_at, forgotten_at)
        VALUES (${devices.get(id)}, ${id}, ${own}, 'Windows 11', 'desktop', 'Chrome', 'known', now(), now(), ${id === shared ? new Date() : null})`.execute(
        test.database.owner,
      )
    }
    const { masked } = await added('device', devices.get(one1) ?? '')
    expect(masked).toBe(`Windows 11, Chrome •••${key.slice(-4)}`)
    for (const [id, alert] of [[one1, 'Si'], [shared, 'Si'], [closed, 'No'], [other, 'No']] as const) // biome-ignore format: pairs
      expect([await mayTransact(id), await alertsAbout(id)]).toEqual([true, ['No', alert]])
    expect((await search({ kind: 'device', value: devices.get(shared) })).body.results).toMatchObject([{ masked, hits: 2 }])
    expect((await add({ kind: 'device', value: newId() })).code).toBe('blacklist.device_unknown')
  })

  it('is checked page by page up to the last one', async () => {
    const people = Array.from({ length: 230 }, newId).sort()
    for (const id of people)
      await sql`INSERT INTO crypto.saved_address (id, account_id, slot, alias, alias_key, address, seal, created_at)
        VALUES (${newId()}, ${id}, 1, 'Mía', 'mia', '0xabcdefabcdef0123456789abcdefabcdef777777', 'x', now())`.execute(test.database.owner)
    await added('address', '0xabcdefabcdef0123456789abcdefabcdef777777')
    expect(await one('address', '0xabcdefabcdef0123456789abcdefabcdef777777')).toMatchObject({ hits: 230 })
    for (const person of [people[0] ?? '', people.at(-1) ?? ''])
      expect([await mayTransact(person), await alertsAbout(person)]).toEqual([true, ['No', 'Si']])
  })
})

describe('ADM-15 repeated hits', () => {
  it('are one row and one alert for any number of attempts, so that what officers cleared stays cleared', async () => {
    const value = newDocumentNumber()
    const { id } = await added('document', value)
    const accountId = newId()
    const meet = () =>
      inTransaction(test.database.db, (tx) =>
        test.blackList.recordHits(tx, { place: 'bank_account', accountId, documents: [{ kind: 'cedula', value }] }),
      )
    await Promise.all(Array.from({ length: 20 }, meet))
    await settle()
    const hits = await sql<{ times: number }>`SELECT times FROM blacklist.hit WHERE entry_id = ${id}`.execute(test.database.db)
    const events = await sql`SELECT 1 FROM platform.event WHERE type = 'blacklist.hit' AND payload->>'accountId' = ${accountId}`.execute(
      test.database.owner,
    )
    expect([hits.rows, events.rows.length, await mayTransact(accountId)]).toEqual([[{ times: 20 }], 1, false])
  })

  it('a sign-in adds no hit to the one found when the entry was listed', async () => {
    const [person, email] = [newId(), `${newId()}@conocido.example`]
    await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at)
      VALUES (${person}, ${email}, 'x', ARRAY['ROLE_USER'], 2, 'es', now())`.execute(test.database.owner)
    const { id } = await added('email', email)
    expect(await alertOf(person)).toBe('Si')
    const cause = { at: test.platform.clock.now(), actor: SYSTEM, comment: 'Lo decidieron dos oficiales.' }
    await inTransaction(test.database.db, (tx) => test.alerts.close(tx, { accountId: person, kind: 2, typeId: null }, cause))
    const enter = () => test.blackList.isBlocked(test.database.db, { place: 'sign_in', accountId: person, emails: [email] })
    expect([await enter(), await enter()]).toEqual([true, true])
    await settle()
    expect(await alertOf(person)).toBe('No')
    const hits = await sql<{ place: string }>`SELECT place, times FROM blacklist.hit WHERE entry_id = ${id} ORDER BY place`.execute(
      test.database.db,
    )
    expect(hits.rows).toEqual([
      { place: 'customer', times: 1 },
      { place: 'sign_in', times: 2 },
    ])
  })

  it('a refused transaction keeps the hit of the refused customer', async () => {
    await added('network', '203.0.113.0/24')
    const accountId = newId()
    await expect(
      inTransaction(test.database.db, async (tx) => {
        expect(await test.blackList.isBlocked(tx, { place: 'sign_in', accountId, ips: ['203.0.113.9'] })).toBe(true)
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    await settle()
    expect([await alertsAbout(accountId), await mayTransact(accountId)]).toEqual([['No', 'Si'], true])
    expect(await test.blackList.isBlocked(test.database.db, { place: 'sign_in', accountId, ips: ['203.0.114.9'] })).toBe(false)
  })

  it('twenty concurrent ones, each refused in a separate transaction, do not deadlock and are all recorded', async () => {
    const address = '0xabcdefabcdef0123456789abcdefabcdef098765'
    await added('address', address)
    const { addresses } = blocklistPorts({ blackList: test.blackList, screening: NO_LISTS })
    const people = Array.from({ length: 20 }, newId)
    const ends = await Promise.allSettled(
      people.map((accountId) =>
        inTransaction(test.database.db, async (tx) => {
          if ((await addresses.isSanctioned(tx, address, { accountId, place: 'saved_address' })) === 'listed') throw new Error('refused')
        }),
      ),
    )
    expect(ends.map((end) => (end.status === 'rejected' ? end.reason.message : 'passed'))).toEqual(people.map(() => 'refused'))
    expect(await one('address', address)).toMatchObject({ hits: 20 })
    await settle()
    for (const person of people) expect(await alertsAbout(person)).toEqual(['No', 'Si'])
  })

  it('a caller that continues stores the hit in its own transaction, once', async () => {
    const { id } = await added('network', '198.18.7.0/24')
    const accountId = newId()
    const arrival = { place: 'withdrawal', accountId, ips: ['198.18.7.9'] } as const
    expect(await inTransaction(test.database.db, (tx) => test.blackList.isBlocked(tx, arrival))).toBe(true)
    const hits = await sql<{ times: number }>`SELECT times FROM blacklist.hit WHERE entry_id = ${id}`.execute(test.database.db)
    expect(hits.rows).toEqual([{ times: 1 }])
  })

  it('a domain is shared with others: an officer reviews first, and no customer is stopped', async () => {
    await added('domain', 'empresa-de-muchos.example')
    await added('email', 'ana@empresa-de-pocos.example')
    const [colleague, listed] = [newId(), newId()]
    const meet = (accountId: string, email: string) =>
      test.blackList.isBlocked(test.database.db, { place: 'sign_in', accountId, emails: [email] })
    expect([await meet(colleague, 'luis@empresa-de-muchos.example'), await meet(listed, 'ana@empresa-de-pocos.example')]).toEqual([
      true,
      true,
    ])
    await settle()
    expect([await mayTransact(colleague), await alertsAbout(colleague)]).toEqual([true, ['No', 'Si']])
    expect([await mayTransact(listed), await alertOf(listed)]).toEqual([false, 'Si'])
  })

  it('a listed address can be neither saved nor paid, and what it sends is not credited', async () => {
    const address = '0xabcdefabcdef0123456789abcdefabcdef012345'
    const { addresses } = blocklistPorts({ blackList: test.blackList, screening: NO_LISTS })
    const [accountId, other] = [newId(), newId()]
    const ask = () => addresses.isSanctioned(test.database.db, address, { accountId, place: 'saved_address' })
    const sent = (isFirst: boolean) =>
      inTransaction(test.database.db, (tx) => addresses.isSenderBarred(tx, { accountId: other, address, isFirst }))
    expect([await ask(), await sent(true), await sent(false)]).toEqual(['no_list', false, false])
    await added('address', '0xABCDEFABCDEF0123456789abcdefabcdef012345')
    expect([await ask(), await sent(true), await sent(false)]).toEqual(['listed', true, true])
    await settle()
    for (const person of [accountId, other]) expect([await mayTransact(person), await alertsAbout(person)]).toEqual([true, ['No', 'Si']])
    expect(await one('address', address)).toMatchObject({ hits: 2, masked: '0xabcd…2345' })
  })

  it('with another key nothing is found, and a metric shows it', async () => {
    const other = createBlocklist({ ...test.platform, secrets: createSecrets(Buffer.alloc(32, 9)) })
    const value = newDocumentNumber()
    await added('document', value)
    const arrival = { place: 'verification', accountId: null, documents: [{ kind: 'cedula', value }] } as const
    expect([await other.isBlocked(test.database.db, arrival), await test.blackList.isBlocked(test.database.db, arrival)]).toEqual([
      false,
      true,
    ])
    expect(await test.blackListFigures.read()).toMatchObject({ entries_of_another_key: 0, entries: expect.any(Number) })
    await sql`UPDATE blacklist.entry SET key_id = 'other' WHERE masked = ${`•••${value.slice(-3)}`}`.execute(test.database.owner)
    expect((await test.blackListFigures.read()).entries_of_another_key).toBeGreaterThan(0)
  })
})

describe('ADM-15 blocklist as CSV', () => {
  const csv = (filters: object) => test.call(newOfficer(), 'POST', `${LIST}/csv`, filters)

  it('SEC-44 has the filtered entries, with masked values, and is recorded', async () => {
    const [value, officer] = [newDocumentNumber(), newOfficer()]
    await added('document', value)
    await add({ kind: 'name', value: 'Nepomuceno Sastoque' })
    const { status, text } = await test.call(officer, 'POST', `${LIST}/csv`, { kind: 'document', value })
    const [header = '', row = '', ...rest] = text.split('\r\n')
    expect([status, header.replace('\uFEFF', '')]).toEqual([
      200,
      'ID;Tipo;Valor;Motivo;Estado;Desde;Hasta;Coincidencias;Última coincidencia',
    ])
    expect(row).toContain(`documento;•••${value.slice(-3)};${REASON};Vigente;`)
    expect([rest, text.includes(value)]).toEqual([[''], false])
    expect((await csv({ kind: 'name' })).text).not.toContain('documento;')
    const headers = { authorization: `Bearer ${officer}`, 'content-type': 'application/json', 'accept-language': 'en' }
    const english = await fetch(`${test.server.url}${LIST}/csv`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ kind: 'document', value }),
    })
    expect(await english.text()).toMatch(/^ID;Type;Value;Reason;State;.*\r\n[\w-]+;document;•••\d{3};.*;In force;/)
    const [exported] = (await auditTrail(test.database.db, { action: 'reports.exported' })).filter(
      ({ actor }) => actor.kind === 'person' && actor.accountId === idOfOfficer(officer),
    )
    expect(exported).toMatchObject({
      object: { id: 'lista-negra' },
      after: { rows: 1, filter: { kind: 'document', masked: `•••${value.slice(-3)}` } },
    })
  })

  const HEADER = 'tipo,valor,motivo,hasta'
  const preview = (text: string, officer = newOfficer()) => test.call(officer, 'POST', `${LIST}/import/preview`, { csv: text })
  const load = (text: string, officer = newOfficer()) => test.call(officer, 'POST', `${LIST}/import`, { csv: text })
  const state = async (kind: string, value: string) => (await one(kind, value))?.state ?? 'none'

  it('previews the result of each row of a file, and adds nothing to the list', async () => {
    const [known, fresh, officer] = [phone(), phone(), newOfficer()]
    await added('phone', known)
    const rows = [
      ['telefono', fresh, REASON, ''],
      ['Teléfono', known, REASON, ''],
      ['telefono', `+57${fresh}`, REASON, ''],
      ['celular', phone(), REASON, ''],
      ['correo', 'nadie', REASON, ''],
      ['dominio', 'gmail.com', REASON, ''],
      ['telefono', phone(), 'corto', ''],
      ['telefono', phone(), REASON, '12/01/2030'],
      ['telefono', phone(), REASON, day(-3)],
      ['dispositivo', newId(), REASON, ''],
      ['telefono', '', REASON, ''],
      ['telefono', phone(), REASON],
    ]
    const { status, body } = await preview([HEADER, ...rows.map((row) => row.join(','))].join('\n'), officer)
    const found = body.rows.map(({ line, problem }: { line: number; problem: string }) => [line, problem])
    expect([status, found]).toEqual([
      200,
      [null, 'known', 'repeated', 'kind_unknown', 'value_invalid', 'too_wide', 'reason_invalid', 'expiry_invalid', 'expiry_past', 'device_unknown', 'value_missing', 'columns'].map((problem, at) => [at + 2, problem]),
    ]) // biome-ignore format: one row of the file a line
    expect(body).toMatchObject({ good: 1, skipped: 2, faulty: 9 })
    expect(body.rows[0]).toMatchObject({ kind: 'phone', masked: `•••${fresh.slice(-3)}`, reason: REASON })
    expect(body.rows).toHaveLength(12)
    expect([await state('phone', fresh), JSON.stringify(body).includes(fresh)]).toEqual(['none', false])
    const looks = await auditTrail(test.database.db, { action: 'blacklist.import_previewed' })
    expect(looks.filter(({ actor }) => actor.kind === 'person' && actor.accountId === idOfOfficer(officer))).toMatchObject([
      { after: { good: 1, skipped: 2, faulty: 9 } },
    ])
  })

  it('adds a whole file, with each row recorded and customers checked; a faulty file adds nothing', async () => {
    const [value, other, officer] = [newDocumentNumber(), phone(), newOfficer()]
    const { person } = await verified({ identificationNumber: value })
    const good = `documento;${value};"Fraude; confirmado por la Fiscalía.";\ntelefono;${other};${REASON};${day(9)}`
    const faulty = await load(`tipo;valor;motivo;hasta\n${good}\nred;10.0.0.0/8;${REASON};`, officer)
    expect([faulty.code, faulty.text]).toEqual(['blacklist.rows_faulty', expect.stringContaining('4')])
    expect([await state('document', value), await state('phone', other)]).toEqual(['none', 'none'])
    expect((await load(`\uFEFFtipo;valor;motivo;hasta\r\n${good}`, officer)).body).toEqual({ added: 2, skipped: 0 })
    await settle()
    expect([await mayTransact(person), await alertOf(person)]).toEqual([false, 'Si'])
    const { id } = await one('document', value)
    expect(await one('phone', other)).toMatchObject({ expiresAt: `${day(10)}T05:00:00.000Z`, reason: REASON })
    expect(await auditTrail(test.database.db, { action: 'blacklist.added', objectId: id })).toMatchObject([
      {
        actor: { accountId: idOfOfficer(officer) },
        after: { masked: `•••${value.slice(-3)}` },
        reason: 'Fraude; confirmado por la Fiscalía.',
      },
    ])
    expect((await load(`tipo;valor;motivo;hasta\n${good}`)).code).toBe('blacklist.nothing_new')
    const third = phone()
    expect((await load(`tipo;valor;motivo;hasta\n${good}\ntelefono;${third};${REASON};`)).body).toEqual({ added: 1, skipped: 2 })
  })

  it('twenty concurrent imports of one file add each value once', async () => {
    const values = Array.from({ length: 5 }, phone)
    const file = [HEADER, ...values.map((value) => `telefono,${value},${REASON},`)].join('\n')
    const answers = await Promise.all(Array.from({ length: 20 }, () => load(file)))
    const sum = answers.reduce((total, { body }) => total + (body?.added ?? 0), 0)
    expect([sum, new Set(answers.map(({ code }) => code)).has('request.failed')]).toEqual([5, false])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    for (const value of values) expect((await search({ kind: 'phone', value })).body.total).toBe(1)
  })

  it.each([
    ['tipo,valor\ntelefono,3001112233', '1'],
    [`${HEADER}`, '1'],
    [`${HEADER}\ntelefono,"3001112233,${REASON},`, '2'],
    [[HEADER, ...Array.from({ length: 501 }, () => `telefono,3001112233,${REASON},`)].join('\n'), '502'],
  ])('refuses an invalid file with its line', async (file, line) => {
    const { status, code, text } = await preview(file)
    expect([status, code]).toEqual([400, 'blacklist.file_faulty'])
    expect(text).toContain(`Línea ${line}:`)
    expect((await load(file)).code).toBe('blacklist.file_faulty')
  })

  it('ID-10 the confirming officer of an import sees the number of entries by kind, and no value', async () => {
    const route = test.routes.find(({ name }) => name === 'importToBlackList')
    const value = phone()
    const call = {
      caller: { accountId: newId() },
      body: { csv: `${HEADER}\ntelefono,${value},${REASON},\ncorreo,x.y@otro.example,${REASON},` },
      locale: 'es',
    }
    const description = JSON.stringify(await route?.describe?.(call as never))
    expect([description.includes('"2"'), description.includes('teléfono, correo'), description.includes(value)]).toEqual([
      true,
      true,
      false,
    ])
  })
})
