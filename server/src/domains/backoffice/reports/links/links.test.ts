import { LINK_HUB_ACCOUNTS, LINK_KINDS, LINK_NODES_MAX, type PersonLinks } from '@tunjo/contract/person-links'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId, sha256 } from '../../../../platform/database/ids.ts'
import { newPerson } from '../../../customers/identity/devices/devices.testing.ts'
import { startReports } from '../testing.ts'
import { gatherLinks } from './gather.ts'
import { LINK_SOURCES } from './sources.ts'

const { database, here, officer, officerId } = await startReports()
const owner = database.owner
const day = (date: number) => new Date(Date.UTC(2026, 9, date, 12))
const PATH = '/kyc/administrative/users/links'

async function linksOf(userId: string, depth?: 1 | 2): Promise<PersonLinks> {
  const answer = await officer.send('GET', `${PATH}?${new URLSearchParams({ userId, ...(depth ? { depth: String(depth) } : {}) })}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as PersonLinks
}
const people = (count: number) => Promise.all(Array.from({ length: count }, async () => (await newPerson(here)).accountId))
/** People who share a key, by kind. */
function sharedIn({ things, links }: PersonLinks): Record<string, string[]> {
  const of = (id: string) => links.filter(({ thingId }) => thingId === id).map(({ personId, role }) => `${role} ${personId}`)
  return Object.fromEntries(things.map(({ id, kind }) => [kind, of(id).sort()]))
}
const among = (...uses: [string, string][]) => uses.map(([role, id]) => `${role} ${id}`).sort()

async function device(accountId: string, key: string): Promise<string> {
  const id = newId()
  await sql`INSERT INTO identity.device VALUES (${id}, ${accountId}, ${key}, 'Android', 'mobile', 'Chrome', 'known', ${day(1)}, ${day(3)}, NULL)`.execute(
    owner,
  )
  return id
}
const signIn = (accountId: string, network: string, date = 2, deviceId: string | null = null) =>
  sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, place, system, device_kind, browser, search_text, result, device_id, vouched)
    VALUES (${newId()}, ${accountId}, ${day(date)}, ${network}, ${network}, 'Bogotá', 'Android', 'mobile', 'Chrome', '', 'entered', ${deviceId},
      false)`.execute(owner)
const bankAccount = (accountId: string, number: string, deletedAt: Date | null = null) =>
  sql`INSERT INTO payments.bank_account VALUES (${newId()}, ${accountId}, 1, ${number}, ${number}, 1, 9, ${number}, ${day(1)}, ${day(1)},
    ${deletedAt})`.execute(owner)
const saved = (accountId: string, address: string) =>
  sql`INSERT INTO crypto.saved_address VALUES (${newId()}, ${accountId}, 1, ${address}, ${address}, ${address}, '', ${day(1)}, NULL)`.execute(
    owner,
  )
const receivedFrom = (accountId: string, from: string, date = 2) =>
  sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address, block_number,
      block_hash, state, try_at, created_at, updated_at)
    VALUES (${newId()}, 1, ${newId()}, 0, ${accountId}, '0x1', 'USDT', 1, ${from}, 1, '0x', 'COMPLETED', ${day(date)}, ${day(date)}, ${day(date)})`.execute(
    owner,
  )
async function sent(accountId: string, form: string, facts: object, slot = 'fields', fileId: string | null = null): Promise<void> {
  await sql`INSERT INTO kyc.form VALUES (${accountId}, ${form}, 'sent', '{}', 1, ${day(1)}, ${day(1)}) ON CONFLICT DO NOTHING`.execute(
    owner,
  )
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, file_id, facts, state, added_at, sent_at)
    VALUES (${newId()}, ${accountId}, ${form}, ${slot}, ${fileId}, ${JSON.stringify(facts)}, 'pending', ${day(1)}, ${day(1)})`.execute(
    owner,
  )
}
async function file(accountId: string, digest: string): Promise<void> {
  const id = newId()
  await sql`INSERT INTO platform.stored_file VALUES (${id}, ${accountId}, 'image', 'image/jpeg', 1, ${digest}, 'a.jpg', 'kyc', ${day(1)})`.execute(
    owner,
  )
  await sent(accountId, 'natural-1', {}, 'frontal', id)
}
const livesAt = async (accountId: string, address: string, digest: string) => {
  await sql`INSERT INTO kyc.dossier (account_id, person_type, full_name, document_type, document_number, phone, updated_at, country, address)
    VALUES (${accountId}, 'natural', ${`Ana ${accountId.slice(-4)}`}, 'CC', ${accountId.slice(-10)}, '+57', ${day(1)}, 'CO', ${address})`.execute(
    owner,
  )
  await sql`INSERT INTO monitoring.address VALUES (${accountId}, ${digest}, 'f')`.execute(owner)
}
const wallet = () => `0x${sha256(newId()).slice(0, 40)}`

