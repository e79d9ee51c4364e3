/**
 * Background checks as tusdatos.co offers them, under /tusdatos. The result depends on the last digit of the document: 0 clean, 1 Bajo, 2
 * Medio, 3 Alto, 4 in the list of OFAC, 5 politically exposed, 6 a source fails until it is queried again, 7 the document is not valid, 8
 * never ends, 9 checked lately. A document that was checked here in the last fifteen days counts as checked lately too.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import PDFDocument from 'pdfkit'
import * as z from 'zod'
import { type Answer, answering } from './answers.ts'
import type { Sandbox } from './context.ts'
import { readSwitches } from './switches.ts'
import { textsOf } from './texts-of.ts'
import type { TusdatosCheck } from './tusdatos-types.ts'

/** Sources by code in reports and among failures; the progress of a job has their labels. */
const SOURCES = {
  procuraduria: 'Procuraduría General de la Nación (Consulta en Linea)',
  policia: 'Policia Nacional de Colombia',
  contraloria: 'Contraloría General de la Republica (Consulta en Linea)',
  rama_unificada: 'Rama Judicial Unificada, Busqueda por Nombre',
  ofac: 'Lista Clinton (OFAC), Busqueda por Documento (Consulta en Línea)',
  lista_onu: 'Consejo de Seguridad de la Naciones Unidas (ONU)',
  interpol: 'Organización Internacional de Policía Criminal (INTERPOL)',
  peps: 'Listas y PEPs (Personas Expuestas Políticamente), Busqueda por Documento',
  sigep: 'Sistema de Información y Gestión del Empleo Público (SIGEP)',
  rut: 'Registro Único Tributario (RUT)',
}
const FAILING_SOURCE = 'rama_unificada'
const JOB_LIVES_MS = 4 * 3_600_000
const RECENT_MS = 15 * 86_400_000

const LaunchRequest = z.object({
  doc: z.string().regex(/^[A-Za-z0-9]{3,20}$/),
  typedoc: z.enum(['CC', 'CE', 'NIT', 'PP', 'PEP', 'PPT', 'NOMBRE']),
  fechaE: z
    .string()
    .regex(/^\d{2}\/\d{2}\/\d{4}$/)
    .optional(),
  force: z.boolean().optional(),
})

export function mountTusdatos(app: FastifyInstance, sandbox: Sandbox): void {
  const guarded = (handle: (request: FastifyRequest) => Answer) => (request: FastifyRequest) =>
    isKnown(sandbox, request) ? handle(request) : { status: 401, body: { detail: 'Not authenticated' } }
  const post = answering(
    sandbox,
    'tusdatos.launch',
    guarded((request) => launch(sandbox, request.body)),
  )
  const read = (handle: (id: string, request: FastifyRequest) => Answer) =>
    answering(
      sandbox,
      'tusdatos.read',
      guarded((request) => handle(textsOf(request.params).id ?? '', request)),
    )
  app.post('/tusdatos/api/launch', post)
  app.get(
    '/tusdatos/api/results/:id',
    read((jobId) => results(sandbox, jobId)),
  )
  app.get(
    '/tusdatos/api/retry/:id',
    read((id) => retry(sandbox, id)),
  )
  app.get(
    '/tusdatos/api/report_json/:id',
    read((id) => reportJson(sandbox, id)),
  )
  for (const path of ['report_pdf', 'v2/report_pdf', 'report_nit_pdf', 'v2/report_nit_pdf'])
    app.get(`/tusdatos/api/${path}/:id`, (request, reply) => reportPdf(sandbox, request, reply))
}

