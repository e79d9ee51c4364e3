/** Lists from the addresses of their publishers: a real server gives them, and two officers still decide. All people here are made up. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LIST_BYTES_MAX } from '@tunjo/contract/screening'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { waitingTargets } from '../../../platform/approvals/store.ts'
import { auditTrail } from '../../../testing/audit.ts'
import { type KycTest, newOfficer, startKycTest } from '../../kyc/testing.ts'
import { dropOldFiles } from './receive-list.ts'
import { readListSources } from './source-settings.ts'

vi.setConfig({ testTimeout: 120_000 })

const HOUR_MS = 3_600_000
let publisher: Server
let answer: RequestListener
const asked: string[] = []
let test: KycTest
beforeAll(async () => {
  publisher = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  publisher.listen(0, '127.0.0.1')
  await once(publisher, 'listening')
  const base = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`
  test = await startKycTest({
    SCREENING_UN_URL: `${base}/un.xml`,
    SCREENING_OFAC_URLS: `${base}/sdn.csv ${base}/alt.csv  ${base}/add.csv`,
  })
})
afterAll(async () => {
  await test.stop()
  publisher.close()
})
beforeEach(() => {
  asked.length = 0
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

it('ADM-13 once a day each is fetched and read whole, and is in force only when two officers say so', async () => {
  answer = gives
  await test.screening.fetchLists()
  expect(asked).toEqual(['/sdn.csv', '/alt.csv', '/add.csv', '/un.xml'])
  const { fetched, fetch: look, version } = await coverageOf('un')
  expect([version, look, fetched]).toMatchObject([null, { problem: null }, { entries: 30, added: 30 }])
  expect((await coverageOf('ofac')).fetched).toMatchObject({ entries: 1 })
  expect(await coverageOf('eu')).toMatchObject({ fetched: null, fetch: null })
  const received = await auditTrail(test.database.db, { action: 'screening.list_received' })
  expect(received.map(({ actor }) => actor)).toEqual(Array(2).fill({ kind: 'system', name: 'screening.fetch_lists' }))
  test.platform.clock.advance(22 * HOUR_MS)
  await test.screening.fetchLists()
  expect(asked).toHaveLength(4)

  await load('un', fetched.id)
  expect(await coverageOf('un')).toMatchObject({ fetched: null, version: { entries: 30, sha256: fetched.sha256 } })
  test.platform.clock.advance(2 * HOUR_MS)
  await test.screening.fetchLists()
  // The same as the one in force is nothing new.
  expect(await coverageOf('un')).toMatchObject({ fetched: null, fetch: { problem: null } })
})

it.each([
  ['unreachable', (_request, response) => void response.writeHead(503).end()],
  ['unreachable', ({ socket }) => void socket.destroy()],
  ['unreachable', (_request, response) => void response.writeHead(302, { location: '/again' }).end()],
  // One address that is no address leaves the other lists alone.
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
  'ADM-13 an address that is %s is said, turns a figure red, and is tried again an hour later',
  async (problem, bad) => {
    answer = bad
    await test.screening.fetchLists()
    expect((await coverageOf('un')).fetch).toMatchObject({ problem, fetchedAt: expect.any(String) })
    expect(await test.screening.figures.read()).toMatchObject({ fetches_failing: 2 })
    answer = gives
    test.platform.clock.advance(HOUR_MS)
    await test.screening.fetchLists()
    expect((await coverageOf('un')).fetch).toMatchObject({ problem: null })
    expect(await test.screening.figures.read()).toMatchObject({ fetches_failing: 0 })
  },
)

it('ADM-13 what an officer sent stays until it is decided, and a redirect is followed', async () => {
  answer = ({ url }, response) =>
    url?.startsWith('/stored') ? void response.end(un(31)) : void response.writeHead(302, { location: `/stored${url}` }).end()
  const headers = { authorization: `Bearer ${newOfficer()}`, 'content-type': 'application/octet-stream' }
  const url = `${test.server.url}/api/administrative/screening/lists/un/files`
  expect((await fetch(url, { method: 'POST', headers, body: un(32) })).status).toBe(200)
  await test.screening.fetchLists()
  expect(asked).not.toContain('/un.xml')
  expect((await coverageOf('un')).fetched).toBeNull()
  test.platform.clock.advance(4 * 24 * HOUR_MS)
  await dropOldFiles({ db: test.database.db, clock: test.platform.clock, approvals: { waitingTargets } })
  await test.screening.fetchLists()
  expect(asked).toContain('/stored/un.xml')
  expect((await coverageOf('un')).fetched).toMatchObject({ entries: 31, added: 1 })
})

it('ADM-13 production takes https addresses only', () => {
  const read = (address: string, profile: 'demo' | 'production' = 'production') =>
    readListSources({ SCREENING_UN_URL: address }, { profile })
  expect(read('https://lists.example/un.xml').un).toEqual(['https://lists.example/un.xml'])
  expect(read('http://127.0.0.1:1/un.xml', 'demo').un).toHaveLength(1)
  for (const address of ['http://lists.example/un.xml', 'https://127.0.0.1/un.xml', 'https://10.0.0.7/un.xml', 'https://[fd00::1]/un.xml'])
    expect(() => read(address)).toThrow('https')
  expect(() => read('https://someone:secret@lists.example/un.xml')).toThrow(/no user and no password/)
  expect(() => read('file:///etc/passwd', 'demo')).toThrow('SCREENING_UN_URL')
})
