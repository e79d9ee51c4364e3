/**
 * Every call of the background check provider with every wrong answer (H3). No listed person becomes clean and no clean one listed,
 * officers see that the provider is unavailable, and other checks continue. Each check has its correct result within a minute of the
 * correct answers, or within six where a launch may be charged twice or a report lacks what its job found.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_SECRETS } from '../../../../../../dev/sandbox/secrets.ts'
import {
  type AskedCall,
  acceptedAnswers,
  type FaultyService,
  mapLeaves,
  startFaultyService,
  UNREADABLE,
  WRONG_ANSWERS,
  type WrongAnswer,
  wrongBody,
  wrongText,
} from '../../../../../../dev/testing/wrong-answers.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Subject } from '../provider/background-checks.ts'
import { ProviderUnreachable } from '../provider/http.ts'
import { createTusdatos } from '../provider/tusdatos.ts'
import { insertCheck } from './check-store.ts'
import { jobOf } from './request-check.ts'
import { sealSubject } from './subject.ts'
import { type ChecksTest, documentEndingIn, startChecksTest } from './testing.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** Last digits of documents with this result in the sandbox. */
const [CLEAN, LISTED, EXPOSED, SOURCE_FAILS] = [0, 4, 5, 6]
const LAUNCH = 'POST /api/launch'
const RESULTS = 'GET /api/results/:id'
const REPORT = 'GET /api/report_json/:id'
const PDF = 'GET /api/report_pdf/:id'
const RETRY = 'GET /api/retry/:id?typedoc'

const withState = (state: string) => wrongBody((body) => mapLeaves(body, (value, key) => (key === 'estado' ? state : value)))
const ofAnother = wrongBody((body) => mapLeaves(body, (value, key) => (/^(doc|cedula|id)$/.test(key) ? '1020304050' : value)))
const NOT_FOUND = wrongText(404, '{"detail":"Not found"}')
const WRONG: Readonly<Record<string, WrongAnswer>> = {
  ...WRONG_ANSWERS,
  'about another document': ofAnother,
  'a state that returns: procesando': withState('procesando'),
  'an unknown state': withState('todo bien'),
  'JSON with 404': NOT_FOUND,
  'a refusal without a field': wrongText(422, '{"detail":[]}'),
}

const READABLE = Object.fromEntries(Object.entries(WRONG).filter(([name]) => !(name in UNREADABLE)))

let service: FaultyService
let test: ChecksTest
beforeAll(async () => {
  service = await startFaultyService((path) => path.replace(/[0-9a-f]{32}$/, ':id'))
  test = await startChecksTest({ TUSDATOS_URL: service.proxy.url })
  service.proxy.rightUrl = test.sandbox.sandbox.baseUrls.tusdatos
})
afterEach(() => service.answerCorrectly())
afterAll(async () => {
  await test.stop()
  await service.stop()
})

interface Asked {
  readonly person: string
  readonly document: string
  readonly name: string
}
/** Request a check without the KYC form, which would take most of the time of this file. */
async function ask(digit: number, name: string): Promise<Asked> {
  const document = documentEndingIn(digit)
  const [person, checkId] = [newId(), newId()]
  const { db, files, clock, jobs } = test.platform
  await inTransaction(db, async (tx) => {
    const subject = await sealSubject(files, tx, { checkId, accountId: person, subject: { document, documentType: 'CC', issuedOn: null } })
    const check = { id: checkId, accountId: person, launchedBy: null, subject, isFresh: false, startedAt: clock.now() }
    await jobs.enqueue(tx, jobOf(await insertCheck(tx, check)))
  })
  return { person, document, name }
}
/**
 * Every answer that the client accepts, and some of those that it treats as an unavailable provider, which all behave alike from there on.
 */