function isKnown({ secrets }: Sandbox, request: FastifyRequest): boolean {
  const { user, password } = secrets.tusdatos
  const wanted = Buffer.from(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)
  const given = Buffer.from(request.headers.authorization ?? '')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function launch(sandbox: Sandbox, body: unknown): Answer {
  const parsed = LaunchRequest.safeParse(body)
  if (!parsed.success)
    return {
      status: 422,
      body: { detail: parsed.error.issues.map(({ path, message, code }) => ({ loc: ['body', ...path], msg: message, type: code })) },
    }
  const { doc, typedoc, force = false } = parsed.data
  const recent = force ? undefined : recentOf(sandbox, doc, typedoc)
  if (recent) return doneShare(sandbox, recent) >= 1 ? ready(recent) : launched(recent)
  const check = {
    id: randomUUID().replaceAll('-', ''),
    jobId: randomUUID(),
    doc,
    typedoc,
    launchedAtMs: sandbox.clock(),
    wasRetried: false,
  }
  sandbox.store.checks.put(check)
  return doc.endsWith('9') && !force ? ready(check) : launched(check)
}

/** A document checked in the last fifteen days is not checked again: returns its job while that runs, its report then. */
function recentOf(sandbox: Sandbox, doc: string, typedoc: string): TusdatosCheck | undefined {
  const since = sandbox.clock() - RECENT_MS
  const last = sandbox.store.checks.all().findLast((one) => one.doc === doc && one.typedoc === typedoc && one.launchedAtMs > since)
  return last && (doneShare(sandbox, last) >= 1 || sandbox.clock() - last.launchedAtMs <= JOB_LIVES_MS) ? last : undefined
}
function launched(check: TusdatosCheck): Answer {
  const { doc, typedoc, jobId: jobid } = check
  return { status: 200, body: { email: 'sandbox@tunjo.invalid', doc, jobid, nombre: '', typedoc, validado: isValid(check) } }
}
const ready = (check: TusdatosCheck): Answer => ({
  status: 200,
  body: { id: check.id, cedula: check.doc, nombre: '', typedoc: check.typedoc, validado: isValid(check) },
})

const isValid = ({ doc }: TusdatosCheck) => !doc.endsWith('7')
const failedOf = ({ doc, wasRetried }: TusdatosCheck) => (doc.endsWith('6') && !wasRetried ? [FAILING_SOURCE] : [])

/** Elapsed share of its time; one that never ends stays before its last source. */
function doneShare(sandbox: Sandbox, { doc, launchedAtMs }: TusdatosCheck): number {
  const { tusdatosDelayMs = 6_000 } = readSwitches(sandbox)
  const share = tusdatosDelayMs === 0 ? 1 : Math.min(1, (sandbox.clock() - launchedAtMs) / tusdatosDelayMs)
  return doc.endsWith('8') ? Math.min(share, 0.9) : share
}

function results(sandbox: Sandbox, jobId: string): Answer {
  const check = sandbox.store.checks.all().find((one) => one.jobId === jobId)
  if (!check || sandbox.clock() - check.launchedAtMs > JOB_LIVES_MS) return { status: 404, body: { detail: 'Not found' } }
  const [share, errores] = [doneShare(sandbox, check), failedOf(check)]
  const isDone = share >= 1
  const sources = Object.entries(SOURCES)
  const asked = Object.fromEntries(sources.map(([source, label], at) => [label, at < share * sources.length && !errores.includes(source)]))
  // A number, unless it has letters, or digits that a number would lose.
  const cedula = /^\d{1,15}$/.test(check.doc) ? Number(check.doc) : check.doc
  const common = { cedula, typedoc: check.typedoc, nombre: '', results: asked, time: Math.round(share * 600) / 10 }
  if (!isDone) return { status: 200, body: { ...common, estado: 'procesando', error: false, errores: [] } }
  const { altos, medios, bajos } = findingsOf(check)
  const hallazgos = altos.length > 0 ? 'Alto' : medios.length > 0 ? 'Medio' : bajos.length > 0 ? 'Bajo' : 'No'
  const end = { estado: 'finalizado', id: check.id, error: errores.length > 0, errores, validado: isValid(check) }
  return { status: 200, body: { ...common, ...end, hallazgo: hallazgos !== 'No', hallazgos } }
}

function retry(sandbox: Sandbox, id: string): Answer {
  const check = sandbox.store.checks.get(id)
  if (!check) return { status: 404, body: { detail: 'Not found' } }
  const again = { ...check, jobId: randomUUID(), launchedAtMs: sandbox.clock(), wasRetried: true }
  sandbox.store.checks.put(again)
  return { status: 200, body: { doc: check.doc, jobid: again.jobId } }
}

/** Null while it is running. */
function finished(sandbox: Sandbox, id: string): TusdatosCheck | null {
  const check = sandbox.store.checks.get(id)
  return check && (check.doc.endsWith('9') || doneShare(sandbox, check) >= 1) ? check : null
}

function reportJson(sandbox: Sandbox, id: string): Answer {
  const check = finished(sandbox, id)
  if (!check) return { status: 404, body: { detail: 'Not found' } }
  const errores = failedOf(check)
  const peps = check.doc.endsWith('5') ? [{ TIPO_LISTA: 'PEP', CATEGORIA: 'PEP', NOMBRE: '' }] : []
  const listed = check.doc.endsWith('4') ? [{ TIPO_LISTA: 'OFAC', CATEGORIA: 'Listas restrictivas', NOMBRE: '' }] : []
  const { tusdatosName: nombre = '', tusdatosReport = 'whole' } = readSwitches(sandbox)
  // Reports have the document as their id, and neither `cedula` nor `typedoc`.
  const doc = tusdatosReport === 'another' ? `${check.doc}0` : check.doc
  const said = { id: doc, nombre, error: errores.length > 0, errores }
  const nothing = { altos: [], medios: [], bajos: [], infos: [] }
  if (tusdatosReport === 'empty') return { status: 200, body: { ...said, error: false, errores: [], dict_hallazgos: nothing } }
  const facts = { genero: '', fecha: `Este reporte fue generado el ${new Date(check.launchedAtMs).toISOString()}` }
  const lists = { peps: [...peps, ...listed], peps_denom: [] }
  const failed = Object.fromEntries(errores.map((source) => [source, 'Error']))
  return {
    status: 200,
    body: {
      ...said,
      ...facts,
      dict_hallazgos: findingsOf(check),
      ...NOTHING_FOUND,
      ...lists,
      ...registersOf(sandbox, { ...check, doc }),
      ...failed,
    },
  }
}

/** Sections of sources that have nothing: a flag, or an empty list. */
const NOTHING_FOUND = {
  ...{ procuraduria: [], policia: false, contraloria: false, rama_unificada: [], rama: {}, juzgados_tyba: [], sigep: {}, simit: {} },
  ...{ ofac: false, ofac_nombre: false, lista_onu: false, iadb: [], interpol: false, europol: [] },
  lista_banco_mundial: { debarred_firms_individuals: [], others_sanctions: [] },
}

/** A cédula is current and a RUT is active, unless a switch overrides it. Foreigners have neither. */
function registersOf(sandbox: Sandbox, { doc, typedoc }: TusdatosCheck): object {
  const {
    tusdatosName: nombre = '',
    tusdatosDocumentState: estado = 'VIGENTE',
    tusdatosRutState = 'REGISTRO ACTIVO',
  } = readSwitches(sandbox)
  if (typedoc !== 'CC' && typedoc !== 'NIT') return {}
  const register = { registraduria_certificado: { cedula: doc, estado, fecha_exp: '', lugar_exp: '', nombre } }
  return { ...(typedoc === 'CC' ? register : {}), rut: `${doc}-${checkDigitOf(doc)}`, rut_estado: tusdatosRutState }
}
function checkDigitOf(nit: string): number {
  const weights = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]
  const digits = [...nit].reverse()
  const rest = weights.reduce((sum, weight, place) => sum + weight * Number(digits[place] ?? 0), 0) % 11
  return rest > 1 ? 11 - rest : rest
}

