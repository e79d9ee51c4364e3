/** Rules about papers, over what verification keeps: addresses, files, documents and partners that are like those of others. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { DAY_MS, type MonitoringTest, startMonitoringTest } from './testing.ts'

let test: MonitoringTest
beforeAll(async () => {
  test = await startMonitoringTest()
})
afterAll(() => test?.stop())

interface Sent {
  readonly form: 'natural-1' | 'natural-2' | 'legal-1'
  readonly facts: object
  readonly state?: 'pending' | 'accepted' | 'replaced'
  readonly wasAccepted?: boolean
}
async function send(accountId: string, { form, facts, state = 'pending', wasAccepted = false }: Sent): Promise<string> {
  const [id, now] = [newId(), new Date()]
  await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
    VALUES (${accountId}, ${form}, 'sent', '{}', 1, ${now}, ${now}) ON CONFLICT DO NOTHING`.execute(test.database.owner)
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at, reviewed_at)
    VALUES (${id}, ${accountId}, ${form}, 'fields', ${JSON.stringify(facts)}, ${state}, ${now}, ${now}, ${wasAccepted ? now : null})`.execute(
    test.database.owner,
  )
  return id
}
const proven = (accountId: string, fullName: string, address: string) =>
  sql`INSERT INTO kyc.dossier (account_id, person_type, full_name, document_type, document_number, phone, updated_at, country, address)
    VALUES (${accountId}, 'natural', ${fullName}, 'CC', ${accountId.slice(-10)}, '+57', now(), 'CO', ${address})`.execute(
    test.database.owner,
  )
async function said(accountId: string, form: Sent['form'] = 'natural-1'): Promise<string[]> {
  await test.emit('kyc.form_sent', { accountId, form })
  await test.platform.jobs.drain()
  const open = (await test.episodes(accountId)).filter(({ kind, state }) => kind !== 1 && state === 'open')
  return open.map(({ kind, opening }) => `${kind} ${opening}`)
}

const HOME = { livesInColombia: true, homeAddress: 'Carrera 7 # 12-34 apto 501', cityID: 1 }

it('ADM-13 alert 9: another address after one was accepted, not the same one written otherwise; over when it is accepted', async () => {
  const [moved, rewritten] = [await test.newCustomer(), await test.newCustomer()]
  for (const person of [moved, rewritten]) await send(person, { form: 'natural-2', facts: HOME, state: 'replaced', wasAccepted: true })
  await send(rewritten, { form: 'natural-2', facts: { ...HOME, homeAddress: 'Cra. 7 No. 12 - 34 Apartamento 501' } })
  expect(await said(rewritten, 'natural-2')).toEqual(['5 INFORMACION v1: nivel 2: se envió de nuevo: dirección.'])
  const item = await send(moved, { form: 'natural-2', facts: { ...HOME, homeAddress: 'Calle 100 # 15-20' } })
  expect((await said(moved, 'natural-2'))[1]).toBe('9 DIRECCION v1: la dirección cambió.')
  const kept = await sql<{
    text: string
  }>`SELECT finding::text AS text FROM monitoring.finding WHERE account_id = ${moved} AND kind = 9`.execute(test.database.owner)
  expect(kept.rows.map(({ text }) => [text.includes(item), /Carrera 7|Calle 100/i.test(text)])).toEqual([[true, false]])
  await sql`UPDATE kyc.item SET state = 'accepted', reviewed_at = now() WHERE id = ${item}`.execute(test.database.owner)
  expect(await said(moved, 'natural-2')).toEqual([])
  const closed = (await test.episodes(moved)).find(({ kind }) => kind === 9)
  expect(closed?.closing).toBe('DIRECCION v1: el respaldo de la dirección nueva se aceptó.')
})

it('ADM-13 alert 19: a proof that says something else, whatever is read again; over when a later one is accepted', async () => {
  const person = await test.newCustomer()
  await proven(person, 'Ana María Rojas Pérez', HOME.homeAddress)
  await send(person, { form: 'natural-2', facts: HOME })
  const proof = async (state: string) => {
    const [id, now] = [newId(), new Date()]
    await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at)
      VALUES (${id}, ${person}, 'natural-2', 'proofResidence', '{}', ${state}, ${now}, ${now})`.execute(test.database.owner)
    return id
  }
  const read = async (itemId: string, reading: object = {}) => {
    const facts = { holderName: 'ROJAS PEREZ ANA MARIA', address: 'KR 7 12 34 AP 501', cityId: 1, daysAgo: 30, ...reading }
    await sql`INSERT INTO kyc.proof_reading (id, item_id, account_id, holder_name, address, city_id, city, issued_on, relation, read_by, read_at)
      VALUES (${newId()}, ${itemId}, ${person}, ${facts.holderName}, ${facts.address}, ${facts.cityId}, '', ${bogotaDay(new Date(Date.now() - facts.daysAgo * DAY_MS))},
        '', ${newId()}, now())`.execute(test.database.owner)
    await test.emit('kyc.proof_read', { accountId: person })
    await test.platform.jobs.drain()
    const open = (await test.episodes(person)).filter(({ kind, state }) => kind === 19 && state === 'open')
    return open.map(({ opening }) => opening)
  }
  const first = await proof('pending')
  expect(await read(first)).toEqual([])
  expect(await read(first, { address: 'Calle 100 # 15-20', cityId: 2, daysAgo: 120 })).toEqual([
    'RESPALDO DIRECCION v1: el respaldo de residencia dice otra ciudad y otra dirección y tenía 120 días cuando se envió.',
  ])
  const kept = await sql<{
    text: string
  }>`SELECT finding::text AS text FROM monitoring.finding WHERE account_id = ${person} AND kind = 19`.execute(test.database.owner)
  expect(kept.rows.map(({ text }) => /Calle 100|Carrera 7/i.test(text))).toEqual([false])
  expect(await read(first)).toEqual([])
  expect((await test.episodes(person)).find(({ kind }) => kind === 19)?.closing).toBe(
    'RESPALDO DIRECCION v1: el respaldo de la dirección concuerda o se aceptó otro.',
  )
  expect(await read(first, { daysAgo: -3 })).toEqual([
    'RESPALDO DIRECCION v1: el respaldo de residencia tiene una fecha posterior a su envío.',
  ])
  expect(await read(first)).toEqual([])
  expect(await read(first, { holderName: 'Luis Gómez Díaz' })).toHaveLength(1)
  await sql`UPDATE kyc.item SET state = 'replaced' WHERE id = ${first}`.execute(test.database.owner)
  // One that is sent and agrees does not end it before it is accepted.
  const second = await proof('pending')
  expect(await read(second)).toHaveLength(1)
  await sql`UPDATE kyc.item SET state = 'accepted' WHERE id = ${second}`.execute(test.database.owner)
  expect(await read(second)).toEqual([])
})

it('ADM-13 alert 7 looks for the papers of one person by an index, however many people there are', async () => {
  const many = sql`SELECT gen_random_uuid() AS account_id FROM generate_series(1, 3000)`
  const person = newId()
  const tx = await test.database.owner.startTransaction().execute()
  try {
    await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
      SELECT account_id, 'natural-1', 'sent', '{}', 1, now(), now() FROM (${many}) AS many`.execute(tx)
    await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at)
      SELECT gen_random_uuid(), account_id, form, 'fields', jsonb_build_object('identificationNumber', account_id), 'pending', now(), now()
      FROM kyc.form WHERE form = 'natural-1'`.execute(tx)
    await sql`ANALYZE kyc.item`.execute(tx)
    const plan = await sql<Record<string, string>>`EXPLAIN SELECT other_id FROM kyc.twin_report
      WHERE account_id = ${person} AND what = 'document'`.execute(tx)
    expect(plan.rows.flatMap((row) => Object.values(row)).join('\n')).toMatch(/item_fields on item own/)
  } finally {
    await tx.rollback().execute()
  }
})

it('ADM-13 alert 10: the door of two others who are no family; no copy of an address is kept', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => test.newCustomer()))
  const [own = '', wife = '', one = ''] = people
  const door = ['Cl 1 # 2-3 Apto 4', 'Calle 1 2 3 apartamento 4', 'CLL 1 No 2-3 AP 4', 'calle 1 # 2 - 3 apt 4']
  const names = ['Luis Rojas Pérez', 'Ana María Rojas Pérez', 'Juan Gómez Díaz', 'Eva Ruiz Mora']
  for (const [place, person] of people.entries()) {
    await proven(person, names[place] ?? '', `${door[place]}, Bogotá`)
    const strangers = [0, 0, 2, 3][place]
    const alert = `10 DIRECCION COMPARTIDA v1: la misma dirección que ${strangers} clientes de otros apellidos.`
    expect(await said(person), names[place]).toEqual(strangers ? [alert] : [])
  }
  expect([await said(own), await said(wife), await said(one)].map(([alert]) => alert?.slice(0, 2))).toEqual(['10', '10', '10'])
  const kept = await sql<{ kept: string }>`SELECT digest || family AS kept FROM monitoring.address`.execute(test.database.owner)
  for (const row of kept.rows) expect(row.kept).toMatch(/^[0-9a-f]{128}$/)
})

it('keeps the digest of an address while the rule about it is off: others are found by it', async () => {
  const officers = [newId(), newId()]
  const off = sql`INSERT INTO monitoring.rule_version VALUES ('DIRECCION_COMPARTIDA', 2, 'off', '{}', now(), now(), ${officers[0]}, ${officers[1]}, 'x')`
  await off.execute(test.database.owner)
  try {
    const person = await test.newCustomer()
    await proven(person, 'Inés Toca Vega', 'Calle 99 # 1-1')
    expect(await said(person)).toEqual([])
    const kept = await sql`SELECT 1 FROM monitoring.address WHERE account_id = ${person}`.execute(test.database.owner)
    expect(kept.rows).toHaveLength(1)
  } finally {
    await sql`DELETE FROM monitoring.rule_version WHERE mode = 'off'`.execute(test.database.owner)
  }
})

it('ADM-13 alert 10: a building without a door tells nothing of a few; one with Irregularidades behind the same door tells', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => test.newCustomer()))
  const families = ['Rojas Pérez', 'Gómez Díaz', 'Ruiz Mora', 'Cano Vega']
  for (const [place, person] of people.entries()) await proven(person, `Ana ${families[place]}`, 'Av. 68 # 1-2')
  for (const person of people) expect(await said(person)).toEqual([])
  const [twin = '', other = ''] = people
  for (const person of [twin, await test.newCustomer()])
    await send(person, { form: 'natural-1', facts: { identificationNumber: '52000111' } })
  expect(await said(twin)).toEqual(['7 DOCUMENTO REPETIDO v1: otra cuenta envió el mismo número de documento.'])
  expect(await said(other)).toEqual([
    '10 DIRECCION COMPARTIDA v1: la misma dirección que 3 clientes de otros apellidos, 1 con alertas de Listas o Irregularidades.',
  ])
})

it('ADM-13 alert 6: a partner of other companies, or with an account of their own', async () => {
  const partner = (identification: string) => ({ name: 'Eva Ruiz', identification, nationality: 'CO', ownershipPercentage: '100' })
  const company = async (identification: string) => {
    const id = await test.newCustomer()
    await send(id, { form: 'legal-1', facts: { legalName: 'Empresa', nit: id, shareholders: [partner(identification)] } })
    return id
  }
  const [first, alone] = [await company('41000999'), await company('41000998')]
  expect([await said(first, 'legal-1'), await said(alone, 'legal-1')]).toEqual([[], []])
  const second = await company('41000999')
  expect(await said(second, 'legal-1')).toEqual([
    '6 REPRESENTANTE v1: Eva Ruiz (documento terminado en 0999) está también en 1 empresa más.',
  ])
  const person = await test.newCustomer()
  await proven(person, 'Eva Ruiz', 'Calle 9')
  await sql`UPDATE kyc.dossier SET document_number = '41000998' WHERE account_id = ${person}`.execute(test.database.owner)
  expect(await said(alone, 'legal-1')).toEqual([
    '6 REPRESENTANTE v1: Eva Ruiz (documento terminado en 0998) está también en una cuenta propia.',
  ])
})
