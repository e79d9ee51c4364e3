/** Lists, hits and decisions of officers, over the real database and HTTP. All people here are made up. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { newDocumentNumber } from '../../../../../dev/testing/document-number.ts'
import { waitingTargets } from '../../../platform/approvals/store.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { LeaseLost } from '../../../platform/jobs/jobs.ts'
import {
  type Answer,
  callKyc,
  companyFields,
  idOfOfficer,
  type KycTest,
  level1Fields,
  newOfficer,
  representative,
  startKycTest,
} from '../../customers/kyc/testing.ts'
import { dropOldFiles } from './lists/receive-list.ts'
import { rescreen } from './people/rescreen.ts'
import { FIRST_SCORES } from './people/scores.ts'
import { createScreenerCache } from './people/screener-cache.ts'

vi.setConfig({ testTimeout: 120_000 })

const REASON = 'Revisé la cédula y la lista.'
let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

interface Listed {
  readonly id: string
  readonly name: string
  readonly document?: string
  readonly birthYear?: number
}
const HEADER = 'id,name,role,entity,document,birth_year'
const pepFile = (rows: readonly Listed[]) =>
  [HEADER, ...rows.map(({ id, name, document = '', birthYear = '' }) => `${id},"${name}",Alcalde,Municipio,${document},${birthYear}`)].join(
    '\n',
  )
const individual = ({ id, name, document, birthYear }: Listed) =>
  `<INDIVIDUAL><DATAID>${id}</DATAID><FIRST_NAME>${name}</FIRST_NAME>
   ${birthYear ? `<INDIVIDUAL_DATE_OF_BIRTH><YEAR>${birthYear}</YEAR></INDIVIDUAL_DATE_OF_BIRTH>` : ''}
   ${document ? `<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Cédula</TYPE_OF_DOCUMENT><NUMBER>${document}</NUMBER></INDIVIDUAL_DOCUMENT>` : ''}</INDIVIDUAL>`
const unFile = (rows: readonly Listed[]) =>
  `<CONSOLIDATED_LIST><INDIVIDUALS>\n${rows.map(individual).join('\n')}\n</INDIVIDUALS></CONSOLIDATED_LIST>`

/** Content of the list of the United Nations; tests add to it. */
const listed: Listed[] = Array.from({ length: 20 }, (_, at) => ({ id: `base-${at}`, name: `Relleno${at} Inventado Prueba${at}` }))
async function sendFile(list: string, file: string, officer = newOfficer()): Promise<Answer> {
  const headers = { authorization: `Bearer ${officer}`, 'content-type': 'application/octet-stream' }
  const url = `${test.server.url}/api/administrative/screening/lists/${list}/files`
  const response = await fetch(url, { method: 'POST', headers, body: file })
  const text = await response.text()
  return { status: response.status, code: response.headers.get('app-error'), text, body: response.ok ? JSON.parse(text) : null }
}
const propose = (list: string, { body }: Answer, officer = newOfficer()) =>
  call('POST', `lists/${list}`, { fileId: body.id, reason: REASON }, officer)
/** Sent and requested by one officer, approved by another; returns the first refusal on the way. */
async function load(list: string, file: string): Promise<Answer> {
  const sent = await sendFile(list, file)
  if (sent.status !== 200) return sent
  const proposed = await propose(list, sent)
  if (proposed.status !== 202) return proposed
  const agreed = await agree(proposed)
  return agreed.status === 200 ? call('GET', 'coverage') : agreed
}
async function list(...more: Listed[]): Promise<Answer> {
  listed.push(...more)
  return load('un', unFile(listed))
}
/** Line of the record at this index: each record takes three. */
const lineOf = (at: number): number => 2 + 3 * at
const settle = () => test.platform.jobs.drain()
async function customer(fullName: string, document = newDocumentNumber(), birthDate = '1980-05-05'): Promise<string> {
  const person = newId()
  const sent = await test.send(person, 'natural-1', { ...level1Fields(), fullName, identificationNumber: document, birthDate })
  expect([sent.status, sent.text]).toEqual([200, expect.anything()])
  await settle()
  return person
}
const call = (method: string, path: string, body?: object, officer = newOfficer()) =>
  test.call(officer, method, `/api/administrative/screening/${path}`, body)
const screeningOf = async (person: string) => (await call('GET', `hits?userId=${person}`)).body
const hits = async (person: string) => (await screeningOf(person)).hits
const discard = (id: string, officer?: string) => call('POST', `hits/${id}/discard`, { reason: REASON }, officer)
const confirm = (id: string, officer?: string) => call('POST', `hits/${id}/confirm`, { reason: REASON }, officer)
const agree = ({ body }: Answer, officer = newOfficer()) =>
  test.call(officer, 'POST', `/api/administrative/approvals/${body.approvalRequestId}/approve`, { note: '' })
const mayTransact = (person: string) => test.risk.mayTransact(test.database.db, person)
/** The announced matches that must be reported to authorities (ADM-21). */
const bindingMatches = async (person: string) => {
  const found = await sql<{ payload: object }>`SELECT payload FROM platform.event
    WHERE type = 'screening.binding_match' AND account_id = ${person}`.execute(test.database.db)
  return found.rows.map(({ payload }) => payload)
}
const openAlerts = async (person: string) => {
  const status = (await test.call(newOfficer(), 'GET', `/kyc/administrative/users/alerts-status?userId=${person}`)).body
  return [status.Listas, status.PEPS]
}
const coverage = async () => (await call('GET', 'coverage')).body
const unOf = ({ lists }: { lists: { list: string }[] }) => lists.find((one) => one.list === 'un')

