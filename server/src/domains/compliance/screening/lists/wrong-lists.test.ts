/**
 * Every file of a list with every wrong answer (H3). The list in force stays, no invalid file awaits approval, the screen and a metric
 * report the problem, and other lists are fetched. Recovery takes half a minute after the correct answers, or an hour after a file that was
 * read or a refusal. All people here are made up.
 */
import { LISTS, type ListName } from '@tunjo/contract/screening'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  type FaultyService,
  startFaultyService,
  UNREADABLE,
  WRONG_ANSWERS,
  type WrongAnswer,
  wrongText,
} from '../../../../../../dev/testing/wrong-answers.ts'
import { type KycTest, newOfficer, startKycTest } from '../../../customers/kyc/testing.ts'
import { type Publisher, startPublisher } from './testing.ts'

const HALF_MINUTE_MS = 30_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Time until a list that was read is fetched again. */
const DAY_MS = 24 * HOUR_MS
const COUNT = 30

const un = (count: number) =>
  `<CONSOLIDATED_LIST><INDIVIDUALS>${rows(count, (at) => `<INDIVIDUAL><DATAID>${at}</DATAID><FIRST_NAME>Inventado${at}</FIRST_NAME></INDIVIDUAL>`)}</INDIVIDUALS></CONSOLIDATED_LIST>`
const eu = (count: number) =>
  `<export>${rows(count, (at) => `<sanctionEntity logicalId="${at}"><nameAlias wholeName="Inventado ${at}"/></sanctionEntity>`)}</export>`
const ofac = (count: number) =>
  rows(count, (at) => `${7000 + at},"INVENTADO ${at}","individual","TEST",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 1970."\r\n`)
const alt = (count: number) => rows(count, (at) => `${7000 + at},${at},"aka","INVENTADO OTRO ${at}",-0- \r\n`)
const pep = (count: number) => `id,name,role,entity\r\n${rows(count, (at) => `${at},"Inventado ${at}",Alcalde,"Municipio"\r\n`)}`
function rows(count: number, row: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => row(at)).join('')
}
const FIRST: Readonly<Record<string, (count: number) => string>> = { '/sdn.csv': ofac, '/un.xml': un, '/eu.xml': eu, '/pep.csv': pep }
const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(FIRST).map(([path, list]) => [path, list(COUNT)])),
  '/alt.csv': alt(COUNT),
  '/add.csv': '7001,5,"Calle 1","Cali","Colombia",-0- \r\n',
}
/** Wrong answers for JSON do not affect these files, so they are excluded. */
const WRONG: Readonly<Record<string, WrongAnswer>> = {
  ...UNREADABLE,
  ...Object.fromEntries(Object.entries(WRONG_ANSWERS).filter(([name]) => /^\d+ with/.test(name))),
  'blanks with 200': wrongText(200, ' \r\n ', 'text/plain'),
}

let service: FaultyService
let publisher: Publisher
let test: KycTest
beforeAll(async () => {
  service = await startFaultyService()
  publisher = await startPublisher()
  publisher.answer = ({ url }, response) => void response.end(FILES[url ?? ''])
  const { proxy } = service
  proxy.rightUrl = publisher.url
  test = await startKycTest({
    SCREENING_OFAC_URLS: `${proxy.url}/sdn.csv ${proxy.url}/alt.csv ${proxy.url}/add.csv`,
    SCREENING_UN_URL: `${proxy.url}/un.xml`,
    SCREENING_EU_URL: `${proxy.url}/eu.xml`,
    SCREENING_PEP_URL: `${proxy.url}/pep.csv`,
  })
  await test.screening.fetchLists()
  for (const { list, fetched } of await coverage()) await load(list, fetched?.id ?? '')
})
afterEach(() => service.answerCorrectly())
afterAll(async () => {
  await test.stop()
  await publisher.close()
  await service.stop()
})