async function questionsAbout(subjectId: string): Promise<number> {
  let questions = 0
  const counted = database.db.withPlugin({
    transformQuery({ node }) {
      questions += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await gatherLinks(counted, { bank: () => null }, { subjectId, callerId: officerId, depth: 2, kinds: LINK_KINDS })
  return questions
}

describe('links of a person', () => {
  it('ADM-13 finds people who share a browser, network, address, bank account, wallet, document or file, with dates and counts', async () => {
    const [ana, ben, eva, leo, ida, rut, pía, company] = (await people(8)) as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const [browser, platformWallet, mine] = [newId(), wallet(), wallet()]
    const phone = await device(ana, browser)
    await device(ben, browser)
    for (const date of [4, 5]) await signIn(ana, '190.24.77.1', date, phone)
    await signIn(eva, '190.24.77.1')
    await signIn(ana, '10.0.0.7')
    await signIn(leo, '10.0.0.7')
    await livesAt(ana, 'Carrera 7 # 12-34 apto 501', 'door')
    await livesAt(eva, 'Cra. 7 No. 12-34 Apartamento 501', 'door')
    await bankAccount(ana, '123456789')
    await bankAccount(leo, '123456789', day(9))
    for (const person of [ana, ida]) await saved(person, platformWallet)
    await receivedFrom(rut, platformWallet)
    await sql`INSERT INTO crypto.address VALUES (${ana}, ${mine}, ${day(1)})`.execute(owner)
    await saved(rut, mine)
    for (const person of [ana, pía]) await file(person, sha256('cédula'))
    await sent(ana, 'natural-1', { fullName: 'Ana Ruiz', identificationNumber: '52111222' })
    await sent(company, 'legal-1', {
      legalName: 'Ruiz SAS',
      nit: '900111',
      // In an older form, as it was typed.
      shareholders: [{ name: 'Ana Ruiz', identification: '52.111.222' }],
    })
    await sql`INSERT INTO kyc.customer VALUES (${company}, 'legal', 1, false, ${day(1)})`.execute(owner)

    const found = await linksOf(ana)
    const { wallet: _, ...kinds } = sharedIn(found)
    expect(kinds).toEqual({
      document: among(['own_document', ana], ['shareholder', company]),
      file: among(['sent', ana], ['sent', pía]),
      device: among(['signed_in', ana], ['signed_in', ben]),
      bank_account: among(['saved', ana], ['saved', leo]),
      address: among(['lives', ana], ['lives', eva]),
      network: among(['signed_in', ana], ['signed_in', eva]),
    })
    const usesOf = (address: string) =>
      found.links
        .filter(({ thingId }) => thingId === found.things.find(({ label }) => label === address)?.id)
        .map(({ role, personId }) => [role, personId])
    expect(usesOf(platformWallet)).toEqual(expect.arrayContaining([['saved', ana], ['saved', ida], ['sender', rut]])) // biome-ignore format: one list
    expect(usesOf(mine)).toEqual(expect.arrayContaining([['deposit_address', ana], ['saved', rut]])) // biome-ignore format: one list
    expect(found.things.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['AV Villas ··6789', '52111222', 'frontal', 'Chrome · Android', '190.24.77.1', 'Carrera 7 # 12-34 apto 501']),
    )
    const network = found.links.find(({ thingId, personId }) => thingId.startsWith('network') && personId === ana)
    expect(network).toMatchObject({ firstSeenAt: day(4).toISOString(), lastSeenAt: day(5).toISOString(), uses: 2 })
    expect(found.links.find(({ thingId, personId }) => thingId.startsWith('device') && personId === ana)?.uses).toBe(2)
    expect(found.people.find(({ id }) => id === company)).toMatchObject({ type: 'legal', name: 'Ruiz SAS', depth: 1 })
    // The answer contains neither the digests nor the numbers by which links are found.
    expect(JSON.stringify(found)).not.toMatch(new RegExp(`123456789|${browser}|door|${sha256('cédula')}`))
    expect((await linksOf(company)).things.find(({ kind }) => kind === 'document')?.label).toBe('Ana Ruiz · 52.111.222')
  })

  it('at depth 2 continues from those, once each; without links it is empty', async () => {
    const [ana, ben, eva, leo] = (await people(4)) as [string, string, string, string]
    const [first, second, third] = [newId(), newId(), newId()]
    for (const [person, key] of [[ana, first], [ben, first], [ben, second], [eva, second], [eva, third], [leo, third]] as const) await device(person, key) // biome-ignore format: one list
    expect((await linksOf(ana)).people.map(({ id, depth }) => [id, depth])).toEqual([[ana, 0], [ben, 1]]) // biome-ignore format: one list
    const far = await linksOf(ana, 2)
    expect(far.people.map(({ id, depth }) => [id, depth])).toEqual(expect.arrayContaining([[ana, 0], [ben, 1], [eva, 2]])) // biome-ignore format: one list
    expect(far.people).toHaveLength(3)
    expect(far.things).toHaveLength(2)
    expect(await linksOf((await newPerson(here)).accountId)).toMatchObject({ things: [], links: [], peopleLeftOut: 0, isCut: false })
  })

  it('people with the highest priority come first: listed, high risk, open alerts; closed and erased people are distinguished', async () => {
    const [ana, calm, alarmed, risky, listed, closed, erased] = (await people(7)) as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const browser = newId()
    for (const person of [ana, calm, alarmed, risky, listed, closed, erased]) await device(person, browser)
    await sql`INSERT INTO alerts.episode (id, account_id, kind, state, opened_at, opening_comment, severity, opening_severity, due_at)
      VALUES (${newId()}, ${alarmed}, 8, 'open', ${day(3)}, 'REGLA', 'low', 'low', ${day(4)})`.execute(owner)
    await sql`INSERT INTO risk.standing (account_id, risk, is_listed, updated_at) VALUES (${risky}, 'high', NULL, ${day(1)}),
      (${listed}, 'high', true, ${day(1)})`.execute(owner)
    await sql`UPDATE identity.account SET state = 4, closed_at = ${day(2)} WHERE id = ANY(${[closed, erased]}::uuid[])`.execute(owner)
    await sql`INSERT INTO retention.forgotten VALUES (${newId()}, ${erased}, ${day(2)}, 0, ${day(3)}, 'retention', 'x')`.execute(owner)
    const { people: found } = await linksOf(ana)
    expect(found.slice(0, 4).map(({ id }) => id)).toEqual([ana, listed, risky, alarmed])
    expect(found.find(({ id }) => id === listed)).toMatchObject({ isListed: true, risk: 'high' })
    expect(found.find(({ id }) => id === alarmed)).toMatchObject({ openAlerts: 1, state: 'active', email: expect.stringContaining('@') })
    expect(found.find(({ id }) => id === closed)).toMatchObject({ state: 'closed', email: expect.stringContaining('@') })
    expect(found.find(({ id }) => id === erased)).toMatchObject({ state: 'forgotten', name: null, email: null })
  })

  it('a key of very many people is one node with their number, and is not followed', async () => {
    const [ana, ...others] = await people(LINK_HUB_ACCOUNTS + 3)
    const network = '201.1.2.3'
    for (const person of [ana ?? '', ...others]) await signIn(person, network)
    const { people: found, things } = await linksOf(ana ?? '', 2)
    expect(found).toHaveLength(1)
    expect(things).toEqual([{ id: 'network-1', kind: 'network', label: network, accounts: others.length + 1, hasMore: false, isHub: true }])
  })

  it('never has more than its nodes and counts the omitted people; the number of queries is constant, each by an index', async () => {
    const ana = (await newPerson(here)).accountId
    const many = await Promise.all(Array.from({ length: 160 }, newId))
    await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at)
      SELECT id, id || '@correo.example', '', '{ROLE_USER}', 1, 'es', now() FROM unnest(${many}::uuid[]) AS id`.execute(owner)
    const [worst] = many.slice(-1)
    await sql`INSERT INTO risk.standing (account_id, risk, is_listed, updated_at) VALUES (${worst}, 'high', true, now())`.execute(owner)
    for (const [place, person] of many.entries()) {
      const browser = `browser ${Math.floor(place / 20)}`
      if (place % 20 === 0) await device(ana, browser)
      await device(person, browser)
    }
    const { people: found, things, links, peopleLeftOut } = await linksOf(ana, 2)
    expect(found.length + things.length).toBeLessThanOrEqual(LINK_NODES_MAX)
    expect(found.length + things.length).toBeGreaterThan(LINK_NODES_MAX - 3)
    expect(peopleLeftOut).toBe(161 - found.length)
    expect(found[1]?.id).toBe(worst)
    const shown = new Set([...found, ...things].map(({ id }) => id))
    for (const { personId, thingId } of links) expect(shown.has(personId) && shown.has(thingId)).toBe(true)
    const [few, alone] = await people(2)
    for (const person of [few, (await newPerson(here)).accountId]) await device(person ?? '', 'browser of two')
    expect(await questionsAbout(ana)).toBe(await questionsAbout(few ?? ''))
    expect(await questionsAbout(alone ?? '')).toBeLessThan(await questionsAbout(ana))
  })

  it('is read about others only, never shows officers themselves, and each read is recorded', async () => {
    const [ana] = (await people(1)) as [string]
    const browser = newId()
    await device(ana, browser)
    await device(officerId, browser)
    await sql`UPDATE identity.account SET authorities = '{ROLE_ADMIN,ROLE_USER}' WHERE id = ${officerId}`.execute(owner)
    expect(await linksOf(ana)).toMatchObject({ things: [], links: [] })
    await sql`UPDATE identity.account SET authorities = '{ROLE_ADMIN}' WHERE id = ${officerId}`.execute(owner)
    const trail = await auditTrail(database.db, { objectId: ana })
    expect(trail.find(({ action }) => action === 'kyc.person_viewed')?.after).toEqual({ part: 'links', depth: 1, people: 0 })
    const statusOf = async (query: string) => (await officer.send('GET', `${PATH}?${query}`)).status
    expect(await statusOf(`userId=${officerId.toUpperCase()}`)).toBe(403)
    expect(await statusOf(`userId=${newId()}`)).toBe(404)
    expect(await statusOf('userId=nadie')).toBe(404)
    expect(await statusOf(`userId=${ana}&depth=3`)).toBe(400)
  })
  it('searches for a person’s keys, and for the people of a key, by an index in each source', async () => {
    const tx = await owner.startTransaction().execute()
    try {
      await sql`SET LOCAL enable_seqscan = off`.execute(tx)
      const id = newId()
      for (const { kind, ofPerson, ofKey } of LINK_SOURCES)
        for (const question of [
          sql`SELECT found.* FROM unnest(${[id]}::uuid[]) AS asked (account_id) CROSS JOIN LATERAL (${ofPerson(5)}) AS found`,
          sql`SELECT found.* FROM unnest(${['1 a']}::text[]) AS asked (key) CROSS JOIN LATERAL (${ofKey}) AS found`,
        ]) {
          const plan = await sql<Record<string, string>>`EXPLAIN ${question}`.execute(tx)
          expect
            .soft(
              plan.rows.flatMap((row) => Object.values(row)).filter((line) => line.includes('Seq Scan')),
              kind,
            )
            .toEqual([])
        }
    } finally {
      await tx.rollback().execute()
    }
  })
})