const NAMES = [
  'no answer in time',
  '404 as HTML',
  '401 with {}',
  'all texts empty',
  'other ids',
  'empty lists',
  'about another document',
  'a state that returns: procesando',
  'an unknown state',
  'JSON with 404',
]
/** One person for each wrong answer, and one with correct answers. */
async function askEach(digit: number) {
  const wrong: Asked[] = []
  for (const name of NAMES) wrong.push(await ask(digit, name))
  return { wrong, right: await ask(digit, 'right') }
}
const isAbout = ({ url, body }: AskedCall, document: string) =>
  test.sandbox.sandbox.controls.store.checks
    .all()
    .some(({ id, jobId, doc }) => doc === document && (url.includes(id) || url.includes(jobId) || body.includes(doc)))
const lieAbout = (call: string, all: readonly Asked[]) =>
  service.lie((asked) => {
    if (asked.call !== call) return null
    const about = all.find(({ document }) => asked.body.includes(document) || isAbout(asked, document))
    return about ? (WRONG[about.name] ?? null) : null
  })
const pass = async (ms: number) => {
  test.platform.clock.advance(ms)
  await test.platform.jobs.drain()
}
const failures = async () => (await sql`SELECT last_error FROM platform.job WHERE last_error IS NOT NULL`.execute(test.platform.db)).rows

type Check = Awaited<ReturnType<ChecksTest['current']>>
/** With its name only when it is as expected. */
const found = (all: readonly Asked[], isExpected: (check: Check) => boolean) =>
  Promise.all(
    all.map(async ({ person, name }) => {
      const check = await test.current(person)
      return isExpected(check) ? name : { name, ...check, sources: [] }
    }),
  )
const names = (all: readonly Asked[]) => all.map(({ name }) => name)
const listedOf = async (all: readonly Asked[]) =>
  Promise.all(all.map(async ({ person }) => (await test.risk.profile(test.database.db, person)).isListed))

/** An answer without a sign that it is wrong; the provider does not know the job, and officers ask again. */
const OTHER_JOB = 'other ids'
/** Answers about a listed person that are treated as a failed source. */
const LACKS_FINDINGS = ['empty lists', 'all texts empty']
const isRight = (digit: number) => (check: Check) => {
  const isListed = digit === LISTED ? 'Si' : 'No'
  return check.state === 'finished' && !check.isProviderAway && check.hasReport && check.result?.listed === isListed
}

describe('H3 wrong answers of the background check provider', () => {
  it.each([
    [LAUNCH, LISTED],
    [RESULTS, LISTED],
    [REPORT, LISTED],
    [REPORT, CLEAN],
    [PDF, LISTED],
    [RETRY, SOURCE_FAILS],
  ])('to %s about documents that end in %i: they give no result, and the correct answer does afterwards', async (call, digit) => {
    const { wrong, right } = await askEach(digit)
    if (call === RETRY) for (let part = 0; part < 2; part++) await pass(part * 3 * SECOND_MS)
    lieAbout(call, wrong)
    for (let part = 0; part < 3; part++) await pass(30 * SECOND_MS)
    await pass(3 * SECOND_MS)
    expect(await found([right], isRight(digit))).toEqual(['right'])
    const isOpen = ({ state, result, isProviderAway }: Check) =>
      (result?.listed ?? null) === null && (isProviderAway || state === 'running' || state === 'failed_sources')
    expect(await found(wrong, (check) => isOpen(check) || isRight(digit)(check))).toEqual(names(wrong))
    expect(await failures()).toEqual([])
    const { provider_away: away } = (await test.checks?.figures.read()) ?? {}
    expect(away).toBeGreaterThan(0)
    service.answerCorrectly()
    const isGivenUp = ({ name }: Asked) => (call === LAUNCH || call === RETRY) && name === OTHER_JOB
    const isLater = ({ name }: Asked) => call === LAUNCH || (call === REPORT && digit === LISTED && LACKS_FINDINGS.includes(name))
    const ended = wrong.filter((one) => !isGivenUp(one))
    const soon = ended.filter((one) => !isLater(one))
    for (let part = 0; part < 2; part++) await pass(30 * SECOND_MS)
    expect(await found(soon, isRight(digit))).toEqual(names(soon))
    if (soon.length < wrong.length) for (const minutes of [5, 0.5, 0.5]) await pass(minutes * MINUTE_MS)
    expect(await found(ended, isRight(digit))).toEqual(names(ended))
    const isForOfficers = ({ state, result }: Check) =>
      (state === 'lost' || state === 'failed_sources') && (result?.listed ?? null) === null
    const givenUp = wrong.filter(isGivenUp)
    expect(await found(givenUp, isForOfficers)).toEqual(names(givenUp))
    expect(new Set(await listedOf(ended))).toEqual(new Set([digit === LISTED ? true : null]))
    expect(await test.checks?.figures.read()).toMatchObject({ provider_away: 0 })
  })
})