const unreachable = () => {
  throw new Error('none was kept')
}
const inFourDays = { now: () => new Date(test.platform.clock.now().getTime() + 4 * 86_400_000) }

describe('ADM-13 lists', () => {
  it('are in force once, when a second officer approves, with source, checksum and counts; the audit trail names both officers', async () => {
    const maker = newOfficer()
    const sent = await sendFile('un', unFile(listed), maker)
    expect(sent.body).toMatchObject({
      list: 'un',
      entries: 20,
      added: 20,
      changed: 0,
      removed: 0,
      sha256: expect.stringMatching(/^\w{64}$/),
    })
    expect(unOf(await coverage())).toMatchObject({ version: null, loadWaits: false })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => propose('un', sent, at === 0 ? maker : newOfficer())))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(19).fill(409)])
    expect(new Set(answers.flatMap(({ code }) => code ?? []))).toEqual(new Set(['approvals.already_waiting']))
    expect(unOf(await coverage())).toMatchObject({ version: null, loadWaits: true })
    expect((await sendFile('un', unFile([...listed, { id: 'made-up', name: 'Todo El Mundo' }]))).code).toBe('approvals.already_waiting')

    const waiting = answers.find(({ status }) => status === 202) ?? sent
    const agreed = await Promise.all(Array.from({ length: 20 }, () => agree(waiting)))
    expect(agreed.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(unOf(await coverage())).toMatchObject({ version: { entries: 20, added: 20, sha256: sent.body.sha256 }, loadWaits: false })
    expect(await auditTrail(test.database.db, { action: 'screening.list_loaded', objectId: 'un' })).toMatchObject([
      { after: { sha256: sent.body.sha256, entries: 20 }, reason: REASON },
    ])
    expect((await sendFile('un', unFile(listed))).code).toBe('screening.list_known')
    expect((await propose('un', sent)).code).toBe('screening.file_replaced')
    await settle()
  })

  it('both officers see the changes of a file entry by entry, by name, number or id; nothing after the file is deleted', async () => {
    const [first, second, ...others] = listed
    const renamed = { ...(first ?? { id: '' }), name: 'Relleno0 Otro Nombre', birthYear: 1960 }
    const fresh = { id: 'fresh-1', name: 'Eudoxia Chocontá Tibaduiza', document: '52.111.222' }
    const sent = await sendFile('un', unFile([renamed, ...others, fresh]))
    expect(sent.body).toMatchObject({ added: 1, changed: 1, removed: 1 })
    const changes = (query = '', file = sent.body.id, list = 'un', officer = newOfficer()) =>
      call('GET', `lists/${list}/files/${file}/changes?size=10${query}`, undefined, officer)
    const found = async (query: string) =>
      (await changes(query)).body.results.map(({ entryId, change }: { entryId: string; change: string }) => [entryId, change])
    const { body } = await changes()
    expect([body.total, body.pagesNumber]).toEqual([3, 1])
    expect(body.results).toMatchObject([
      { entryId: second?.id, change: 'removed', before: { names: [second?.name] }, after: null },
      { entryId: first?.id, change: 'changed', before: { names: [first?.name], birthYears: [] }, after: { names: ['Relleno0 Otro Nombre'], birthYears: [1960] } },
      { entryId: 'fresh-1', change: 'added', before: null, after: { names: [fresh.name], identifiers: ['52.111.222'] } },
    ]) // biome-ignore format: a row each
    expect(await found('&text=CHOCONTA%20eudoxia')).toEqual([['fresh-1', 'added']])
    expect(await found('&text=52.111')).toEqual([['fresh-1', 'added']])
    expect(await found(`&text=${first?.id}`)).toEqual([[first?.id, 'changed']])
    expect(await found('&text=otro&change=removed')).toEqual([])
    expect((await call('GET', `lists/un/files/${sent.body.id}/changes?pageIndex=1&size=2`)).body.results).toHaveLength(1)
    expect(((await call('GET', 'coverage')).body.lists as { list: string }[]).find(({ list }) => list === 'un')).toMatchObject({
      asked: null,
    })
    const proposed = await propose('un', sent)
    expect(unOf(await coverage())).toMatchObject({ loadWaits: true, asked: { id: sent.body.id, added: 1 } })
    expect((await changes('', sent.body.id, 'pep')).code).toBe('screening.file_replaced')
    expect((await changes('', newId())).code).toBe('screening.file_replaced')
    expect((await changes('', sent.body.id, 'un', newId())).status).toBe(403)
    const refusal = `/api/administrative/approvals/${proposed.body.approvalRequestId}/refuse`
    expect((await test.call(newOfficer(), 'POST', refusal, { note: REASON })).status).toBe(200)
    await sql`UPDATE screening.list_file SET content = ${gzipSync(unFile([...listed, fresh]))}`.execute(test.database.owner)
    // A replacement is not the file that was sent; the content read before remains.
    expect((await changes()).body.total).toBe(3)
    await sql`UPDATE screening.list_file SET id = ${newId()}`.execute(test.database.owner)
    const [replaced] = (await sql<{ id: string }>`SELECT id FROM screening.list_file`.execute(test.database.owner)).rows
    expect((await changes('', replaced?.id)).status).toBe(500)
    await sql`DELETE FROM screening.list_file`.execute(test.database.owner)
  })

  it('a single officer puts nothing in force: not in both roles, not with emergency access, not by replacing the file', async () => {
    const before = await coverage()
    const file = (id: string) => unFile([...listed, { id, name: 'Todo El Mundo' }])
    const [maker, other] = [newOfficer(), newOfficer()]
    const sent = await sendFile('un', file('made-up'), maker)
    expect((await propose('pep', sent, maker)).code).toBe('screening.file_replaced')
    const proposed = await propose('un', sent, maker)
    expect((await agree(proposed, maker)).code).toBe('approvals.own_request')
    const emergency = `/api/administrative/approvals/${proposed.body.approvalRequestId}/break-glass`
    expect((await test.call(maker, 'POST', emergency, { note: REASON })).code).toBe('approvals.never_alone')
    await sql`UPDATE screening.list_file SET content = ${gzipSync(file('another'))}`.execute(test.database.owner)
    expect((await agree(proposed, other)).status).toBe(500)
    await sql`DELETE FROM screening.list_file`.execute(test.database.owner)
    expect((await agree(proposed, other)).code).toBe('approvals.facts_changed')
    expect(await coverage()).toEqual(before)
  })

  it('a file that a second officer rejected, or that was not requested for days, never takes effect', async () => {
    const before = await coverage()
    const kept = async () => (await sql`SELECT 1 FROM screening.list_file`.execute(test.database.db)).rows.length
    const sent = await sendFile('un', unFile([...listed, { id: 'refused', name: 'Rechazado Inventado' }]))
    const proposed = await propose('un', sent)
    const daysLater = () => dropOldFiles({ db: test.database.db, clock: inFourDays, approvals: { waitingTargets } })
    await daysLater()
    expect(await kept()).toBe(1)
    const refusal = `/api/administrative/approvals/${proposed.body.approvalRequestId}/refuse`
    expect((await test.call(newOfficer(), 'POST', refusal, { note: REASON })).status).toBe(200)
    expect((await agree(proposed)).status).toBe(409)
    expect(await coverage()).toEqual(before)
    await daysLater()
    expect(await kept()).toBe(0)
    expect((await propose('un', sent)).code).toBe('screening.file_replaced')
  })

  it('one of twenty files of one list sent concurrently is kept, and only that one can be requested', async () => {
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, at) => sendFile('un', unFile([...listed, { id: `at-once-${at}`, name: `Inventado Número${at}` }]))),
    )
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
    const asked = await Promise.all(sent.map((one) => propose('un', one)))
    expect(asked.map(({ status, code }) => code ?? status).sort()).toEqual([202, ...Array(19).fill('screening.file_replaced')])
    const waiting = asked.find(({ status }) => status === 202) ?? unreachable()
    await test.call(newOfficer(), 'POST', `/api/administrative/approvals/${waiting.body.approvalRequestId}/refuse`, { note: REASON })
  })

  it('R17 a process killed while it writes the entries puts nothing in force, and the same approval does afterwards', async () => {
    const before = await coverage()
    const sent = await sendFile('un', unFile([...listed, { id: 'killed', name: 'Interrumpido Inventado' }]))
    const proposed = await propose('un', sent)
    const child = runTypeScript(
      new URL('../../customers/kyc/process.testing.ts', import.meta.url),
      [JSON.stringify(test.database.connection)],
      {
        FAULT_AT: 'screening.list_written',
      },
    )
    const { url, dataDir } = JSON.parse(await child.nextLine())
    const ended = once(child.child, 'exit')
    const path = `/api/administrative/approvals/${proposed.body.approvalRequestId}/approve`
    await callKyc(url, newOfficer(), 'POST', path, { note: '' }).catch(() => null)
    expect(await ended).toEqual([null, 'SIGKILL'])
    await afterKill(test.database.owner)
    rmSync(dataDir, { recursive: true, force: true })
    expect(unOf(await coverage())).toEqual({ ...unOf(before), loadWaits: true, asked: expect.objectContaining({ id: sent.body.id }) })
    expect((await agree(proposed)).status).toBe(200)
    expect(unOf(await coverage())).toMatchObject({ version: { entries: 21, added: 1, sha256: sent.body.sha256 } })
    listed.push({ id: 'killed', name: 'Interrumpido Inventado' })
    await settle()
  })

  it('a broken file changes nothing and its line is reported; so is a file that lost more than a tenth', async () => {
    const before = await coverage()
    const broken = await load('un', unFile(listed).replace('</FIRST_NAME>', '</LAST_NAME>'))
    expect([broken.code, broken.text]).toEqual(['screening.list_faulty', expect.stringContaining('línea 2')])
    expect((await load('un', unFile(listed.slice(0, 17)))).code).toBe('screening.list_shrank')
    expect((await load('un', unFile([]))).code).toBe('screening.list_faulty')
    expect((await load('pep', 'hola')).code).toBe('screening.list_faulty')
    expect(await coverage()).toEqual(before)
    expect((await load('un', unFile(listed.slice(0, 19)))).status).toBe(200)
    expect((await list()).body.lists).toContainEqual(
      expect.objectContaining({ list: 'un', version: expect.objectContaining({ added: 2 }) }),
    )
    await settle()
  })
})

