/** Background checks over the real database, HTTP and the provider's sandbox. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { STORED_BYTES_MAX } from '../../../../platform/files/quota.ts'
import { type Answer, companyFields, idOfOfficer, newOfficer } from '../../../customers/kyc/testing.ts'
import { type ChecksTest, startChecksTest } from './testing.ts'

vi.setConfig({ testTimeout: 120_000 })

let test: ChecksTest
beforeAll(async () => {
  test = await startChecksTest()
})
afterAll(() => test.stop())
afterEach(() => void test.sandbox.sandbox.controls.apply({ action: 'configure', tusdatosDelayMs: 0 }))

const alertsOf = async (person: string) =>
  (await test.call(newOfficer(), 'GET', `/kyc/administrative/users/alerts-status?userId=${person}`)).body
const checkSummary = (person: string) => test.risk.profile(test.database.db, person)
const retry = (id: string) => test.call(newOfficer(), 'POST', `/api/administrative/screening/checks/${id}/retry`)
const HOUR_MS = 3_600_000

describe('ADM-08 result of a check of each kind of document', () => {
  const ended = async (digit: number) => {
    const person = await test.customer(digit)
    expect((await test.launch(person)).body).toMatchObject({ isNew: true, check: { state: 'queued', userId: person } })
    return { person, check: await test.until(person, 'finished', 'failed_sources', 'refused', 'lost') }
  }

  it.each([
    [0, { background: 'No', listed: 'No', pep: 'No' }, 'low', ['No', 'No']],
    [1, { background: 'Bajo', listed: 'No', pep: 'No' }, 'low', ['No', 'No']],
    [2, { background: 'Medio', listed: 'No', pep: 'No' }, 'medium', ['No', 'No']],
    [3, { background: 'Alto', listed: 'No', pep: 'No' }, 'high', ['No', 'No']],
    [4, { background: 'Alto', listed: 'Si', pep: 'No' }, 'high', ['Si', 'No']],
    [5, { background: 'No', listed: 'No', pep: 'Si' }, 'medium', ['No', 'Si']],
  ] as const)('a document that ends in %i', async (digit, result, risk, alerts) => {
    const { person, check } = await ended(digit)
    expect(check).toMatchObject({ state: 'finished', result: { ...result, isComplete: true, isValidated: true }, hasReport: true })
    expect(check.sources.every(({ state }) => state === 'answered')).toBe(true)
    expect((await checkSummary(person)).risk).toBe(risk)
    const { Listas, PEPS } = await alertsOf(person)
    expect([Listas, PEPS]).toEqual(alerts)
    const shown = (await test.call(newOfficer(), 'GET', `/kyc/administrative/users/more-information?userId=${person}`)).body
    const background = risk === 'medium' && result.background === 'No' ? 'Medio' : result.background
    expect(shown).toMatchObject({
      Antecedentes: { result: background, state: 'Aceptado' },
      Lists: { result: result.listed, state: 'Aceptado' },
    })
    const { body } = await test.report(check.id)
    expect(body).toMatchObject({ check: { id: check.id }, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const pdf = await fetch(test.server.url + body.fileUrl)
    expect([pdf.status, Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5)]).toEqual([200, '%PDF-'])
    const viewed = await auditTrail(test.database.db, { action: 'files.viewed' })
    expect(viewed.at(-1)).toMatchObject({ after: { ownerId: person, purpose: 'screening.report' } })
  })

  it('a failed source is never clean: the check is incomplete, the source is asked again after a minute, and only then it can be clean', async () => {
    const { person, check } = await ended(6)
    expect(check).toMatchObject({
      state: 'failed_sources',
      mayRetry: true,
      result: { background: null, gravest: 'No', listed: null, pep: null, isComplete: false },
    })
    expect(check.sources.find(({ code }) => code === 'rama_unificada')).toEqual({
      code: 'rama_unificada',
      name: 'Rama Judicial',
      state: 'failed',
    })
    expect(await checkSummary(person)).toMatchObject({ level: null, isListed: null, isPep: null })
    expect((await test.call(newOfficer(), 'GET', `/kyc/administrative/users/more-information?userId=${person}`)).body).toMatchObject({
      Antecedentes: { result: null, state: 'Pendiente' },
      Lists: { result: null, state: 'Pendiente' },
    })
    expect((await test.until(person, 'retrying')).sources.find(({ code }) => code === 'rama_unificada')?.state).toBe('asked')
    expect(await test.until(person, 'finished')).toMatchObject({
      id: check.id,
      result: { background: 'No', listed: 'No', pep: 'No', isComplete: true },
      mayRetry: false,
    })
    expect(await checkSummary(person)).toMatchObject({ level: null, isListed: null, isPep: null })
  })

  it('an officer can retry a failed source immediately, and only of the newest check', async () => {
    const { person, check } = await ended(6)
    expect((await retry(check.id)).body).toMatchObject({ state: 'retrying' })
    expect((await retry(check.id)).code).toBe('screening.check_without_failures')
    expect((await test.launch(person)).body).toMatchObject({ isNew: false, check: { id: check.id } })
    expect(await test.until(person, 'finished')).toMatchObject({ id: check.id })
    expect((await retry(check.id)).code).toBe('screening.check_without_failures')
  })

  it('stops retrying sources that never answer after a fixed number of tries', async () => {
    const { check } = await ended(6)
    const ask = async (retries: number) => {
      await sql`UPDATE screening.background_check SET retries = ${retries}, state = 'failed_sources', retry_at = NULL
        WHERE id = ${check.id}`.execute(test.database.owner)
      return retry(check.id)
    }
    expect((await ask(12)).code).toBe('screening.check_without_failures')
    expect((await ask(11)).body).toMatchObject({ state: 'retrying' })
  })

  it('a name that does not match the document is a separate result, and opens an irregularity', async () => {
    const { person, check } = await ended(7)
    expect(check).toMatchObject({ state: 'finished', result: { background: 'No', isValidated: false } })
    expect((await alertsOf(person)).Irregularidades).toBe('Si')
  })

  it.each([
    ['PEREZ GOMEZ PEDRO ANTONIO', 'Si'],
    ['rojas de peña ana maria', 'No'],
    ['ROJAS PENA ANA MARIA', 'No'],
  ])('a document that its sources have under %s, declared by Ana María Rojas de Peña: irregularity %s', async (tusdatosName, irregular) => {
    test.sandbox.sandbox.controls.apply({ action: 'configure', tusdatosName })
    const person = await test.customer(0, { fullName: 'Ana María Rojas de Peña' })
    await test.launch(person)
    await test.until(person, 'finished')
    test.sandbox.sandbox.controls.apply({ action: 'configure', tusdatosName: '' })
    expect((await alertsOf(person)).Irregularidades).toBe(irregular)
  })

  it.each(['empty', 'another'] as const)(
    'H8 a report that is %s is not accepted: it is asked again, the cause is reported, and it is never clean',
    async (kind) => {
      const logged = vi.spyOn(test.platform.log, 'error')
      test.sandbox.sandbox.controls.apply({ action: 'configure', tusdatosReport: kind })
      const person = await test.customer(4)
      await test.launch(person)
      await test.platform.jobs.drain()
      test.platform.clock.advance(3_000)
      await test.platform.jobs.drain()
      expect(await test.current(person)).toMatchObject({ isProviderAway: true, endedAt: null, result: null })
      const reason = kind === 'empty' ? 'incomplete_report' : 'other_person'
      const facts = { securityEvent: 'screening_report_refused', reason, checkId: (await test.current(person)).id }
      expect(logged).toHaveBeenCalledWith(facts, expect.any(String))
      test.sandbox.sandbox.controls.apply({ action: 'configure', tusdatosReport: 'whole' })
      expect(await test.until(person, 'finished')).toMatchObject({ result: { listed: 'Si' } })
    },
  )

  it('H8 answers that stay unreadable for an hour count as refused, which is reported to operators', async () => {
    const logged = vi.spyOn(test.platform.log, 'error')
    const person = await test.customer(0)
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
      String(input).includes('/report_json/') ? new Response('{"other":"format"}') : real(input, init),
    )
    const refused = () => logged.mock.calls.filter(([facts]) => 'reason' in Object(facts) && Object(facts).reason === 'unexpected_answer')
    try {
      await test.launch(person)
      await test.platform.jobs.drain()
      test.platform.clock.advance(3_000)
      await test.platform.jobs.drain()
      test.platform.clock.advance(50 * 60_000)
      await test.platform.jobs.drain()
      expect(await test.current(person)).toMatchObject({ isProviderAway: true, result: null })
      expect(refused()).toEqual([])
      test.platform.clock.advance(15 * 60_000)
      await test.platform.jobs.drain()
      const checkId = (await test.current(person)).id
      const facts = { securityEvent: 'screening_report_refused', reason: 'unexpected_answer', checkId }
      expect(refused()).toContainEqual([facts, expect.any(String)])
    } finally {
      vi.restoreAllMocks()
    }
    expect(await test.until(person, 'finished')).toMatchObject({ result: { background: 'No' } })
  })

  it('a check that never ends is lost after four hours, and the officer may launch another one', async () => {
    const person = await test.customer(8)
    await test.launch(person)
    await test.until(person, 'running')
    test.platform.clock.advance(HOUR_MS)
    expect(await test.until(person, 'running')).toMatchObject({ isProviderAway: false })
    expect(await test.checks?.figures.read()).toMatchObject({ late: expect.toSatisfy((late) => late > 0) })
    test.platform.clock.advance(3 * HOUR_MS)
    expect(await test.until(person, 'lost')).toMatchObject({ result: null, expectedAt: null })
    expect((await test.launch(person)).body.isNew).toBe(true)
    expect(await test.until(person, 'running')).toMatchObject({ state: 'running' })
  })

  it('a cached result of the provider validates nothing; a fresh one is requested', async () => {
    const { person, check } = await ended(9)
    expect(check).toMatchObject({ isCached: true, result: { background: 'No', isValidated: null } })
    await test.launch(person, { isFresh: true })
    expect(await test.until(person, 'finished')).toMatchObject({ isCached: false, result: { isValidated: true } })
  })
})

describe('ADM-09 dismissal of findings that are irrelevant for the customer', () => {
  const dismiss = (id: string, officer?: string) =>
    test.call(officer ?? newOfficer(), 'POST', `/api/administrative/screening/checks/${id}/dismiss`, {
      reason: 'Es un homónimo: otra cédula.',
    })
  const act = (what: string, { body }: Answer, officer = newOfficer()) =>
    test.call(officer, 'POST', `/api/administrative/approvals/${body.approvalRequestId}/${what}`, {
      note: what === 'approve' ? '' : 'No es cierto.',
    })
  const found = async (digit: number) => {
    const person = await test.customer(digit)
    await test.launch(person)
    return { person, check: await test.until(person, 'finished') }
  }

  it('needs two officers and no emergency access; dismissed findings no longer raise the risk', async () => {
    const { person, check } = await found(3)
    expect(check).toMatchObject({ mayDismiss: true, dismissWaits: false, dismissed: null })
    const maker = newOfficer()
    const proposed = await dismiss(check.id, maker)
    expect(proposed.status).toBe(202)
    expect((await dismiss(check.id)).code).toBe('approvals.already_waiting')
    expect(await test.current(person)).toMatchObject({ mayDismiss: false, dismissWaits: true })
    expect((await act('approve', proposed, maker)).code).toBe('approvals.own_request')
    expect((await act('break-glass', proposed, maker)).code).toBe('approvals.never_alone')
    expect((await checkSummary(person)).risk).toBe('high')
    const agreed = await Promise.all(Array.from({ length: 10 }, () => act('approve', proposed)))
    expect(agreed.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await checkSummary(person)).risk).toBe('low')
    expect(await test.current(person)).toMatchObject({ mayDismiss: false, dismissed: { reason: 'Es un homónimo: otra cédula.' } })
    expect((await dismiss(check.id)).code).toBe('screening.check_without_findings')
    expect(await auditTrail(test.database.db, { action: 'screening.findings_dismissed', objectId: person })).toMatchObject([
      { after: { checkId: check.id, makerId: idOfOfficer(maker) }, reason: 'Es un homónimo: otra cédula.' },
    ])
  })

  it('does not cover the findings of a later check; a rejected request changes nothing', async () => {
    const { person, check } = await found(2)
    await act('refuse', await dismiss(check.id))
    expect((await checkSummary(person)).risk).toBe('medium')
    await act('approve', await dismiss(check.id))
    expect((await checkSummary(person)).risk).toBe('low')
    await test.launch(person, { isFresh: true })
    await test.until(person, 'finished')
    expect((await checkSummary(person)).risk).toBe('medium')
  })

  it('is refused without findings, and for findings about the officer', async () => {
    const { check } = await found(0)
    expect((await dismiss(check.id)).code).toBe('screening.check_without_findings')
    const { person, check: own } = await found(3)
    expect((await dismiss(own.id, `officer:${person}`)).code).toBe('compliance.own_account')
  })
})

describe('launch of a check', () => {
  it('happens automatically, once, when every document of level 1 was accepted, and only then', async () => {
    const person = await test.customer(0)
    expect(await test.current(person)).toBeNull()
    const officer = newOfficer()
    const files = (await test.documents(person)).filter(({ state, slot }) => state === 'Pendiente' && !slot.endsWith('fields'))
    for (const { id } of files) {
      expect(await test.current(person)).toBeNull()
      await test.accept(officer, [id])
      await test.platform.jobs.drain()
    }
    expect(await test.until(person, 'finished')).toMatchObject({ launchedBy: null, result: { background: 'No' } })
    expect((await test.changeLevel(officer, person, 2)).status).toBe(200)
    await test.platform.jobs.drain()
    const { body } = await test.call(officer, 'GET', `/api/administrative/screening/checks?userId=${person}`)
    expect(body).toMatchObject({ earlier: [], launch: 'possible', launchesLeft: 50 })
  })

  it('happens once for twenty concurrent requests', async () => {
    const person = await test.customer(0)
    const answers = await Promise.all(Array.from({ length: 20 }, () => test.launch(person)))
    expect(answers.map(({ body }) => body.isNew).filter(Boolean)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.check.id)).size).toBe(1)
    const { document } = await test.until(person, 'finished')
    expect(test.launchesOf(document?.number ?? '')).toBe(1)
    expect(await auditTrail(test.database.db, { action: 'screening.check_launched', objectId: person })).toHaveLength(1)
  })

  it('sends the NIT of a company without its check digit', async () => {
    const [person] = [crypto.randomUUID()]
    await test.call(person, 'PUT', '/kyc/users/person-type', { personType: 'legal' })
    const sent = await test.send(person, 'legal-1', companyFields(bogotaDay(test.platform.clock.now())))
    expect([sent.status, sent.text]).toEqual([200, expect.anything()])
    await test.launch(person)
    expect(await test.until(person, 'running', 'finished')).toMatchObject({
      document: { type: 'NIT', number: '890903938', issuedOn: null },
    })
  })

  it('stores the register data with the report: whether a cédula is current, whether a NIT matches its RUT', async () => {
    const registersOf = async (person: string) => {
      await test.launch(person, { isFresh: true })
      await test.until(person, 'finished', 'failed_sources')
      const { rows } = await sql<object>`SELECT is_document_current AS document, is_rut_active AS active, is_rut_same AS same
        FROM screening.background_report WHERE account_id = ${person} ORDER BY id DESC LIMIT 1`.execute(test.database.owner)
      return rows[0]
    }
    const { controls } = test.sandbox.sandbox
    const company = crypto.randomUUID()
    await test.call(company, 'PUT', '/kyc/users/person-type', { personType: 'legal' })
    await test.send(company, 'legal-1', companyFields(bogotaDay(test.platform.clock.now()), { nit: '899.999.061-9' }))
    const person = await test.customer(0)
    expect(await registersOf(person)).toEqual({ document: true, active: null, same: null })
    expect(await registersOf(company)).toEqual({ document: null, active: true, same: true })
    const [tusdatosDocumentState, tusdatosRutState] = ['CANCELADA POR MUERTE', 'REGISTRO CANCELADO']
    controls.apply({ action: 'configure', tusdatosDocumentState, tusdatosRutState })
    expect(await registersOf(person)).toEqual({ document: false, active: null, same: null })
    expect(await registersOf(company)).toEqual({ document: null, active: false, same: true })
    controls.apply({ action: 'configure', tusdatosDocumentState: 'VIGENTE', tusdatosRutState: 'REGISTRO ACTIVO' })
  })

  it('is refused without a document, for oneself, and with an impossible date of issue', async () => {
    expect((await test.launch(crypto.randomUUID())).code).toBe('screening.check_without_document')
    const person = await test.customer(0)
    expect((await test.launch(person, {}, `officer:${person}`)).code).toBe('compliance.own_account')
    for (const issuedOn of ['1980-01-01', '2999-01-01'])
      expect((await test.launch(person, { issuedOn })).code).toBe('screening.check_issue_date')
    expect((await test.launch(person, { issuedOn: '2010-05-04' })).body.check.document).toMatchObject({ issuedOn: '2010-05-04' })
  })
})

describe('a provider that does not answer', () => {
  it('is asked again and again', async () => {
    const person = await test.customer(0)
    test.sandbox.sandbox.controls.apply({ action: 'api-fault', kind: 'error', point: 'tusdatos.launch' })
    await test.launch(person)
    await test.platform.jobs.drain()
    expect(await test.current(person)).toMatchObject({ state: 'queued', isProviderAway: true })
    expect(await test.checks?.figures.read()).toMatchObject({ provider_away: 1 })
    expect(await test.until(person, 'finished')).toMatchObject({ isProviderAway: false, result: { background: 'No' } })
  })

  it('that refuses our credentials raises a metric; the officer sees that it is unavailable, and has a daily limit of launches', async () => {
    const other = await startChecksTest({ TUSDATOS_PASSWORD: 'another', TUSDATOS_OFFICER_LAUNCHES_PER_DAY: '1' })
    try {
      const [one, two, officer] = [await other.customer(0), await other.customer(0), newOfficer()]
      await other.launch(one, {}, officer)
      await other.platform.jobs.drain()
      expect(await other.current(one)).toMatchObject({ state: 'queued', isProviderAway: true })
      expect(await other.checks?.figures.read()).toMatchObject({ provider_refusals: 1, late: 0 })
      expect((await other.launch(one, {}, officer)).body).toMatchObject({ isNew: false })
      expect((await other.launch(two, {}, officer)).code).toBe('screening.checks_of_day')
      other.platform.clock.advance(25 * HOUR_MS)
      expect(await other.until(one, 'lost')).toMatchObject({ result: null })
      expect((await other.launch(two, {}, officer)).status).toBe(200)
    } finally {
      await other.stop()
    }
  })

  describe('a provider that does not know the job', () => {
    const UNKNOWN = () => Response.json({ detail: 'Not found' }, { status: 404 })
    const AWAY = () => new Response('', { status: 503 })
    /** Script the provider's answers about its job, each a given time after the one before. */
    async function answers(person: string, ...all: readonly (readonly [afterMs: number, answer: (() => Response) | null])[]) {
      const real = globalThis.fetch
      let now: (() => Response) | null = null
      vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
        now && String(input).includes('/results/') ? now() : real(input, init),
      )
      try {
        for (const [afterMs, answer] of all) {
          now = answer
          test.platform.clock.advance(afterMs)
          await test.platform.jobs.drain()
        }
      } finally {
        vi.restoreAllMocks()
      }
      return test.current(person)
    }
    const launched = async () => {
      test.sandbox.sandbox.controls.apply({ action: 'configure', tusdatosDelayMs: 3 * HOUR_MS })
      const person = await test.customer(0)
      await test.launch(person)
      await test.platform.jobs.drain()
      return person
    }
    const SOON_MS = 30_000
    const FOR_FIVE_MINUTES = Array.from({ length: 10 }, () => [SOON_MS, UNKNOWN] as const)

    it('is trusted after five minutes', async () => {
      const person = await launched()
      expect(await answers(person, ...FOR_FIVE_MINUTES)).toMatchObject({ state: 'launched', isProviderAway: true })
      const { document } = await test.current(person)
      expect(test.launchesOf(document?.number ?? '')).toBe(1)
      expect(await answers(person, [SOON_MS, UNKNOWN])).toMatchObject({ state: 'lost', result: null })
    })

    it('is not trusted for one answer before and one after an outage, but for one more', async () => {
      const person = await launched()
      const twice = await answers(person, [3_000, UNKNOWN], [6 * 60_000, AWAY], [SOON_MS, UNKNOWN])
      expect(twice).toMatchObject({ state: 'launched', isProviderAway: true })
      expect(await answers(person, [SOON_MS, UNKNOWN])).toMatchObject({ state: 'lost' })
    })

    it('is not trusted for answers from before it knew the job again', async () => {
      const person = await launched()
      const again = await answers(person, [3_000, UNKNOWN], [SOON_MS, UNKNOWN], [6 * 60_000, null], [SOON_MS, UNKNOWN])
      expect(again).toMatchObject({ state: 'running', isProviderAway: true })
      expect(await answers(person, ...FOR_FIVE_MINUTES.slice(1))).toMatchObject({ state: 'running', isProviderAway: true })
      expect(await answers(person, [SOON_MS, null])).toMatchObject({ state: 'running', isProviderAway: false })
    })
  })

  it('is asked for a job at least every half minute, and for a launch that may exist every five minutes', async () => {
    const person = await test.customer(0)
    const real = globalThis.fetch
    const asked: string[] = []
    let away = '/launch'
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (!String(input).includes(away)) return real(input, init)
      asked.push(away)
      return new Response('', { status: 503 })
    })
    const asksIn = async (ms: number, stepMs = 30_000) => {
      asked.length = 0
      for (let passed = 0; passed < ms; passed += stepMs) {
        test.platform.clock.advance(stepMs)
        await test.platform.jobs.drain()
      }
      return asked.length
    }
    try {
      await test.launch(person)
      await asksIn(1_800_000, 300_000)
      expect(await asksIn(600_000)).toBe(2)
      away = '/results/'
      await asksIn(1_200_000, 300_000)
      expect(await asksIn(300_000)).toBe(10)
    } finally {
      vi.restoreAllMocks()
    }
    expect(await test.until(person, 'finished')).toMatchObject({ isProviderAway: false })
  })

  it('whose report has less than its job found: the findings of the report apply, and the customer is not clean', async () => {
    const person = await test.customer(4)
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const response = await real(input, init)
      if (!String(input).includes('/report_json/')) return response
      const nothing = { altos: [], medios: [], bajos: [], infos: [] }
      return Response.json({ ...((await response.json()) as object), dict_hallazgos: nothing, peps: [] })
    })
    try {
      await test.launch(person)
      const check = await test.until(person, 'failed_sources')
      expect(check).toMatchObject({ result: { background: null, listed: null, pep: null, isComplete: false }, hasReport: true })
    } finally {
      vi.restoreAllMocks()
    }
    expect(await test.until(person, 'finished')).toMatchObject({ result: { background: 'Alto', listed: 'Si' } })
  })

  it('findings are stored without a PDF that never comes', async () => {
    const person = await test.customer(4)
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
      String(input).includes('/report_pdf/') ? new Response('no', { status: 403 }) : real(input, init),
    )
    try {
      await test.launch(person)
      for (let run = 0; run < 7; run++) {
        if (run === 3) expect(await test.current(person)).toMatchObject({ result: null, isProviderAway: true })
        await test.platform.jobs.drain()
        test.platform.clock.advance(5 * 60_000)
      }
    } finally {
      vi.restoreAllMocks()
    }
    const { id, result } = await test.until(person, 'finished')
    expect(result).toMatchObject({ listed: 'Si' })
    expect(await checkSummary(person)).toMatchObject({ isListed: true })
    expect((await test.report(id)).body.fileUrl).toBeNull()
  })

  it("findings are stored although the PDF exceeds the customer's storage quota", async () => {
    const person = await test.customer(4)
    await sql`UPDATE platform.stored_file SET bytes = ${STORED_BYTES_MAX} WHERE id =
      (SELECT id FROM platform.stored_file WHERE owner_id = ${person} LIMIT 1)`.execute(test.database.db)
    await test.launch(person)
    const { id } = await test.until(person, 'finished')
    expect((await test.report(id)).body.fileUrl).not.toBeNull()
  })

  it('an answer lost in transit does not cause a second payment', async () => {
    const person = await test.customer(0)
    test.sandbox.sandbox.controls.apply({ action: 'configure', tusdatosDelayMs: 60_000 })
    test.sandbox.sandbox.controls.apply({ action: 'api-fault', kind: 'drop-after', point: 'tusdatos.launch' })
    await test.launch(person, { isFresh: true })
    const { document } = await test.until(person, 'running')
    expect(test.launchesOf(document?.number ?? '')).toBe(1)
    expect((await test.until(person, 'finished')).result).toMatchObject({ isValidated: true })
  })
})

