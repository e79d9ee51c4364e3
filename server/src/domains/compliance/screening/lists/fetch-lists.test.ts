/** Lists from the addresses of their publishers: a real server serves them, and two officers still decide. All people here are made up. */
import type { RequestListener } from 'node:http'
import { LIST_BYTES_MAX } from '@tunjo/contract/screening'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { waitingTargets } from '../../../../platform/approvals/store.ts'
import { type KycTest, newOfficer, startKycTest } from '../../../customers/kyc/testing.ts'
import { beginFetch } from './fetch-store.ts'
import { dropOldFiles } from './receive-list.ts'
import { readListSources } from './source-settings.ts'
import { type Publisher, startPublisher } from './testing.ts'

vi.setConfig({ testTimeout: 120_000 })

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
let publisher: Publisher
let test: KycTest
beforeAll(async () => {
  publisher = await startPublisher()
  test = await startKycTest({
    SCREENING_UN_URL: `${publisher.url}/un.xml`,
    SCREENING_OFAC_URLS: `${publisher.url}/sdn.csv ${publisher.url}/alt.csv  ${publisher.url}/add.csv`,
  })
})
afterAll(async () => {
  await test.stop()
  await publisher.close()
})
beforeEach(() => {
  publisher.asked.length = 0
  test.platform.clock.advance(24 * HOUR_MS)
})

const un = (count: number) =>
  `<CONSOLIDATED_LIST><INDIVIDUALS>${Array.from({ length: count }, (_, at) => `<INDIVIDUAL><DATAID>${at}</DATAID><FIRST_NAME>Inventado${at}</FIRST_NAME></INDIVIDUAL>`).join('')}</INDIVIDUALS></CONSOLIDATED_LIST>`
const SDN = '7001,"PIRAQUIVE, Ubaldo","individual","TEST",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 1970."'
const files: Record<string, string> = {
  '/un.xml': un(30),
  '/sdn.csv': SDN,
  '/alt.csv': '7001,1,"aka","PIRAQUIVE, Ubaldino",-0- ',
  '/add.csv': '7001,5,"Calle 1","Cali","Colombia",-0- ',
}
const gives: RequestListener = ({ url }, response) => void response.end(files[url ?? ''] ?? '')
const coverageOf = async (list: string) => {
  const { body } = await test.call(newOfficer(), 'GET', '/api/administrative/screening/coverage')
  return body.lists.find((one: { list: string }) => one.list === list)
}
async function load(list: string, fileId: string): Promise<void> {
  const path = `/api/administrative/screening/lists/${list}`
  const { body } = await test.call(newOfficer(), 'POST', path, { fileId, reason: 'Es la lista de hoy.' })
  const agreed = await test.call(newOfficer(), 'POST', `/api/administrative/approvals/${body.approvalRequestId}/approve`, { note: '' })
  expect([agreed.status, agreed.text]).toEqual([200, expect.anything()])
}

it('ADM-13 each list is fetched once a day and read completely, and takes effect only when two officers approve it', async () => {
  publisher.answer = gives
  await test.screening.fetchLists()
  expect(publisher.asked.toSorted()).toEqual(['/add.csv', '/alt.csv', '/sdn.csv', '/un.xml'])
  expect(publisher.asked.filter((path) => path.endsWith('.csv'))).toEqual(['/sdn.csv', '/alt.csv', '/add.csv'])
  const { fetched, fetch: look, version } = await coverageOf('un')
  expect([version, look, fetched]).toMatchObject([null, { problem: null }, { entries: 30, added: 30 }])
  expect((await coverageOf('ofac')).fetched).toMatchObject({ entries: 1 })
  expect(await coverageOf('eu')).toMatchObject({ fetched: null, fetch: null })
  const received = await auditTrail(test.database.db, { action: 'screening.list_received' })
  expect(received.map(({ actor }) => actor)).toEqual(Array(2).fill({ kind: 'system', name: 'screening.fetch_lists' }))
  test.platform.clock.advance(22 * HOUR_MS)
  await test.screening.fetchLists()
  expect(publisher.asked).toHaveLength(4)

  await load('un', fetched.id)
  expect(await coverageOf('un')).toMatchObject({ fetched: null, version: { entries: 30, sha256: fetched.sha256 } })
  test.platform.clock.advance(2 * HOUR_MS)
  await test.screening.fetchLists()
  // A file equal to the list in force is not new.
  expect(await coverageOf('un')).toMatchObject({ fetched: null, fetch: { problem: null } })
})