describe('ADM-13 a hostile list', () => {
  it.each([
    ['a key that no index holds', [{ id: 'x'.repeat(5_000), name: 'Nadie Inventado' }]],
    ['a name that takes every comparison its time', [{ id: 'long', name: 'A '.repeat(5_000) }]],
  ])('%s is a fault of the file', async (_what, more) => {
    const { code, text } = await load('un', unFile([...listed, ...more]))
    expect([code, text]).toEqual(['screening.list_faulty', expect.stringContaining(`línea ${lineOf(listed.length)}`)])
  })

  it('a list cannot be emptied a few entries at a time, nor by replacing entries', async () => {
    const eu = (names: readonly string[]) =>
      `<export>${names.map((id) => `<sanctionEntity logicalId="${id}"><nameAlias wholeName="Grupo Inventado ${id}"/></sanctionEntity>`).join('')}</export>`
    const ids = Array.from({ length: 20 }, (_, at) => `e${at}`)
    expect((await load('eu', eu(ids))).status).toBe(200)
    expect((await load('eu', eu([...ids.slice(2), 'new1', 'new2']))).status).toBe(200)
    expect((await load('eu', eu([...ids.slice(3), 'new1', 'new2', 'new3']))).code).toBe('screening.list_shrank')
    test.platform.clock.advance(31 * 86_400_000)
    expect((await load('eu', eu([...ids.slice(3), 'new1', 'new2', 'new3']))).status).toBe(200)
    await settle()
  })

  it('B1 a list with fewer names, documents, births or countries per entry is refused, also when it has more entries', async () => {
    const entity = (
      id: string,
    ) => `<sanctionEntity logicalId="${id}"><nameAlias wholeName="Grupo Inventado ${id}"/><nameAlias wholeName="Otro ${id}"/>
      <birthdate year="1970"/><citizenship countryIso2Code="CO"/><identification number="AV-${id}" identificationTypeDescription="Passport"/></sanctionEntity>`
    const eu = (ids: readonly string[]) => `<export>${ids.map(entity).join('')}</export>`
    const ids = [...Array.from({ length: 17 }, (_, at) => `e${at + 3}`), 'new1', 'new2', 'new3']
    expect((await load('eu', eu(ids))).status).toBe(200)
    for (const element of ['birthdate', 'identification', 'citizenship', 'nameAlias wholeName="Otro']) {
      const renamed = eu([...ids, 'new4']).replaceAll(`<${element}`, element.startsWith('nameAlias') ? '<renamed other="' : '<renamed')
      expect([element, (await load('eu', renamed)).code]).toEqual([element, 'screening.list_shrank'])
    }
    expect((await load('eu', eu([...ids, 'new4']))).status).toBe(200)
    await settle()
  })
})

