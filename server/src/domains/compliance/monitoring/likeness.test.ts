/** Rules about documents, over data of verification: addresses, files, documents and partners similar to those of other customers. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { officer } from '../../../platform/state-machine/index.ts'
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
/** Two forms within one millisecond would have no order. */
let lastSent = 0
async function send(accountId: string, { form, facts, state = 'pending', wasAccepted = false }: Sent): Promise<string> {
  lastSent = Math.max(Date.now(), lastSent + 1)
  const [id, now] = [newId(), new Date(lastSent)]
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

async function proveAddress(accountId: string, slot: 'proofResidence' | 'chamberOfCommerce', at = new Date()) {
  const form = slot === 'proofResidence' ? 'natural-2' : 'legal-1'
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at, reviewed_at)
    VALUES (${newId()}, ${accountId}, ${form}, ${slot}, '{}', 'accepted', ${at}, ${at}, now())`.execute(test.database.owner)
}

it('ADM-13 alert 9: a company that moves, to another country medium; ends with its certificate', async () => {
  const company = await test.newCustomer()
  const seat = {
    legalName: 'Café SAS',
    nit: company,
    mainAddress: 'Calle 10 # 1-2',
    cityID: 1,
    jurisdictionCountry: 'CO',
    shareholders: [],
  }
  await send(company, { form: 'legal-1', facts: seat, state: 'replaced', wasAccepted: true })
  await send(company, { form: 'legal-1', facts: { ...seat, mainAddress: 'Avenida Balboa 3', jurisdictionCountry: 'PA' } })
  const moved = (await said(company, 'legal-1')).filter((alert) => alert.startsWith('9'))
  expect(moved).toEqual(['9 DIRECCION v1: la dirección de la empresa cambió, y el país de CO a PA.'])
  const kept = await sql<{ severity: string }>`SELECT severity FROM alerts.episode WHERE account_id = ${company} AND kind = 9`.execute(
    test.database.owner,
  )
  expect(kept.rows).toEqual([{ severity: 'medium' }])
  await proveAddress(company, 'chamberOfCommerce')
  expect((await said(company, 'legal-1')).filter((alert) => alert.startsWith('9'))).toEqual([])
})

it('ADM-13 alert 9: another address after one was accepted, other than a new spelling; ends when it is accepted', async () => {
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
  // The declared address was accepted without a proof yet; an older proof does not prove it.
  await proveAddress(moved, 'proofResidence', new Date(Date.now() - DAY_MS))
  expect(await said(moved, 'natural-2')).toEqual(['9 DIRECCION v1: la dirección cambió.'])
  await proveAddress(moved, 'proofResidence')
  expect(await said(moved, 'natural-2')).toEqual([])
  const closed = (await test.episodes(moved)).find(({ kind }) => kind === 9)
  expect(closed?.closing).toBe('DIRECCION v1: el respaldo de la dirección nueva se aceptó.')
})

const answerSurvey = (accountId: string, [month, year]: readonly [number, number], daysAgo: number) =>
  sql`INSERT INTO kyc.survey VALUES (${newId()}, ${accountId}, ${month}, ${year}, 0, ${new Date(Date.now() - daysAgo * DAY_MS)})`.execute(
    test.database.owner,
  )
const information = async (accountId: string) => (await test.episodes(accountId)).filter(({ kind }) => kind === 5)

it('ADM-13 alert 5: a reviewed survey change keeps no later alert open: the change was verified again', async () => {
  const person = await test.newCustomer()
  await answerSurvey(person, [0, 0], 20)
  await answerSurvey(person, [3, 1], 10)
  expect(await said(person)).toEqual(['5 INFORMACION v1: encuesta: rangos 1/1 antes, 4/2 ahora.'])
  const key = { accountId: person, kind: 5, typeId: null }
  const cause = { at: test.platform.clock.now(), actor: officer(newId()), comment: 'Aportó extractos.' }
  await inTransaction(test.database.db, (tx) => test.alerts.close(tx, key, cause))
  const before = await send(person, { form: 'natural-2', facts: HOME, state: 'replaced', wasAccepted: true })
  const after = await send(person, { form: 'natural-2', facts: { ...HOME, occupationID: 7 } })
  expect(await said(person, 'natural-2')).toEqual(['5 INFORMACION v1: nivel 2: se envió de nuevo: ocupación.'])
  const kept = await sql<{ evidence: unknown }>`SELECT evidence FROM monitoring.finding WHERE account_id = ${person} AND kind = 5
    AND period = ${after}`.execute(test.database.owner)
  expect(kept.rows).toEqual([
    {
      evidence: [
        { type: 'kyc_item', id: before, role: 'before' },
        { type: 'kyc_item', id: after, role: 'after' },
      ],
    },
  ])
  await sql`UPDATE kyc.item SET state = 'accepted', reviewed_at = now() WHERE id = ${after}`.execute(test.database.owner)
  expect(await said(person, 'natural-2')).toEqual([])
  expect(await information(person)).toMatchObject([
    { state: 'closed', closing: 'Aportó extractos.' },
    { state: 'closed', closing: 'INFORMACION v1: lo que cambió se verificó de nuevo.' },
  ])
})

it('ADM-13 alert 5: a survey that changed with the documents waits for an officer, and one from before any level is not reported', async () => {
  const [changed, begun] = [await test.newCustomer(), await test.newCustomer()]
  await answerSurvey(changed, [0, 0], 20)
  await answerSurvey(changed, [3, 1], 10)
  await send(changed, { form: 'natural-2', facts: HOME, state: 'replaced', wasAccepted: true })
  const after = await send(changed, { form: 'natural-2', facts: { ...HOME, occupationID: 7 } })
  expect(await said(changed, 'natural-2')).toHaveLength(1)
  await sql`UPDATE kyc.item SET state = 'accepted', reviewed_at = now() WHERE id = ${after}`.execute(test.database.owner)
  expect(await said(changed, 'natural-2')).toHaveLength(1)
  const surveys = await sql<{ id: string }>`SELECT id FROM kyc.survey WHERE account_id = ${changed} ORDER BY answered_at`.execute(
    test.database.owner,
  )
  const kept = await sql<{ evidence: { id: string }[] }>`SELECT evidence FROM monitoring.finding WHERE account_id = ${changed}
    AND fingerprint = 'survey'`.execute(test.database.owner)
  expect(kept.rows[0]?.evidence.map(({ id }) => id)).toEqual(surveys.rows.map(({ id }) => id))
  await answerSurvey(begun, [0, 0], 20)
  await answerSurvey(begun, [3, 1], 10)
  await sql`INSERT INTO kyc.level_change VALUES (${newId()}, ${begun}, 0, false, 1, true, 'x', ${newId()}, now())`.execute(
    test.database.owner,
  )
  expect(await said(begun)).toEqual([])
})

it('ADM-13 alert 19: a proof that differs, with any later reading; ends when a later proof is accepted', async () => {
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
  // A matching proof does not end the alert before it is accepted.
  const second = await proof('pending')
  expect(await read(second)).toHaveLength(1)
  await sql`UPDATE kyc.item SET state = 'accepted' WHERE id = ${second}`.execute(test.database.owner)
  expect(await read(second)).toEqual([])
})

it('ADM-13 alert 7 finds the documents of one customer by an index, with any number of customers', async () => {
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

it('ADM-13 alert 10: the same door as two others who are not family; no copy of an address is stored', async () => {
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

/** Close the alert as an officer who reviewed it: a family, a coworking space, partners of a group of companies. */
async function justify(accountId: string, kind: number) {
  const cause = { at: test.platform.clock.now(), actor: officer(newId()), comment: 'Justificado: son socios.' }
  expect(await inTransaction(test.database.db, (tx) => test.alerts.close(tx, { accountId, kind, typeId: null }, cause))).toBe(true)
}

it('ADM-13 alert 10: a case justified at one address is raised again at another, and with other people, in any number', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => test.newCustomer()))
  const [person = '', ...others] = people
  const families = ['Rojas', 'Gómez', 'Ruiz', 'Cano', 'Vega', 'Toca']
  const mule = ['Carrera 50 # 1-1 apto 1', 'Carrera 60 # 2-2 apto 2']
  for (const [place, one] of people.entries())
    await proven(one, `Ana ${families[place]} Paz`, [mule[0], mule[0], mule[0], mule[1], mule[1]][place] ?? 'Calle 3 # 3-3 apto 3')
  const moves = (accountId: string, address: string) =>
    sql`UPDATE kyc.dossier SET address = ${address} WHERE account_id = ${accountId}`.execute(test.database.owner)
  const strangers = ['10 DIRECCION COMPARTIDA v1: la misma dirección que 2 clientes de otros apellidos.']
  for (const one of others) await said(one)
  expect(await said(person)).toEqual(strangers)
  await justify(person, 10)
  expect(await said(person)).toEqual([])
  await moves(person, mule[1] ?? '')
  expect(await said(person)).toEqual(strangers)
  await justify(person, 10)
  expect(await said(person)).toEqual([])
  // One leaves, another one comes: the number stays the same.
  const [, , , leaves = '', comes = ''] = others
  await moves(leaves, 'Calle 4 # 4-4 apto 4')
  await moves(comes, mule[1] ?? '')
  for (const one of [leaves, comes]) await said(one)
  expect(await said(person)).toEqual(strangers)
})

it('ADM-13 alert 10: an address with nearly the same spelling in the same city counts; in another city, or with another door, it does not', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => test.newCustomer()))
  const addresses = [
    'Carrera 77 # 12-34 apto 501, Bogotá, D.C.',
    'Kra 77 No. 12-34 Edificio Los Robles Apto 501, Bogotá, D.C.',
    'Cra. 77 # 12 - 34 apartamento 501 barrio Kennedy, Bogotá, D.C.',
    'Carrera 77 # 12-34 apto 501, Medellín',
    'Carrera 77 # 12-34 apto 502, Bogotá, D.C.',
  ]
  const families = ['Rojas', 'Gómez', 'Ruiz', 'Cano', 'Vega']
  for (const [place, person] of people.entries()) await proven(person, `Ana ${families[place]} Sol`, addresses[place] ?? '')
  for (const person of people) await said(person)
  const near = ['10 DIRECCION COMPARTIDA v1: la misma dirección, o casi, que 2 clientes de otros apellidos.']
  // One after the other: a concurrent drain of the jobs does not wait for the one in progress.
  const raised: string[][] = []
  for (const person of people) raised.push(await said(person))
  expect(raised).toEqual([near, [], [], [], []])
})

it('keeps the digest of an address while its rule is off: others are found by it', async () => {
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

it('ADM-13 alert 10: a building without a door needs many customers; one with Irregularidades at the same door is enough', async () => {
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

it.each([
  ['documents that are late', 706, []],
  [
    'documents that were altered',
    701,
    ['10 DIRECCION COMPARTIDA v1: la misma dirección que 1 cliente de otros apellidos, 1 con alertas de Listas o Irregularidades.'],
  ],
] as const)('ADM-13 alert 10: Irregularidades of the customer at the same door: %s', async (_case, typeId, expected) => {
  const [late, neighbour] = [await test.newCustomer(), await test.newCustomer()]
  await proven(late, 'Ana Rojas Pérez', `Calle ${typeId} # 1-2 apto 3`)
  await proven(neighbour, 'Luis Gómez Díaz', `Calle ${typeId} # 1-2 apto 3`)
  await said(late)
  const cause = { at: test.platform.clock.now(), actor: officer(newId()), comment: 'La abrió un oficial.' }
  await inTransaction(test.database.db, (tx) => test.alerts.raise(tx, { accountId: late, kind: 7, typeId }, cause))
  expect(await said(neighbour)).toEqual(expected)
})