interface Covered {
  readonly list: ListName
  readonly version: { readonly sha256: string } | null
  readonly fetched: { readonly id: string } | null
  readonly fetch: { readonly problem: string | null } | null
}
const coverage = async (): Promise<Covered[]> => (await test.call(newOfficer(), 'GET', '/api/administrative/screening/coverage')).body.lists
async function load(list: ListName, fileId: string): Promise<void> {
  const path = `/api/administrative/screening/lists/${list}`
  const { body } = await test.call(newOfficer(), 'POST', path, { fileId, reason: 'Es la lista de hoy.' })
  await test.call(newOfficer(), 'POST', `/api/administrative/approvals/${body.approvalRequestId}/approve`, { note: '' })
}

/** Lists that changed: another version, a waiting file, or a problem. */
async function lookAfter(ms: number, before: readonly Covered[]) {
  test.platform.clock.advance(ms)
  await test.screening.fetchLists()
  return (await coverage()).flatMap(({ list, version, fetched, fetch }) => {
    expect(version).toEqual(before.find((one) => one.list === list)?.version)
    return fetched || fetch?.problem !== null ? [{ list, waits: fetched !== null, problem: fetch?.problem }] : []
  })
}
const isNotified = (lists: readonly ListName[]) =>
  lists.map((list) => ({ list, waits: false, problem: expect.stringMatching(/^(unreachable|too_large|faulty|shrank)$/) }))

interface Notified {
  readonly wrong: WrongAnswer
  readonly lists: readonly ListName[]
  readonly isRefusal?: boolean
}
async function expectNotified(paths: readonly string[], { wrong, lists, isRefusal = false }: Notified): Promise<void> {
  const before = await coverage()
  service.lie(({ url }) => (paths.includes(url) ? wrong : null))
  const reported = await lookAfter(DAY_MS, before)
  expect(reported).toEqual(isNotified(lists))
  expect(await test.screening.figures.read()).toMatchObject({ fetches_failing: lists.length, lists_missing: 0 })
  service.answerCorrectly()
  const isAgainSoon = reported.every(({ problem }) => problem === 'unreachable') && !isRefusal
  expect(await lookAfter(HALF_MINUTE_MS, before)).toEqual(isAgainSoon ? [] : reported)
  if (!isAgainSoon) expect(await lookAfter(HOUR_MS, before)).toEqual([])
}

it.each(Object.entries(WRONG))('H3 %s, for all lists: each stays in force, and the problem is reported', async (name, wrong) => {
  await expectNotified(Object.keys(FIRST), { wrong, lists: LISTS, isRefusal: /^4(01|29)/.test(name) })
})

const OF_ONE_FILE = ['an endless answer', 'half an answer', 'an empty body', 'blanks with 200', 'HTML with 200', '404 as HTML']
it.each(Object.entries(WRONG).filter(([name]) => OF_ONE_FILE.includes(name)))(
  'H3 %s, for one more file of OFAC: the other lists are fetched',
  async (_name, wrong) => {
    await expectNotified(['/alt.csv'], { wrong, lists: ['ofac'] })
  },
)

it.each([
  ['that is shorter', (list: (count: number) => string) => list(COUNT - 4)],
  ['without a row', (list: (count: number) => string) => list(0)],
  ['that was cut', (list: (count: number) => string) => list(COUNT).slice(0, -25)],
])('H3 a list %s does not take effect, and the problem is reported', async (_name, of) => {
  for (const [path, list] of Object.entries(FIRST)) {
    const name = (await coverage()).find((one) => path.includes(one.list) || (path === '/sdn.csv' && one.list === 'ofac'))?.list
    await expectNotified([path], { wrong: wrongText(200, of(list), 'text/plain'), lists: name ? [name] : [] })
  }
})

it('H3 a truncated file of other names of OFAC does not take effect, and the problem is reported', async () => {
  await expectNotified(['/alt.csv'], { wrong: wrongText(200, alt(COUNT / 2), 'text/plain'), lists: ['ofac'] })
})

it('has a case for every call, and gives each list its time', () => {
  expect([...service.proxy.asked].toSorted()).toEqual(
    Object.keys(FILES)
      .map((path) => `GET ${path}`)
      .toSorted(),
  )
  expect(service.limits.longestMs).toBeLessThanOrEqual(10 * MINUTE_MS)
})