describe('ADM-13 blockchain addresses', () => {
  it('listed by OFAC match in any spelling; without a list the answer is unknown', async () => {
    const address = '0xABCDEF0123456789abcdef0123456789ABCDEF01'
    const isSanctioned = (one: string) => test.screening.isSanctioned(test.database.db, one)
    expect(await isSanctioned(address)).toBe('no_list')
    const remarks = `Digital Currency Address - ETH ${address}; alt. Digital Currency Address - XBT 1BoatSLRHtKNngkdXEeobR76b53LETtpyT.`
    expect((await load('ofac', `7001,"X INVENTADO","individual","CYBER2",-0-,-0-,-0-,-0-,-0-,-0-,-0-,"${remarks}"`)).status).toBe(200)
    expect(await isSanctioned(address.toLowerCase())).toBe('listed')
    expect(await isSanctioned('1BoatSLRHtKNngkdXEeobR76b53LETtpyT')).toBe('listed')
    expect(await isSanctioned('0xABCDEF0123456789abcdef0123456789ABCDEF02')).toBe('clear')
    await settle()
  })
})

describe('ADM-13 hits', () => {
  it("the sex in the machine-readable zone of the customer's own document is compared; that of another document, or a contradiction, is not", async () => {
    const read = async (sex: string, number: (document: string) => string, others: readonly string[] = []) => {
      const [person, document] = [newId(), newDocumentNumber()]
      for (const one of [sex, ...others])
        await test.call(person, 'POST', '/kyc/users/drafts/natural-1/evidence', {
          source: 'pdf417',
          read: { number: number(document), sex: one },
        })
      await test.send(person, 'natural-1', { ...level1Fields(), identificationNumber: document })
      await settle()
      const kept = await sql<{
        gender: string | null
      }>`SELECT party -> 0 ->> 'gender' AS gender FROM screening.subject WHERE account_id = ${person}`.execute(test.database.owner)
      return kept.rows[0]?.gender
    }
    const own = (document: string) => `00${document}`
    expect([await read('F', own), await read('M', own), await read('', own)]).toEqual(['female', 'male', null])
    expect([await read('F', () => '1234567'), await read('F', own, ['M'])]).toEqual([null, null])
  })

  it('the same document stops a customer when their form is sent, with any name', async () => {
    const document = newDocumentNumber()
    await list({ id: 'document', name: 'Nicanor Wilches Piraquive', document })
    await settle()
    const person = await customer('Ana María Gómez Rojas', document)
    const [hit, ...others] = await hits(person)
    expect(others).toEqual([])
    expect(hit).toMatchObject({
      list: 'un',
      entryId: 'document',
      score: 1,
      severity: 'stop',
      state: 'open',
      person: { name: 'Ana María Gómez Rojas' },
    })
    expect(hit.explanation[0]).toContain(document)
    expect([await mayTransact(person), await openAlerts(person)]).toEqual([false, ['Si', 'No']])
  })

  it('a name with another year of birth needs an officer, and no money moves until two discard it; an ordinary name is no hit', async () => {
    await list({ id: 'name', name: 'Ubaldina Quimbayo Uscátegui', birthYear: 1950 })
    await settle()
    const person = await customer('Ubaldina Quimbayo Uscátegui')
    expect(await hits(person)).toMatchObject([{ severity: 'review', listed: { birthYears: [1950] } }])
    expect([await mayTransact(person), await openAlerts(person)]).toEqual([false, ['Si', 'No']])
    expect(await test.risk.profile(test.database.db, person)).toMatchObject({ isListed: null, risk: 'high', floor: 'high' })
    expect((await agree(await discard((await hits(person))[0].id))).status).toBe(200)
    expect([await mayTransact(person), await openAlerts(person)]).toEqual([true, ['No', 'No']])
    const other = await customer('Luz Marina Torres Díaz')
    expect([await hits(other), await openAlerts(other)]).toEqual([[], ['No', 'No']])
  })

  it('report when the customer was screened and against which lists in force; a new version counts only after its run', async () => {
    await settle()
    const person = await customer('Etelvina Chasoy Mutumbajoy')
    expect(await screeningOf(person)).toEqual({
      screenedAt: expect.any(String),
      lists: expect.arrayContaining(['un']),
      hits: [],
      pagesNumber: 0,
      open: { pep: 0, sanctions: 0 },
    })
    await list({ id: 'newer', name: 'Inventado Otro Nombre', birthYear: 1950 })
    expect((await screeningOf(person)).lists).not.toContain('un')
    await settle()
    expect((await screeningOf(person)).lists).toContain('un')
    expect(await screeningOf(idOfOfficer(newOfficer()))).toEqual({
      screenedAt: null,
      lists: [],
      hits: [],
      pagesNumber: 0,
      open: { pep: 0, sanctions: 0 },
    })
  })

  it('are read page by page, and only the hits of a page that an officer read count as seen', async () => {
    const document = newDocumentNumber()
    await list({ id: 'paged', name: 'Eufrosina Tumiñá Velasco', document })
    await settle()
    const person = await customer('Eufrosina Tumiñá Velasco', document)
    // The hit itself is the most similar one, so that it is first.
    await sql`INSERT INTO screening.hit (id, account_id, list, entry_id, fingerprint, score, severity, state, about, facts, found_at)
      SELECT gen_random_uuid(), account_id, list, 'paged ' || place, fingerprint, 0.5, severity, state, about, facts, found_at
      FROM screening.hit, generate_series(1, 204) AS place WHERE account_id = ${person}`.execute(test.database.db)
    const seen = async () => {
      const found = await sql<{ count: number }>`SELECT count(*)::int AS count FROM screening.open_hit
        WHERE account_id = ${person} AND is_seen`.execute(test.database.db)
      return found.rows[0]?.count
    }
    // The summary of a person counts them without showing any.
    expect([(await call('GET', `hits/open?userId=${person}`)).body, await seen()]).toEqual([{ pep: 0, sanctions: 205 }, 0])
    const ids = new Set<string>()
    for (const [pageIndex, read] of [100, 200, 205].entries()) {
      const page = (await call('GET', `hits?userId=${person}&size=100&pageIndex=${pageIndex}`)).body
      for (const { id } of page.hits) ids.add(id)
      expect([page.pagesNumber, ids.size, await seen()]).toEqual([3, read, read])
      expect(page.open).toEqual({ pep: 0, sanctions: 205 })
    }
  })

  it('a politically exposed person is flagged as such, and not as listed', async () => {
    await load('pep', pepFile([{ id: 'p1', name: 'Gildardo Sogamoso Tibaquirá', birthYear: 1980 }]))
    await settle()
    const person = await customer('Gildardo Sogamoso Tibaquirá')
    expect(await hits(person)).toMatchObject([{ list: 'pep', severity: 'review', listed: { office: 'Alcalde · Municipio' } }])
    expect(await openAlerts(person)).toEqual(['No', 'Si'])
  })

  it('a new version is compared with all existing customers, and the run reports its progress', async () => {
    const person = await customer('Zacarías Imbachí Juajibioy')
    expect(await hits(person)).toEqual([])
    const { body } = await list({ id: 'later', name: 'Zacarías Imbachí Juajibioy', birthYear: 1980 })
    expect(body.run).toMatchObject({ done: 0, total: body.people })
    await settle()
    expect(await hits(person)).toMatchObject([{ entryId: 'later', severity: 'stop' }])
    expect(await mayTransact(person)).toBe(false)
    const after = await coverage()
    expect([after.run, unOf(after)]).toEqual([null, expect.objectContaining({ screened: after.people })])
  })

  it('an interrupted run resumes where it was, and finds each customer once', async () => {
    const people = 515
    await sql`INSERT INTO screening.subject (account_id, party)
      SELECT gen_random_uuid(), ${JSON.stringify([
        { type: 'person', names: ['Cristóbal Yaguará Chindoy'], identifiers: [], birthYear: 1970, country: null, gender: null },
      ])}::jsonb FROM generate_series(1, ${people}::integer)`.execute(test.database.db)
    await list({ id: 'many', name: 'Cristóbal Yaguará Chindoy', birthYear: 1970 })
    const run = (await sql<{ id: string }>`SELECT id FROM screening.run WHERE finished_at IS NULL`.execute(test.database.db)).rows[0]
    let turns = 0
    const lease = { fence: async () => void (++turns === 2 && fail()), isHeld: () => true }
    const fail = () => {
      throw new LeaseLost()
    }
    await expect(
      rescreen(
        { ...test.platform, risk: test.risk, alerts: test.alerts, configuration: test.configuration },
        createScreenerCache(),
        { runId: run?.id },
        { lease },
      ),
    ).rejects.toBeInstanceOf(LeaseLost)
    expect((await coverage()).run).toMatchObject({ done: 500 })
    await settle()
    const found = await sql<{ hits: number }>`SELECT count(*)::integer AS hits FROM screening.hit WHERE entry_id = 'many'`.execute(
      test.database.db,
    )
    expect([found.rows[0]?.hits, (await coverage()).run]).toEqual([people, null])
  })
})