describe('access to a check', () => {
  it('officers can read it and each access is recorded; the customer cannot, nor an officer about themselves; it is unreadable once the documents are purged', async () => {
    const person = await test.customer(3)
    await test.launch(person)
    const { id } = await test.until(person, 'finished')
    const paths = [`?userId=${person}`, `/${id}`, `/${id}/report`].map((path) => `/api/administrative/screening/checks${path}`)
    const officer = newOfficer()
    const statuses = async (token: string | null) => Promise.all(paths.map(async (path) => (await test.call(token, 'GET', path)).status))
    expect(await statuses(null)).toEqual([401, 401, 401])
    expect(await statuses(person)).toEqual([403, 403, 403])
    expect(await statuses(`officer:${person}`)).toEqual([403, 403, 403])
    expect(await statuses(officer)).toEqual([200, 200, 200])
    const views = await auditTrail(test.database.db, { action: 'kyc.person_viewed', objectId: person })
    const byOfficer = views.filter(({ actor }) => actor.kind === 'person' && actor.accountId === idOfOfficer(officer))
    const parts = byOfficer.map(({ after }) => JSON.stringify(after))
    expect(parts.sort()).toEqual(['_check', '_checks', '_report'].map((part) => `{"part":"background${part}"}`).sort())

    await test.platform.files.eraseOwner(person)
    expect((await test.report(id)).status).toBe(404)
    expect(await test.current(person)).toMatchObject({ document: null, hasReport: false })
    const kept = await sql<{ row: string }>`SELECT to_jsonb(report)::text AS row FROM screening.background_report report
      WHERE account_id = ${person}`.execute(test.database.db)
    expect(kept.rows).toHaveLength(1)
    expect(kept.rows[0]?.row).not.toContain('procuraduria')
  })

  it('access to an earlier report is recorded while the check is retried, and not while there is nothing to see', async () => {
    const person = await test.customer(6)
    test.sandbox.sandbox.controls.apply({ action: 'configure', tusdatosDelayMs: 60_000 })
    await test.launch(person)
    const officer = newOfficer()
    const look = async (id: string) => {
      await test.call(officer, 'GET', `/api/administrative/screening/checks/${id}`)
      return (await auditTrail(test.database.db, { action: 'kyc.person_viewed', objectId: person })).filter(
        ({ actor }) => actor.kind === 'person' && actor.accountId === idOfOfficer(officer),
      ).length
    }
    const { id } = await test.until(person, 'running')
    expect(await look(id)).toBe(0)
    await test.until(person, 'failed_sources')
    await retry(id)
    expect([(await test.current(person))?.state, await look(id)]).toEqual(['retrying', 1])
  })
})