it('ADM-13 alert 6: a partner of other companies, or with a customer account', async () => {
  const partner = (identification: string) => ({ name: 'Eva Ruiz', identification, nationality: 'CO', ownershipPercentage: '100' })
  const company = async (identification: string) => {
    const id = await test.newCustomer()
    await send(id, { form: 'legal-1', facts: { legalName: 'Empresa', nit: id, shareholders: [partner(identification)] } })
    return id
  }
  const [first, alone] = [await company('41.000-999'), await company('41000998')]
  expect([await said(first, 'legal-1'), await said(alone, 'legal-1')]).toEqual([[], []])
  // In any spelling of the number.
  const second = await company('C.C. 041000999')
  const shared = ['6 REPRESENTANTE v1: Eva Ruiz (documento terminado en 0999) está también en 1 empresa más.']
  expect(await said(second, 'legal-1')).toEqual(shared)
  await justify(second, 6)
  expect(await said(second, 'legal-1')).toEqual([])
  // Another company replaces the first one: the number stays the same.
  await sql`UPDATE kyc.item SET state = 'replaced' WHERE account_id = ${first}`.execute(test.database.owner)
  await company('41000999')
  expect(await said(second, 'legal-1')).toEqual(shared)
  const kept = await sql<{
    text: string
  }>`SELECT period || fingerprint AS text FROM monitoring.finding WHERE kind = 6`.execute(test.database.owner)
  expect(kept.rows.some(({ text }) => text.includes('41000999'))).toBe(false)
  const person = await test.newCustomer()
  await proven(person, 'Eva Ruiz', 'Calle 9')
  await sql`UPDATE kyc.dossier SET document_number = '41000998' WHERE account_id = ${person}`.execute(test.database.owner)
  expect(await said(alone, 'legal-1')).toEqual([
    '6 REPRESENTANTE v1: Eva Ruiz (documento terminado en 0998) está también en una cuenta propia.',
  ])
})