describe('ADM-13 a failed screening', () => {
  it('raises a metric, resumes the next night, and a list load that failed once is tried again', async () => {
    const { db } = test.database
    await sql`INSERT INTO screening.subject (account_id, party)
      VALUES (gen_random_uuid(), '[{"type":"person","names":["Eudoro Tarapués"],"identifiers":[],"birthYear":null,"country":null,"gender":null}]')`.execute(
      db,
    )
    await test.screening.screenAllCustomers()
    await sql`UPDATE platform.job SET dead_at = now() WHERE name = 'screening.rescreen' AND done_at IS NULL`.execute(test.database.owner)
    expect(await test.screening.figures.read()).toMatchObject({ run_age_seconds: 0, lists_missing: 0 })
    test.platform.clock.advance(25 * 3_600_000)
    expect((await test.screening.figures.read()).run_age_seconds).toBeGreaterThan(7_200)
    await settle()
    expect((await coverage()).run).not.toBeNull()
    await test.screening.screenAllCustomers()
    await settle()
    expect((await coverage()).run).toBeNull()
    const { run_age_seconds: age, oldest_person_age_seconds: oldest } = await test.screening.figures.read()
    expect([age, oldest]).toEqual([0, expect.toSatisfy((seconds) => seconds < 86_400)])

    const cache = createScreenerCache()
    const screened = async () => (await cache.listsOf(db, null)).screen([{ parties: [], known: [] }], FIRST_SCORES)
    await sql`INSERT INTO screening.entry (list, entry_id, from_version, fingerprint, facts)
      SELECT list, 'broken', id, 'x', '{}' FROM screening.list_version WHERE list = 'un' ORDER BY id DESC LIMIT 1`.execute(
      test.database.owner,
    )
    await expect(screened()).rejects.toThrow()
    await sql`DELETE FROM screening.entry WHERE entry_id = 'broken'`.execute(test.database.owner)
    expect(await screened()).toEqual([{ hits: [], cut: [] }])
    await cache.stop()
  })
})