it.each([
  ['unreachable', (_request, response) => void response.writeHead(503).end()],
  ['unreachable', ({ socket }) => void socket.destroy()],
  ['unreachable', (_request, response) => void response.writeHead(302, { location: '/again' }).end()],
  // One invalid address does not affect the other lists.
  ['unreachable', (_request, response) => void response.writeHead(302, { location: 'http://[' }).end()],
  ['faulty', (_request, response) => void response.end('<html>Mantenimiento</html>')],
  ['shrank', (_request, response) => void response.end(un(20))],
  [
    'too_large',
    (_request, response) => {
      response.write(Buffer.alloc(LIST_BYTES_MAX))
      response.end('x')
    },
  ],
] satisfies [string, RequestListener][])(
  'ADM-13 an address that is %s is reported, raises a metric, and is tried again',
  async (problem, bad) => {
    const againMs = problem === 'unreachable' ? 30 * SECOND_MS : HOUR_MS
    publisher.answer = bad
    await test.screening.fetchLists()
    expect((await coverageOf('un')).fetch).toMatchObject({ problem, fetchedAt: expect.any(String) })
    expect(await test.screening.figures.read()).toMatchObject({ fetches_failing: 2 })
    publisher.answer = gives
    publisher.asked.length = 0
    test.platform.clock.advance(againMs / 2)
    await test.screening.fetchLists()
    expect(publisher.asked).toEqual([])
    test.platform.clock.advance(againMs / 2)
    await test.screening.fetchLists()
    expect((await coverageOf('un')).fetch).toMatchObject({ problem: null })
    expect(await test.screening.figures.read()).toMatchObject({ fetches_failing: 0 })
  },
)

it.each([
  ['unreachable for a quarter of an hour', 503, [1, 1, 0, 1]],
  ['a refusal', 403, [0, 0, 0, 1]],
  ['too many calls', 429, [0, 0, 0, 1]],
] as const)(
  'ADM-13 an address that answers %s is tried again after half a minute, after another, a quarter of an hour later, and after an hour',
  async (_what, status, expected) => {
    publisher.answer = (_request, response) => void response.writeHead(status).end()
    await test.screening.fetchLists()
    const asks: number[] = []
    for (const [waitMs, seconds] of [
      [0, 30],
      [0, 30],
      [15 * 60 * SECOND_MS, 30],
      [0, 3_600],
    ] as const) {
      test.platform.clock.advance(waitMs)
      if (waitMs > 0) await test.screening.fetchLists()
      publisher.asked.length = 0
      test.platform.clock.advance(seconds * SECOND_MS)
      await test.screening.fetchLists()
      asks.push(publisher.asked.filter((path) => path === '/un.xml').length)
    }
    expect(asks).toEqual(expected)
    publisher.answer = gives
    test.platform.clock.advance(HOUR_MS)
    await test.screening.fetchLists()
    expect(await test.screening.figures.read()).toMatchObject({ fetches_failing: 0 })
  },
)