it('ADM-13 alert 6: a partner with another number and a distinctive name; a very common name has no effect', async () => {
  const partner = (name: string, identification: string) => ({ name, identification, nationality: 'CO', ownershipPercentage: '100' })
  const company = async (name: string, identification: string) => {
    const id = await test.newCustomer()
    await send(id, { form: 'legal-1', facts: { legalName: 'Empresa', nit: id, shareholders: [partner(name, identification)] } })
    return id
  }
  const [rare, common] = [await company('Ubaldina Quiceno Arbeláez', '43000111'), await company('Juan Pérez Gómez', '43000112')]
  await company('QUICENO ARBELAEZ UBALDINA', '99000111')
  await company('Juan Pérez Gómez', '99000112')
  const person = await test.newCustomer()
  await proven(person, 'Ubaldina Quiseno Arbeláez', 'Calle 9 # 9-9')
  expect(await said(rare, 'legal-1')).toEqual([
    '6 REPRESENTANTE v1: alguien que se llama como Ubaldina Quiceno Arbeláez, con otro documento, está en 1 empresa más y en 1 cuenta propia.',
  ])
  expect(await said(common, 'legal-1')).toEqual([])
})

it('ADM-13 alert 3: an office that ended two years ago is reviewed again, and no rule closes the alert', async () => {
  const person = await test.newCustomer()
  const until = bogotaDay(new Date(test.platform.clock.now().getTime() - 800 * DAY_MS))
  const pepDetails = { relation: 'self', position: 'Alcalde', entity: 'Alcaldía', since: '2015-01-01', until }
  await send(person, { form: 'natural-1', facts: { peps: true, pepDetails }, state: 'accepted' })
  expect(await said(person)).toEqual([])
  const [key, at] = [{ accountId: person, kind: 3, typeId: null }, test.platform.clock.now()]
  await inTransaction(test.database.db, (tx) => test.alerts.raise(tx, key, { at, actor: officer(newId()), comment: 'Declara que es PEP.' }))
  await test.platform.jobs.drain()
  const pep = async () => (await test.episodes(person)).filter(({ kind }) => kind === 3)
  expect(await pep()).toMatchObject([{ state: 'open', hits: 1 }])
  test.platform.clock.advance(DAY_MS)
  await test.runNight()
  expect(await pep()).toMatchObject([{ state: 'open', hits: 1 }])
  const text = await sql<{ comment: string }>`SELECT comment FROM alerts.evidence JOIN alerts.episode ON episode.id = episode_id
    WHERE account_id = ${person} AND kind = 3`.execute(test.database.owner)
  expect(text.rows).toEqual([
    { comment: `PEP TERMINADO v1: el cargo que declaró terminó el ${until}, hace 24 meses o más: se evalúa de nuevo.` },
  ])
  // The end of the office is the finding: the title Alcalde and its place stay in the form.
  expect(JSON.stringify(text.rows)).not.toContain('Alcald')
})