describe('ADM-13 decisions of officers about a hit', () => {
  let [person, hit] = ['', { id: '', entryId: '' }]
  let number = 0
  beforeEach(async () => {
    const name = `Waldina Tarapués Cuaical${'abcdefghij'[number++]}`
    await list({ id: `decide-${number}`, name, birthYear: 1950 })
    await settle()
    person = await customer(name)
    ;[hit] = await hits(person)
  })

  it('a hit is discarded by two officers, and returns only when the entry changed', async () => {
    const maker = newOfficer()
    const proposed = await discard(hit.id, maker)
    expect(proposed.status).toBe(202)
    expect((await agree(proposed, maker)).code).toBe('approvals.own_request')
    expect((await hits(person))[0]).toMatchObject({ state: 'open', discardWaits: true })
    expect((await agree(proposed)).body).toMatchObject({ state: 'executed' })
    expect([(await hits(person))[0].state, await openAlerts(person)]).toEqual(['discarded', ['No', 'No']])
    expect((await hits(person))[0]).toMatchObject({ discardWaits: false })
    expect(await auditTrail(test.database.db, { action: 'screening.hit_discarded', objectId: person })).toMatchObject([
      { after: { makerId: idOfOfficer(maker) }, reason: REASON },
    ])

    test.platform.clock.advance(25 * 3_600_000)
    await test.screening.screenAllCustomers()
    await settle()
    expect((await hits(person)).map(({ state }: { state: string }) => state)).toEqual(['discarded'])

    listed.splice(
      listed.findIndex(({ id }) => id === hit.entryId),
      1,
      { id: hit.entryId, name: `${(await hits(person))[0].person.name}`, birthYear: 1951 },
    )
    await list()
    await settle()
    expect((await hits(person)).map(({ state }: { state: string }) => state)).toEqual(['open', 'discarded'])
  })

  it('a hit is confirmed by one officer, which stops the customer; a second decision is refused', async () => {
    const isListed = async () => (await test.risk.profile(test.database.db, person)).isListed
    expect([await mayTransact(person), await isListed()]).toEqual([false, null])
    expect((await confirm(hit.id)).body).toMatchObject({ state: 'confirmed', reason: REASON })
    expect([await mayTransact(person), await isListed()]).toEqual([false, true])
    expect(await bindingMatches(person)).toMatchObject([{ hitId: hit.id, list: 'un', entryId: hit.entryId, about: 'self' }])
    expect((await confirm(hit.id)).code).toBe('screening.hit_decided')
    expect((await discard(hit.id)).code).toBe('screening.hit_decided')
  })

  it('one of twenty concurrent decisions counts, with a reason, and never one by the person themselves', async () => {
    expect((await confirm(hit.id, `officer:${person}`)).code).toBe('compliance.own_account')
    expect((await discard(hit.id, `officer:${person}`)).code).toBe('compliance.own_account')
    for (const path of ['hits', 'hits/open'])
      expect((await call('GET', `${path}?userId=${person.toUpperCase()}`, undefined, `officer:${person}`)).code).toBe(
        'compliance.own_account',
      )
    expect((await call('POST', `hits/${hit.id}/confirm`, { reason: 'corta' })).code).toBe('request.reason_invalid')
    expect((await confirm(newId())).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(hit.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await bindingMatches(person)).toHaveLength(1)
  })
})

describe('ADM-13 persons named in the documents of a company', () => {
  async function company(shareholder: string, identification: string): Promise<string> {
    const id = newId()
    await test.call(id, 'PUT', '/kyc/users/person-type', { personType: 'legal' })
    const shareholders = [{ name: shareholder, identification, nationality: 'CO', ownershipPercentage: '100' }]
    const fields = companyFields(bogotaDay(test.platform.clock.now()), { legalName: 'Panadería Inventada', shareholders })
    expect((await test.send(id, 'legal-1', fields)).body.state).toBe('sent')
    await settle()
    return id
  }
  const names = async (id: string, from: number, ...people: object[]) => {
    expect((await test.nameRepresentatives(id, people, { from })).status).toBe(200)
    await settle()
  }

  it('are screened like shareholders, when recorded and with every list change; the hit names their role; the next list closes no hit', async () => {
    const [name, later, document] = ['Policarpo Sesquilé Guatavita', 'Toribio Machetá Ubaque', newDocumentNumber()]
    const id = await company('Ana María Ordóñez', newDocumentNumber())
    await list({ id: 'represents', name, birthYear: 1961 })
    await settle()
    expect(await hits(id)).toEqual([])
    const represents = representative({
      name,
      documentNumber: newDocumentNumber(),
      birthDate: '1961-03-02',
      roles: ['representative'],
      share: null,
    })
    const owns = representative({ name: later, documentNumber: document, roles: ['owner', 'alternate'], share: 10_00 })
    await names(id, 0, represents, owns)
    expect(await hits(id)).toMatchObject([
      { state: 'open', entryId: 'represents', severity: 'stop', roles: ['representative'], person: { name, birthYear: 1961 } },
    ])
    expect(await mayTransact(id)).toBe(false)
    const alerts = await sql<{ comment: string }>`SELECT opening_comment AS comment FROM alerts.episode WHERE account_id = ${id}`.execute(
      test.database.owner,
    )
    expect(alerts.rows.some(({ comment }) => comment.includes('(representante legal) en ONU'))).toBe(true)
    // A new version of a list finds persons recorded before it.
    await list({ id: 'owns', name: later, document })
    await settle()
    expect((await hits(id)).map(({ entryId, roles }: { entryId: string; roles: string[] }) => [entryId, roles])).toContainEqual([
      'owns',
      ['owner', 'alternate'],
    ])
    // An officer who omits a person, or types them differently, closes no hit about them: only two officers discard it.
    await names(id, 1, owns)
    await names(id, 2, { ...represents, name: 'Pola Sesquilé Guata' }, { ...owns, roles: ['controller'], share: null })
    const left = (await hits(id)).map(({ entryId, state, roles }: { entryId: string; state: string; roles: string[] }) => [
      entryId,
      state,
      roles,
    ])
    expect(left).toHaveLength(2)
    expect(left).toEqual(
      expect.arrayContaining([
        ['represents', 'open', ['representative']],
        ['owns', 'open', ['controller']],
      ]),
    )
    expect(await mayTransact(id)).toBe(false)
  })

  it('omitted by the newest list are no longer screened once two officers discarded the hit', async () => {
    const name = 'Crisóstomo Ubaté Simijaca'
    await list({ id: 'left', name, birthYear: 1961 })
    const id = await company('Ana María Ordóñez', newDocumentNumber())
    const rita = { name: 'Rita Gachetá Lenguazaque', documentNumber: newDocumentNumber() }
    const stays = representative({ ...rita, roles: ['representative'], share: null })
    const goes = { name, documentNumber: newDocumentNumber(), birthDate: '1961-03-02', roles: ['alternate'], share: null }
    await names(id, 0, stays, representative(goes))
    await names(id, 1, stays)
    const [hit] = await hits(id)
    expect(hit).toMatchObject({ state: 'open', entryId: 'left' })
    expect((await agree(await discard(hit.id))).status).toBe(200)
    await settle()
    await list({ id: 'left-too', name, birthYear: 1961 })
    await settle()
    expect((await hits(id)).map(({ entryId, state }: { entryId: string; state: string }) => [entryId, state])).toEqual([
      ['left', 'discarded'],
    ])
  })

  it('who are shareholders too are one hit, which then names their role', async () => {
    const [name, document] = ['Hermógenes Tabio Sopó', newDocumentNumber()]
    await list({ id: 'partner', name, document })
    const id = await company(name, document)
    expect(await hits(id)).toMatchObject([{ state: 'open', entryId: 'partner', roles: [] }])
    await names(id, 0, representative({ name, documentNumber: document, roles: ['representative', 'owner'] }))
    expect(await hits(id)).toMatchObject([{ state: 'open', entryId: 'partner', roles: ['representative', 'owner'] }])
  })
})

describe('ADM-13 while a renewal is open', () => {
  /** A customer verified with one name who sent another one in the renewal. */
  async function renamed(name: string, other: string): Promise<string> {
    const person = await customer(name)
    expect((await test.verify(person, 2)).status).toBe(200)
    const asked = { userId: person, subjects: ['natural-1'], reason: 'Su documento cambia este mes.' }
    expect((await test.call(newOfficer(), 'POST', '/kyc/administrative/users/renewals', asked)).status).toBe(200)
    expect((await test.send(person, 'natural-1', level1Fields({ fullName: other }))).status).toBe(200)
    await settle()
    return person
  }
  const decideFields = async (person: string, decision: 'accept' | 'decline') => {
    const pending = (await test.documents(person)).filter(({ state }) => state === 'Pendiente').map(({ id }) => id)
    expect((await test[decision](newOfficer(), pending)).status).toBe(200)
    await settle()
  }

  it('a new version that names the accepted person is found, also after another name was declined; not once it was replaced', async () => {
    const [declined, waiting, over] = [
      await renamed('Eufrasio Tibocha Guacaneme', 'Carlos Andrés Pineda Ruiz'),
      await renamed('Fulgencia Tausa Quecano', 'María Isabel Correa Londoño'),
      await renamed('Hipacio Chivatá Sutachán', 'Jorge Enrique Salas Mejía'),
    ]
    await decideFields(declined, 'decline')
    await decideFields(over, 'accept')
    await list(
      { id: 'accepted-1', name: 'Eufrasio Tibocha Guacaneme', birthYear: 1980 },
      { id: 'accepted-2', name: 'Fulgencia Tausa Quecano', birthYear: 1980 },
      { id: 'accepted-3', name: 'Hipacio Chivatá Sutachán', birthYear: 1980 },
    )
    await settle()
    expect(await hits(declined)).toMatchObject([{ state: 'open', entryId: 'accepted-1' }])
    expect(await hits(waiting)).toMatchObject([{ state: 'open', entryId: 'accepted-2' }])
    expect([await mayTransact(declined), await mayTransact(waiting)]).toEqual([false, false])
    expect(await hits(over)).toEqual([])
  })

  it('an open hit stays open through sent and declined forms, and is confirmed', async () => {
    const name = 'Nepomuceno Chocontá Suesca'
    await list({ id: 'kept', name, birthYear: 1980 })
    await settle()
    const person = await renamed(name, 'Luis Fernando Ortega Gil')
    const [hit] = await hits(person)
    expect(hit).toMatchObject({ state: 'open', entryId: 'kept' })
    await decideFields(person, 'decline')
    await test.screening.screenAllCustomers()
    await settle()
    expect(await hits(person)).toMatchObject([{ id: hit.id, state: 'open' }])
    expect((await confirm(hit.id)).status).toBe(200)
    expect(await bindingMatches(person)).toMatchObject([{ hitId: hit.id, entryId: 'kept' }])
  })

  it('two names similar to one entry are two hits, which nightly runs leave unchanged', async () => {
    const name = 'Segismundo Guatavita Machetá'
    await list({ id: 'both', name, birthYear: 1980 })
    await settle()
    const person = await renamed(name, 'Segismundo Guatavita Macheta')
    const before = await hits(person)
    expect(before).toMatchObject([{ state: 'open' }, { state: 'open' }])
    await test.screening.screenAllCustomers()
    await settle()
    expect(await hits(person)).toEqual(before)
    const moved = await sql`SELECT FROM screening.state_history WHERE subject_id = ANY(${before.map(({ id }: { id: string }) => id)})
      AND to_state = 'replaced'`.execute(test.database.db)
    expect(moved.rows).toEqual([])
  })
})

describe('ADM-13 a list with more namesakes than are stored at once', () => {
  const NAME = 'Hermógenes Tibasosa Cucaita'
  const night = async () => {
    await test.screening.screenAllCustomers()
    await settle()
  }
  const ofEntry = async (person: string, entryId: string) => {
    const found = await sql<{ state: string; list: string }>`SELECT state, list FROM screening.hit
      WHERE account_id = ${person} AND entry_id = ${entryId}`.execute(test.database.db)
    return found.rows
  }
  const namesakes = (prefix: string, name: string) =>
    Array.from({ length: 70 }, (_, at): Listed => ({ id: `${prefix}-${at}`, name, birthYear: 1980 }))

  it('of politically exposed persons displaces no sanctioned person: the open hit stays open, and a payer is held', async () => {
    const entry = { id: 'displaced', name: `${NAME} Busbanzá` }
    await list(entry)
    await settle()
    const person = await customer(NAME)
    expect(await ofEntry(person, 'displaced')).toEqual([{ state: 'open', list: 'un' }])
    await load('pep', pepFile(namesakes('namesake', NAME)))
    await settle()
    await night()
    expect(await ofEntry(person, 'displaced')).toEqual([{ state: 'open', list: 'un' }])
    const payer = { name: NAME, document: '', lineId: newId() }
    const isHeld = (accountId: string | null) =>
      inTransaction(test.database.db, (tx) => test.screening.isPayerListed(tx, { ...payer, accountId }))
    expect([await isHeld(null), await isHeld(newId())]).toEqual([true, true])

    // Its own change still ends it.
    Object.assign(listed.find(({ id }) => id === 'displaced') ?? {}, { name: 'Otro Apellido Distinto' })
    await list()
    await night()
    expect(await ofEntry(person, 'displaced')).toEqual([{ state: 'replaced', list: 'un' }])
  })

  it('of the same list ends no open hit; the log names the list, and the next nights store the others', async () => {
    const name = 'Policarpo Siachoque Nobsa'
    await list({ id: 'first', name: `${name} Busbanzá` })
    await settle()
    const person = await customer(name)
    const warned = vi.spyOn(test.platform.log, 'warn')
    await list(...namesakes('crowd', name))
    await settle()
    expect(warned).toHaveBeenCalledWith({ accountId: person, lists: ['un'] }, expect.any(String))
    await night()
    warned.mockClear()
    await night()
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
    const states = await sql<{ state: string; hits: number }>`SELECT state, count(*)::integer AS hits FROM screening.hit
      WHERE account_id = ${person} AND list = 'un' GROUP BY state`.execute(test.database.db)
    expect(states.rows).toEqual([{ state: 'open', hits: 71 }])
  })

  it('holds a payer who is similar to one more entry after officers discarded those that were stored', async () => {
    const name = 'Temístocles Sotaquirá Oicatá'
    await list(...namesakes('discarded', name), { id: 'one-more', name: `${name} Busbanzá` })
    await settle()
    const accountId = newId()
    const payer = { name, document: '52111333', lineId: newId(), accountId }
    const pay = () => inTransaction(test.database.db, (tx) => test.screening.isPayerListed(tx, payer))
    const discardAll = () => sql`UPDATE screening.hit SET state = 'discarded' WHERE account_id = ${accountId}`.execute(test.database.owner)
    for (const isHeld of [true, true, false]) {
      expect(await pay()).toBe(isHeld)
      await discardAll()
    }
    expect(await ofEntry(accountId, 'one-more')).toEqual([{ state: 'discarded', list: 'un' }])
  })
})