it('ADM-13 lists are processed one after the other; an error of one is thrown at the end, is visible, and is not repeated immediately', async () => {
  const { owner } = test.database
  await sql`CREATE FUNCTION screening.fail_list() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NOT pg_try_advisory_xact_lock(7406999) THEN RAISE EXCEPTION 'two lists at once'; END IF;
    IF NEW.list = 'ofac' THEN RAISE EXCEPTION 'no room for ofac'; END IF;
    RETURN NEW; END $$`.execute(owner)
  await sql`CREATE TRIGGER fail_list BEFORE INSERT ON screening.list_file FOR EACH ROW EXECUTE FUNCTION screening.fail_list()`.execute(
    owner,
  )
  publisher.answer = (request, response) => (request.url === '/un.xml' ? void response.end(un(31)) : gives(request, response))
  try {
    await expect(test.screening.fetchLists()).rejects.toThrow('no room for ofac')
    expect((await coverageOf('un')).fetch).toMatchObject({ problem: null })
    expect((await coverageOf('un')).fetched).toMatchObject({ entries: 31 })
    expect((await coverageOf('ofac')).fetch).toMatchObject({ problem: 'unreachable' })
    expect(await test.screening.figures.read()).toMatchObject({ fetches_failing: 1 })
    publisher.asked.length = 0
    test.platform.clock.advance(30 * SECOND_MS)
    await test.screening.fetchLists()
    expect(publisher.asked).toEqual([])
  } finally {
    await sql`DROP FUNCTION screening.fail_list CASCADE`.execute(owner)
  }
  test.platform.clock.advance(HOUR_MS)
  await test.screening.fetchLists()
  expect((await coverageOf('ofac')).fetch).toMatchObject({ problem: null })
})

it('ADM-13 only one process fetches at a time; an attempt of a killed process is visible and is repeated', async () => {
  publisher.answer = gives
  const at = test.platform.clock.now()
  expect(await beginFetch(test.database.db, 'un', { at, isOpenForMs: 600 * SECOND_MS })).not.toBeNull()
  await test.screening.fetchLists()
  test.platform.clock.advance(600 * SECOND_MS)
  await test.screening.fetchLists()
  expect(publisher.asked).not.toContain('/un.xml')
  expect(await test.screening.figures.read()).toMatchObject({ fetches_failing: 0 })
  test.platform.clock.advance(60 * SECOND_MS)
  expect((await coverageOf('un')).fetch).toMatchObject({ problem: 'unreachable' })
  expect(await test.screening.figures.read()).toMatchObject({ fetches_failing: 1 })
  await test.screening.fetchLists()
  expect((await coverageOf('un')).fetch).toMatchObject({ problem: null })
})

it("ADM-13 an officer's file stays until it is decided, and a redirect is followed", async () => {
  publisher.answer = ({ url }, response) =>
    url?.startsWith('/stored') ? void response.end(un(31)) : void response.writeHead(302, { location: `/stored${url}` }).end()
  const headers = { authorization: `Bearer ${newOfficer()}`, 'content-type': 'application/octet-stream' }
  const url = `${test.server.url}/api/administrative/screening/lists/un/files`
  expect((await fetch(url, { method: 'POST', headers, body: un(32) })).status).toBe(200)
  await test.screening.fetchLists()
  expect(publisher.asked).not.toContain('/un.xml')
  expect((await coverageOf('un')).fetched).toBeNull()
  test.platform.clock.advance(4 * 24 * HOUR_MS)
  await dropOldFiles({ db: test.database.db, clock: test.platform.clock, approvals: { waitingTargets } })
  await test.screening.fetchLists()
  expect(publisher.asked).toContain('/stored/un.xml')
  expect((await coverageOf('un')).fetched).toMatchObject({ entries: 31, added: 1 })
})

it('ADM-13 production accepts https addresses only', () => {
  const read = (address: string, profile: 'demo' | 'production' = 'production') =>
    readListSources({ SCREENING_UN_URL: address }, { profile })
  expect(read('https://lists.example/un.xml').un).toEqual(['https://lists.example/un.xml'])
  expect(read('http://127.0.0.1:1/un.xml', 'demo').un).toHaveLength(1)
  for (const address of ['http://lists.example/un.xml', 'https://127.0.0.1/un.xml', 'https://10.0.0.7/un.xml', 'https://[fd00::1]/un.xml'])
    expect(() => read(address)).toThrow('https')
  expect(() => read('https://someone:secret@lists.example/un.xml')).toThrow(/no user and no password/)
  expect(() => read('file:///etc/passwd', 'demo')).toThrow('SCREENING_UN_URL')
})