describe('H3 client of the provider', () => {
  const { user, password } = SANDBOX_SECRETS.tusdatos
  const client = () => createTusdatos({ url: service.proxy.url, user, password, timeoutMs: MINUTE_MS })
  const subjectOf = (digit: number): Subject => ({ document: documentEndingIn(digit), documentType: 'CC', issuedOn: null })
  const subjects = [CLEAN, LISTED, EXPOSED, SOURCE_FAILS].map(subjectOf)
  const known = ({ document }: Subject) => test.sandbox.sandbox.controls.store.checks.all().find(({ doc }) => doc === document)
  const reportIdOf = (subject: Subject) => known(subject)?.id ?? ''
  const AWAY = '"away"'
  const noted = (answer: unknown) => JSON.stringify(answer, (key, value) => (key === 'json' || key === 'jobId' ? undefined : value))
  const said = async (ask: () => Promise<unknown>) =>
    ask().then(noted, (error) => (error instanceof ProviderUnreachable ? AWAY : String(error)))

  /** `believed`: answers without any sign that they are wrong. All others mean that the provider is unavailable. */
  const CASES = {
    [LAUNCH]: { of: 'launch', ask: (subject: Subject) => client().launch(subject), believed: ['other ids'] },
    [RESULTS]: {
      of: 'results',
      ask: (subject: Subject) => client().results(known(subject)?.jobId ?? '', subject),
      believed: ['JSON with 404', 'a state that returns: procesando', 'empty lists', 'other ids'],
    },
    [REPORT]: {
      of: 'report',
      ask: (subject: Subject) => client().report(reportIdOf(subject), subject, { isOwnerNamed: true }),
      believed: ['JSON with 404', 'a state that returns: procesando', 'all texts empty', 'an unknown state', 'empty lists'],
    },
    [PDF]: {
      of: 'reportPdf',
      ask: async (subject: Subject) => Buffer.from((await client().reportPdf(reportIdOf(subject), 'CC')) ?? []).length > 0,
      believed: ['JSON with 404'],
    },
    [RETRY]: { of: 'retry', ask: (subject: Subject) => client().retry(reportIdOf(subject), 'CC'), believed: ['JSON with 404'] },
  } as const

  it.each(Object.keys(CASES) as (keyof typeof CASES)[])('%s: a wrong answer means that the provider is unavailable', async (call) => {
    const { ask, believed } = CASES[call]
    const found: Record<string, string> = {}
    for (const [at, subject] of subjects.entries()) {
      // For an unreadable answer the subject makes no difference.
      const wrong = at === 0 ? WRONG : READABLE
      await client().launch(subject)
      Object.assign(found, await acceptedAnswers(service, { call, wrong, said: () => said(() => ask(subject)), away: AWAY }))
    }
    expect(Object.values(found).filter((answer) => /Error/.test(answer))).toEqual([])
    expect(Object.keys(found).toSorted()).toEqual(believed.toSorted())
    expect(NAMES).toEqual(expect.arrayContaining([...believed]))
  })

  it('has a case for every call, within a minute each', () => {
    expect([...service.proxy.asked].toSorted()).toEqual(Object.keys(CASES).toSorted())
    expect(Object.keys(client()).toSorted()).toEqual(
      Object.values(CASES)
        .map(({ of }) => of)
        .toSorted(),
    )
    expect(service.limits.longestMs).toBeLessThanOrEqual(MINUTE_MS)
  })
})