const findingOf = (codigo: string, hallazgo: string, descripcion: string) => ({ codigo, fuente: codigo, hallazgo, descripcion })
function findingsOf({ doc }: TusdatosCheck) {
  const one = <T>(digits: string, finding: T): T[] => (digits.includes(doc.slice(-1)) ? [finding] : [])
  return {
    altos: [
      ...one('3', findingOf('procuraduria', 'alto', 'Sanción disciplinaria vigente')),
      ...one('4', findingOf('ofac', 'alto', 'Coincidencia en la lista de OFAC')),
    ],
    medios: one('2', findingOf('rama_unificada', 'medio', 'Proceso judicial en curso')),
    bajos: one('1', findingOf('simit', 'bajo', 'Comparendo pendiente')),
    infos: one('5', findingOf('sigep', 'info', 'Cargo público')),
  }
}

async function reportPdf(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!isKnown(sandbox, request)) return reply.code(401).send({ detail: 'Not authenticated' })
  const check = finished(sandbox, textsOf(request.params).id ?? '')
  if (!check) return reply.code(404).send({ detail: 'Not found' })
  return reply.type('application/pdf').send(await pdfOf(check))
}

function pdfOf(check: TusdatosCheck): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER' })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  const { altos, medios, bajos, infos } = findingsOf(check)
  pdf.fontSize(16).text('Reporte de antecedentes (proveedor simulado)').moveDown()
  pdf.fontSize(11).text(`Documento: ${check.typedoc} ${check.doc}`).text(`Reporte: ${check.id}`).moveDown()
  for (const { fuente, hallazgo, descripcion } of [...altos, ...medios, ...bajos, ...infos])
    pdf.text(`${hallazgo} · ${fuente}: ${descripcion}`)
  for (const source of failedOf(check)) pdf.text(`Fuente sin respuesta: ${source}`)
  pdf.end()
  return done
}
