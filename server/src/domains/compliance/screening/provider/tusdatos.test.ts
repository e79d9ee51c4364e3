/** The adapter of background checks over real HTTP: against the sandbox, and against a misbehaving provider. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_SECRETS } from '../../../../../../dev/sandbox/secrets.ts'
import { startTestSandbox, type TestSandbox } from '../../../../../../dev/sandbox/testing.ts'
import type { Progress, Subject } from './background-checks.ts'
import { ProviderUnreachable } from './http.ts'
import { ReportJson, readRegisters, readReport } from './read-report.ts'
import { readTusdatosSettings } from './settings.ts'
import { createTusdatos, keylessChecks } from './tusdatos.ts'

let test: TestSandbox
beforeAll(async () => {
  test = await startTestSandbox()
  test.sandbox.controls.apply({ action: 'configure', tusdatosDelayMs: 0 })
})
afterAll(() => test.close())
afterEach(() => void test.sandbox.controls.apply({ action: 'configure', tusdatosDelayMs: 0 }))

const HOUR_MS = 3_600_000
const own = (change: object = {}) =>
  createTusdatos({ url: test.sandbox.baseUrls.tusdatos, ...SANDBOX_SECRETS.tusdatos, timeoutMs: 10_000, ...change })
const person = (digit: number): Subject => ({ document: `1012345${digit}`, documentType: 'CC', issuedOn: '2008-03-01' })
async function launched(subject: Subject, force = true): Promise<string> {
  const launch = await own().launch(subject, { force })
  if (launch.outcome !== 'launched') throw new Error(launch.outcome)
  return launch.jobId
}
function finished(progress: Progress) {
  if (progress.state !== 'finished') throw new Error(progress.state)
  return progress
}
async function check(subject: Subject) {
  const end = finished(await own().results(await launched(subject), subject))
  const report = await own().report(end.reportId, subject)
  return { ...end, result: report?.result, json: report?.json }
}

describe('ADM-08 outcomes of a background check', () => {
  it.each([
    [0, { background: 'No', isListed: false, isPep: false }],
    [1, { background: 'Bajo', isListed: false, isPep: false }],
    [2, { background: 'Medio', isListed: false, isPep: false }],
    [3, { background: 'Alto', isListed: false, isPep: false }],
    [4, { background: 'Alto', isListed: true, isPep: false }],
    [5, { background: 'No', isListed: false, isPep: true }],
  ])('a document that ends in %i', async (digit, result) => {
    const found = await check(person(digit))
    expect(found).toMatchObject({ isValidated: true, failedSources: [], result: { ...result, failedSources: [] } })
    expect(JSON.parse(Buffer.from(found.json ?? []).toString('utf8')).id).toBe(person(digit).document)
  })

  it('a failed source is unknown, never clean, and clean only after that source was asked again', async () => {
    const found = await check(person(6))
    expect(found.failedSources).toEqual(['rama_unificada'])
    expect(found.sources.find(({ source }) => source === 'rama_unificada')?.isConsulted).toBe(false)
    expect(found.result).toEqual({ gravest: 'No', background: null, isListed: null, isPep: null, failedSources: ['rama_unificada'] })
    const again = await own().retry(found.reportId, 'CC')
    const end = finished(await own().results(again?.jobId ?? '', person(6)))
    expect(end).toMatchObject({ reportId: found.reportId, failedSources: [] })
    expect((await own().report(end.reportId, person(6)))?.result).toMatchObject({ background: 'No', isListed: false, isPep: false })
  })

  it('reports that the provider does not validate the document', async () => {
    expect(await check(person(7))).toMatchObject({ isValidated: false })
  })

  it('a subject asked about recently has a report immediately, and a new one with force', async () => {
    const launch = await own().launch(person(9))
    expect(launch.outcome).toBe('cached')
    if (launch.outcome !== 'cached') return
    expect((await own().report(launch.reportId, person(9)))?.result.background).toBe('No')
    expect((await own().launch(person(9), { force: true })).outcome).toBe('launched')
  })

  it('reports progress by source while it runs; a job that never ends stays running, and is lost after four hours', async () => {
    const clock = { atMs: Date.now() }
    const own = await startTestSandbox({ clock: { now: () => new Date(clock.atMs) } })
    try {
      const adapter = createTusdatos({ url: own.sandbox.baseUrls.tusdatos, ...SANDBOX_SECRETS.tusdatos, timeoutMs: 10_000 })
      own.sandbox.controls.apply({ action: 'configure', tusdatosDelayMs: 60_000 })
      const launch = await adapter.launch(person(8))
      const jobId = launch.outcome === 'launched' ? launch.jobId : ''
      const done = async () => {
        const progress = await adapter.results(jobId, person(8))
        return progress.state === 'running' ? progress.sources.filter(({ isConsulted }) => isConsulted).length : progress.state
      }
      expect(await done()).toBe(0)
      clock.atMs += 30_000
      expect(await done()).toBe(5)
      await own.restart()
      own.sandbox.controls.apply({ action: 'configure', tusdatosDelayMs: 60_000 })
      const after = createTusdatos({ url: own.sandbox.baseUrls.tusdatos, ...SANDBOX_SECRETS.tusdatos, timeoutMs: 10_000 })
      clock.atMs += HOUR_MS
      expect(await after.results(jobId, person(8))).toMatchObject({ state: 'running' })
      clock.atMs += 4 * HOUR_MS
      expect(await after.results(jobId, person(8))).toEqual({ state: 'lost' })
    } finally {
      await own.close()
    }
  })

  it('returns the report as a PDF; null for an unknown report', async () => {
    const { reportId } = await check(person(3))
    for (const type of ['CC', 'NIT'] as const)
      expect(Buffer.from((await own().reportPdf(reportId, type)) ?? []).toString('latin1', 0, 5)).toBe('%PDF-')
    expect(await own().report('unknown', person(3))).toBeNull()
    expect(await own().reportPdf('nobody', 'CC')).toBeNull()
    expect(await own().retry('nobody', 'CC')).toBeNull()
    expect(await own().results('nobody', person(0))).toEqual({ state: 'lost' })
  })

  it('a refused document names the fields, not their values', async () => {
    expect(await own().launch({ ...person(0), document: 'with spaces' })).toEqual({ outcome: 'refused', fields: ['doc'] })
  })

  it('wrong credentials, server errors, hangs and cut connections leave the outcome unknown; errors contain no secret and no document', async () => {
    const wrong = own({ password: 'secret-of-ours' })
    const thrown: unknown[] = [await wrong.launch(person(0)).catch((error: unknown) => error)]
    for (const kind of ['error', 'error-after', 'drop-after'] as const) {
      test.sandbox.controls.apply({ action: 'api-fault', kind, point: 'tusdatos.launch' })
      thrown.push(
        await own()
          .launch(person(0))
          .catch((error: unknown) => error),
      )
    }
    test.sandbox.controls.apply({ action: 'api-fault', kind: 'slow', point: 'tusdatos.read', value: 60_000 })
    thrown.push(
      await own({ timeoutMs: 200 })
        .results('x', person(0))
        .catch((error: unknown) => error),
    )
    expect(thrown.map(String)).toEqual([
      'ProviderUnreachable: HTTP 401',
      'ProviderUnreachable: HTTP 500',
      'ProviderUnreachable: HTTP 500',
      'ProviderUnreachable: TypeError',
      'ProviderUnreachable: TimeoutError',
    ])
  })
})

describe('a misbehaving provider', () => {
  let server: Server | undefined
  afterEach(
    () =>
      new Promise<void>((resolve) => {
        server?.close(() => resolve())
        server?.closeAllConnections()
      }),
  )
  async function against(listener: RequestListener, timeoutMs = 5_000) {
    server = createServer(listener)
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return createTusdatos({ url: `http://127.0.0.1:${port}`, user: 'u', password: 'p', timeoutMs })
  }
  const saying = (body: string, status = 200) =>
    against((_request, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body))
  const end = { estado: 'finalizado', id: 'r1', cedula: person(0).document, error: false, errores: [], validado: true }

  it.each([
    ['not JSON', '<html>'],
    ['empty', ''],
    ['an unknown state', JSON.stringify({ ...end, estado: 'quién sabe' })],
    ['finished without a report', JSON.stringify({ ...end, id: null })],
    ['about another person', JSON.stringify({ ...end, cedula: '999' })],
    ['about no person, not even symbols', JSON.stringify({ ...end, cedula: '-' })],
    ['about no person', JSON.stringify({ ...end, cedula: null })],
    ['failed sources that are no list', JSON.stringify({ ...end, errores: 'rama' })],
  ])('results: %s is not accepted as a result', async (_name, body) => {
    await expect((await saying(body)).results('j', person(0))).rejects.toThrow(ProviderUnreachable)
  })

  it('an end without information about failed sources counts as a failed source', async () => {
    const found = await (await saying(JSON.stringify({ ...end, error: undefined }))).results('j', person(0))
    expect(found).toMatchObject({ state: 'finished', failedSources: ['sin identificar'] })
  })
  it.each([undefined, null])('an end without information about the validity of the document (%s) does not deny it', async (validado) => {
    const found = await (await saying(JSON.stringify({ ...end, validado }))).results('j', person(0))
    expect(found).toMatchObject({ state: 'finished', isValidated: null })
  })
  it('an error state never ends clean', async () => {
    const found = await (await saying(JSON.stringify({ ...end, estado: 'error, tarea no valida' }))).results('j', person(0))
    expect(found).toMatchObject({ failedSources: ['sin identificar'] })
  })
  it('a document of symbols alone identifies no person, and a number is equal to the same text', async () => {
    const adapter = await saying(JSON.stringify({ ...end, cedula: 12345 }))
    expect(await adapter.results('j', { ...person(0), document: '0012345' })).toMatchObject({ state: 'finished' })
    const about = { ...person(0), document: '--' }
    await expect(adapter.results('j', about)).rejects.toThrow('another person')
  })
  it('refuses a ready report about another person', async () => {
    await expect((await saying(JSON.stringify({ id: 'r', cedula: '999' }))).launch(person(0))).rejects.toThrow('another person')
  })
  it.each(['{}', '{"error":false,"errores":[]}', '{"error":false,"errores":[],"dict_hallazgos":{"altos":[]}}'])(
    'a report without its findings is not a report: %s',
    async (body) => {
      await expect((await saying(body)).report('r', person(0))).rejects.toThrow('without the expected answer')
    },
  )
  // Keys and types as in the public samples of `report_json`: no `cedula`, no `typedoc`.
  const { document } = person(0)
  const register = { cedula: document, estado: 'VIGENTE', fecha_exp: '', lugar_exp: '', nombre: 'ANA ROJAS' }
  const whole = {
    ...{ id: document, nombre: 'ANA ROJAS', genero: 'F', fecha: '4, Oct 2026', hallazgos: 'bajo', error: false, errores: [] },
    ...{
      dict_hallazgos: { altos: [], medios: [], bajos: [], infos: [] },
      peps: [],
      peps2: true,
      peps_denom: [],
      rama: { bugajepms: true },
    },
    ...{ ofac: false, lista_onu: true, registraduria_certificado: register, rut: `${document}-4`, rut_estado: 'REGISTRO ACTIVO' },
  }
  const withoutOwner = { ...whole, id: undefined, registraduria_certificado: { estado: 'VIGENTE' }, rut: undefined }
  const company: Subject = { document: '890903938', documentType: 'NIT', issuedOn: null }
  const reading = async (body: object, subject: Subject = person(0), options = {}) =>
    (await saying(JSON.stringify(body))).report('r', subject, options)
  it.each([
    ['another number', { cedula: '999' }, 'other_person'],
    ['another id', { id: '999' }, 'other_person'],
    ['another cédula at the Registraduría', { registraduria_certificado: { ...register, cedula: 999 } }, 'other_person'],
    ['another RUT', { rut: '999-1' }, 'other_person'],
    ['another NIT', { nit: 999 }, 'other_person'],
    ['another type of document', { typedoc: 'CE' }, 'other_person'],
    ['a document that it does not say', withoutOwner, 'incomplete_report'],
    ['nothing but its own id', { ...withoutOwner, id: 'r' }, 'incomplete_report'],
    ['no row of lists', { peps: undefined }, 'incomplete_report'],
    ['null for a list', { peps_denom: null }, 'incomplete_report'],
    ['no register', { registraduria_certificado: undefined }, 'incomplete_report'],
  ])('H8 a report with %s is about another person', async (_case, change, code) => {
    await expect((await saying(JSON.stringify({ ...whole, ...change }))).report('r', person(0))).rejects.toMatchObject({ code })
  })
  it('H8 a whole report is accepted, also when a section that it lacks is named as failed', async () => {
    expect((await (await saying(JSON.stringify(whole))).report('r', person(0)))?.result).toMatchObject({ isListed: false })
    const failed = { ...whole, peps: undefined, error: true, errores: ['PEPS'] }
    expect(await reading(withoutOwner, person(0), { isOwnerNamed: true })).toMatchObject({ result: { isListed: false } })
    await expect(reading({ ...withoutOwner, id: '999' }, person(0), { isOwnerNamed: true })).rejects.toMatchObject({ code: 'other_person' })
    expect((await (await saying(JSON.stringify(failed))).report('r', person(0)))?.result).toMatchObject({ isListed: null })
  })
  it('H8 the end of a job about another type of document is refused, and a source that it did not ask counts as failed', async () => {
    await expect((await saying(JSON.stringify({ ...end, typedoc: 'CE' }))).results('j', person(0))).rejects.toThrow('another person')
    const ready = { id: 'r', cedula: document, typedoc: 'CE' }
    await expect((await saying(JSON.stringify(ready))).launch(person(0))).rejects.toThrow('another person')
    const found = await (await saying(JSON.stringify({ ...end, results: { ofac: false, rut: true } }))).results('j', person(0))
    expect(found).toMatchObject({ failedSources: ['ofac'] })
  })
  it.each([
    ['its NIT as a number', { id: 'r', nit: 890903938, rut: '899999068-1' }, '8999990681'],
    ['its NIT with the check digit', { id: '890903938', identificacion: '890.903.938-8', rut: '890903938-8' }, '8909039388'],
    ['only its RUT', { id: 'r', rut: '890903938-8' }, '8909039388'],
  ])('the report of a company has %s; another NIT in the RUT is a finding', async (_case, change, rut) => {
    const body = { ...whole, registraduria_certificado: undefined, ...change }
    expect((await reading(body, company))?.registers.rut).toBe(rut)
  })
  it.each([{ nit: '899999068' }, { identificacion: 899999068 }, { id: 'r', rut: '899999068-1' }])(
    'H8 the report of another company is refused: %o',
    async (change) => {
      const body = { ...whole, registraduria_certificado: undefined, id: company.document, rut: undefined, ...change }
      await expect(reading(body, company)).rejects.toMatchObject({ code: 'other_person' })
    },
  )
  it('a foreigner has a separate NIT, and no register of the Registraduría', async () => {
    const subject: Subject = { ...person(0), documentType: 'CE' }
    expect(await reading({ ...whole, registraduria_certificado: undefined, rut: '700123456-1' }, subject)).not.toBeNull()
  })
  it.each([
    ['peps', { peps: 'Error' }],
    ['peps_denom', { peps_denom: false }],
    ['ofac', { ofac: 'Error' }],
    ['rama', { rama: { bugajepms: 'error' } }],
    ['registraduria_certificado', { registraduria_certificado: 'Error' }],
    ['rut', { rut: 'Error' }],
  ])('a section %s that failed is a failed source, not an unreadable report', async (source, change) => {
    const unknown = { background: null, isListed: null, isPep: null, failedSources: [source] }
    expect((await reading({ ...whole, ...change }))?.result).toMatchObject(unknown)
  })
  it('labels of sources are mapped to the codes of failures, and unknown ones are kept', async () => {
    const labels = { 'Rama Judicial Unificada, Busqueda por Nombre': false, 'Libreta Militar': true }
    const said = { ...end, cedula: Number(document), typedoc: 'CC', error: true, errores: ['rama_unificada'], results: labels }
    expect(await (await saying(JSON.stringify(said))).results('j', person(0))).toMatchObject({
      sources: [
        { source: 'rama_unificada', isConsulted: false },
        { source: 'Libreta Militar', isConsulted: true },
      ],
      failedSources: ['rama_unificada'],
    })
  })
  it('accepts the alternative spelling of the job field', async () => {
    expect(await (await saying('{"doc":"1","jobId":"again"}')).retry('r', 'CC')).toEqual({ jobId: 'again' })
  })
  it('does not follow redirects with our credentials', async () => {
    const adapter = await against((_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
    await expect(adapter.report('r', person(0))).rejects.toThrow('TypeError')
  })
  it('stops reading an answer that is too large, announced or not', async () => {
    let sent = 0
    const adapter = await against((_request, response) => {
      const more = () => {
        sent += 65_536
        if (response.destroyed || sent > 40_000_000) return response.end()
        return response.write(Buffer.alloc(65_536, 32), more)
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      more()
    })
    await expect(adapter.results('j', person(0))).rejects.toThrow('answer too large')
    expect(sent).toBeLessThan(20_000_000)
  })
  it('an answer that hangs or ends early leaves the outcome unknown', async () => {
    const hanging = await against((_request, response) => void response.writeHead(200).write('{"estado":'), 200)
    await expect(hanging.results('j', person(0))).rejects.toThrow('TimeoutError')
    const cut = await against((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"estado":', () => response.destroy())
    })
    await expect(cut.results('j', person(0))).rejects.toThrow('TypeError')
  })
  it.each(['%PDF-1.7 and then nothing', '<html>%%EOF', ''])('an incomplete PDF is not accepted: %s', async (body) => {
    await expect((await saying(body)).reportPdf('r', 'CC')).rejects.toThrow('not a whole PDF')
  })
})

describe('content of a report', () => {
  const finding = (fuente: string) => ({ codigo: fuente, fuente })
  const saying = (change: object = {}, findings: object = {}) =>
    ReportJson.parse({
      error: false,
      errores: [],
      dict_hallazgos: { altos: [], medios: [], bajos: [], infos: [], ...findings },
      ...change,
    })
  const say = (change: object = {}, findings: object = {}) => readReport(saying(change, findings))

  it.each([
    ['all of them', {}, { documentState: 'Vigente', rut: '8909039388', rutState: 'REGISTRO ACTIVO' }],
    ['one that failed', { errores: ['rut_estado'] }, { documentState: 'Vigente', rut: '8909039388', rutState: null }],
    ['the Registraduría failed', { errores: ['REGISTRADURIA_CERTIFICADO'] }, { documentState: null, rutState: 'REGISTRO ACTIVO' }],
    ['none', { registraduria_certificado: false, rut: false, rut_estado: null }, { documentState: null, rut: null, rutState: null }],
    ['nothing of it', { registraduria_certificado: {}, rut: '', rut_estado: '' }, { documentState: null, rut: null, rutState: null }],
  ])('register data: %s', (_case, change, expected) => {
    const said = { registraduria_certificado: { estado: 'Vigente' }, rut: '890903938-8', rut_estado: 'REGISTRO ACTIVO' }
    expect(readRegisters(saying({ ...said, ...change }))).toMatchObject(expected)
  })

  it('rows of sanctions in the PEP section list the person and do not mark them as PEP', () => {
    expect(say({ peps: [{ TIPO_LISTA: 'OFAC', CATEGORIA: 'Listas restrictivas' }] })).toMatchObject({ isListed: true, isPep: false })
    expect(say({ peps: [{ TIPO_LISTA: 'PEP' }] })).toMatchObject({ isListed: false, isPep: true })
    expect(say({ peps_denom: [{ CATEGORIA: 'Personas Expuestas Políticamente' }] })).toMatchObject({ isPep: true })
  })
  it('matches sanctions without regard to accents', () => {
    expect(say({ peps: [{ TIPO_LISTA: 'PEP', CATEGORIA: 'Sanción' }] })).toMatchObject({ isListed: true, isPep: true })
    expect(say({ peps: [{ CATEGORIA: 'Políticamente expuesto' }] })).toMatchObject({ isListed: false, isPep: true })
  })
  it('a row of an unknown kind is unknown, never clean', () => {
    const rows = { peps: [{ TIPO_LISTA: 'Otra', CATEGORIA: null }] }
    expect(say(rows)).toMatchObject({ isListed: null, isPep: null })
    expect(say({ peps: [...rows.peps, { TIPO_LISTA: 'PEP' }] })).toMatchObject({ isListed: null, isPep: true })
  })
  it.each(['ofac', 'ofac_nombre', 'lista_onu', 'lista_banco_mundial', 'iadb', 'interpol', 'EUROPOL'])('%s is a list', (source) => {
    expect(say({}, { bajos: [finding(source)] }).isListed).toBe(true)
  })
  it('findings remain although a source failed; the rest is unknown', () => {
    const failed = { errores: ['policia'] }
    expect(say(failed, { altos: [finding('ofac')] })).toEqual({
      gravest: 'Alto',
      background: 'Alto',
      isListed: true,
      isPep: null,
      failedSources: ['policia'],
    })
    expect(say(failed, { medios: [finding('rut')] })).toMatchObject({ background: null, isListed: null })
    expect(say({ error: true })).toMatchObject({ background: null, isListed: null, isPep: null, failedSources: ['sin identificar'] })
  })
})

describe('settings of the provider', () => {
  const REAL = { TUSDATOS_URL: 'https://dash-board.tusdatos.co/', TUSDATOS_USER: 'tunjo', TUSDATOS_PASSWORD: 'a1b2c3' }
  const production = (change: object = {}) => readTusdatosSettings({ ...REAL, ...change }, { profile: 'production' })
  it('accepts real credentials', () => {
    expect(production().provider).toMatchObject({ url: 'https://dash-board.tusdatos.co', timeoutMs: 15_000 })
  })
  it('a production process without the credentials makes no call', async () => {
    const { provider, limits } = production({ TUSDATOS_USER: '', TUSDATOS_PASSWORD: '' })
    expect([provider, limits.perOfficer]).toEqual([null, 50])
    await expect(keylessChecks().results('job', { document: '1', documentType: 'CC', issuedOn: null })).rejects.toThrow('holds no key')
    expect(() => readTusdatosSettings({ TUSDATOS_URL: REAL.TUSDATOS_URL }, { profile: 'demo' })).toThrow('TUSDATOS_USER')
  })
  it('production refuses missing and test credentials, loopback, plain http and the test address, by name', () => {
    const { user, password } = SANDBOX_SECRETS.tusdatos
    for (const name of ['TUSDATOS_URL', 'TUSDATOS_USER', 'TUSDATOS_PASSWORD']) expect(() => production({ [name]: '' })).toThrow(name)
    expect(() => production({ TUSDATOS_USER: 'a:b' })).toThrow('TUSDATOS_USER')
    expect(() => production({ TUSDATOS_USER: user })).toThrow('TUSDATOS_USER')
    expect(() => production({ TUSDATOS_PASSWORD: password })).toThrow('TUSDATOS_PASSWORD')
    for (const url of ['http://dash-board.tusdatos.co', 'https://127.0.0.1', 'https://docs.tusdatos.co'])
      expect(() => production({ TUSDATOS_URL: url })).toThrow('TUSDATOS_URL')
  })
})