it('ADM-13 alert 6: representatives and final owners of a company count in addition to its partners, by the newest list', async () => {
  const partner = { name: 'Eva Ruiz', identification: '44000999', nationality: 'CO', ownershipPercentage: '100' }
  const company = async (...shareholders: object[]) => {
    const id = await test.newCustomer()
    await send(id, { form: 'legal-1', facts: { legalName: 'Empresa', nit: id, shareholders } })
    return id
  }
  const names = async (account: string, version: number, people: object[]) => {
    await sql`INSERT INTO kyc.representative_list (id, account_id, version, people, no_owner_reason, written_by, written_at)
      VALUES (${newId()}, ${account}, ${version}, ${JSON.stringify(people)}, '', ${newId()}, now())`.execute(test.database.owner)
    await test.emit('kyc.representatives_written', { accountId: account })
    await test.platform.jobs.drain()
    return (await test.episodes(account)).filter(({ kind, state }) => kind === 6 && state === 'open').map(({ opening }) => opening)
  }
  const read = (name: string, documentNumber: string) => ({ roles: ['representative'], name, documentNumber, nationality: 'CO' })
  const [first, second] = [await company(partner), await company({ ...partner, name: 'Otra Persona', identification: '44000111' })]
  expect(await names(first, 1, [read('Eva Ruiz', '44000999')])).toEqual([])
  expect(await names(second, 1, [read('Eva Ruiz', '44.000.999')])).toEqual([
    'REPRESENTANTE v1: Eva Ruiz (documento terminado en 0999) está también en 1 empresa más.',
  ])
  // A third company that no longer names them.
  const third = await company({ ...partner, name: 'Alguien Más', identification: '44000222' })
  expect(await names(third, 1, [read('Zoila Nadie', '44000333')])).toEqual([])
  await names(second, 2, [read('Ubaldo Vargas', '44000444')])
  expect(await names(third, 2, [read('Eva Ruiz', '44000999')])).toEqual([
    'REPRESENTANTE v1: Eva Ruiz (documento terminado en 0999) está también en 1 empresa más.',
  ])
})
