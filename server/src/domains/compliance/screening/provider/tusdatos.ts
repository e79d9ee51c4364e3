/** Adapter of background checks at tusdatos.co, with HTTP Basic. Personal data goes in bodies, never in URLs or in errors. */
import * as z from 'zod'
import type { BackgroundChecks, Launch, Progress, Subject } from './background-checks.ts'
import { type Answer, callProvider, ProviderUnreachable } from './http.ts'
import { failedSources, missingSections, ReportJson, readRegisters, readReport, withFailedSections } from './read-report.ts'
import { ownerOfAnswer, ownerOfReport } from './report-owner.ts'
import { sourceCode } from './source-codes.ts'

export interface TusdatosSettings {
  /** Without `/api`: `https://dash-board.tusdatos.co`. */
  readonly url: string
  readonly user: string
  readonly password: string
  readonly timeoutMs: number
}

const MAX_ANSWER_BYTES = 1_000_000
/** Reports list every row that a court has. */
const MAX_REPORT_BYTES = 8_000_000
const MAX_PDF_BYTES = 20_000_000

const text = z.string().min(1).max(200)
const launched = z.object({ jobid: text })
const cached = z.object({ id: text })
const invalid = z.object({ detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])) })).min(1) })
/** A missing job or report answers 404 as well, with another text. */
const notFound = z.object({ detail: z.string() })
const GRAVITIES = { no: 'No', bajo: 'Bajo', medio: 'Medio', alto: 'Alto' } as const
const gravity = z
  .string()
  .transform((said) => said.trim().toLowerCase())
  .pipe(z.enum(['no', 'bajo', 'medio', 'alto']))
  .transform((said) => GRAVITIES[said])
/** One of the provider's public clients spells it differently. */
const retried = z.union([launched, z.object({ jobId: text }).transform(({ jobId }) => ({ jobid: jobId }))])
const results = z.object({
  estado: z.string(),
  id: text.nullish(),
  error: z.boolean().nullish(),
  errores: z.array(z.string()).nullish(),
  validado: z.boolean().nullish(),
  results: z.record(z.string(), z.boolean()).nullish(),
  hallazgos: gravity.nullish().catch(null),
})

/** For a process that may not call the provider (platform/secrets/role-keys.ts): every outcome stays unknown. */
export function keylessChecks(): BackgroundChecks {
  const inDoubt = () => Promise.reject(new ProviderUnreachable('this process holds no key of the provider of background checks'))
  return { launch: inDoubt, results: inDoubt, retry: inDoubt, report: inDoubt, reportPdf: inDoubt }
}

export const basicAuthorization = ({ user, password }: Pick<TusdatosSettings, 'user' | 'password'>): string =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`

export function createTusdatos({ url, timeoutMs, ...credentials }: TusdatosSettings): BackgroundChecks {
  const authorization = basicAuthorization(credentials)
  const call = (path: string, { maxBytes = MAX_ANSWER_BYTES, body }: { maxBytes?: number; body?: object } = {}) =>
    callProvider(`${url}/api/${path}`, { authorization, timeoutMs, maxBytes, ...(body ? { body } : {}) })
  const id = encodeURIComponent
  return {
    launch: async (subject, { force = false } = {}) => readLaunch(await call('launch', { body: launchBody(subject, force) }), subject),
    results: async (jobId, subject) => readResults(await call(`results/${id(jobId)}`), subject),
    async retry(reportId, documentType) {
      const answer = await call(`retry/${id(reportId)}?typedoc=${documentType}`)
      return isNotFound(answer) ? null : { jobId: readAs(retried, answer).jobid }
    },
    async report(reportId, subject, { isOwnerNamed = false } = {}) {
      const answer = await call(`report_json/${id(reportId)}`, { maxBytes: MAX_REPORT_BYTES })
      if (isNotFound(answer)) return null
      const report = readAs(ReportJson, answer)
      const sections = withFailedSections(jsonOf(answer))
      const owner = ownerOfReport(sections, reportId, subject)
      if (owner === 'another') failAboutAnother()
      if (owner === 'unnamed' && !isOwnerNamed) throw new ProviderUnreachable('a report without its document', 'incomplete_report')
      const missing = missingSections(sections, subject.documentType)
      if (missing.length > 0) throw new ProviderUnreachable(`a report without ${missing.join(', ')}`, 'incomplete_report')
      return { json: answer.content, name: report.nombre.trim() || null, result: readReport(report), registers: readRegisters(report) }
    },
    async reportPdf(reportId, documentType) {
      const path = documentType === 'NIT' ? 'report_nit_pdf' : 'report_pdf'
      const answer = await call(`${path}/${id(reportId)}`, { maxBytes: MAX_PDF_BYTES })
      return isNotFound(answer) ? null : readPdf(answer)
    },
  }
}

function launchBody({ document, documentType, issuedOn }: Subject, force: boolean): object {
  const [year, month, day] = issuedOn?.split('-') ?? []
  const issue = issuedOn === null ? {} : { fechaE: `${day}/${month}/${year}` }
  return { doc: document, typedoc: documentType, ...issue, ...(force ? { force: true } : {}) }
}

/** Only the names of the refused fields are kept: their values are personal data. */
function readLaunch(answer: Answer, subject: Subject): Launch {
  const body = jsonOf(answer)
  const refusal = invalid.safeParse(body)
  if (answer.status === 422 && refusal.success)
    return { outcome: 'refused', fields: refusal.data.detail.map(({ loc }) => String(loc.at(-1) ?? '')) }
  if (answer.status >= 400) throw unexpected(answer)
  const job = launched.safeParse(body)
  if (job.success) return { outcome: 'launched', jobId: job.data.jobid }
  const report = readAs(cached, answer)
  return ownerOfAnswer(body, subject) === 'subject' ? { outcome: 'cached', reportId: report.id } : failAboutAnother()
}

function readResults(answer: Answer, subject: Subject): Progress {
  if (isNotFound(answer)) return { state: 'lost' }
  const found = readAs(results, answer)
  const state = found.estado.trim().toLowerCase()
  const sources = Object.entries(found.results ?? {}).map(([label, isConsulted]) => ({ source: sourceCode(label), isConsulted }))
  if (state === 'procesando') return { state: 'running', sources }
  const isError = state.includes('error')
  if (state !== 'finalizado' && !isError) throw new ProviderUnreachable('unknown state of a job')
  if (!found.id) return isError ? { state: 'failed' } : fail('finished without a report')
  if (ownerOfAnswer(jsonOf(answer), subject) !== 'subject') failAboutAnother()
  const named = failedSources({ error: isError || (found.error ?? true), errores: found.errores ?? [] })
  // A source that the job did not ask is not clean, also when the list of failures omits it.
  const unasked = sources.filter(({ isConsulted }) => !isConsulted).map(({ source }) => source)
  const failed = [...new Set([...named, ...unasked])]
  const { id: reportId, validado, hallazgos } = found
  return { state: 'finished', sources, reportId, isValidated: validado ?? null, failedSources: failed, gravest: hallazgos ?? null }
}

const isNotFound = (answer: Answer): boolean => answer.status === 404 && notFound.safeParse(jsonOf(answer)).success

function failAboutAnother(): never {
  throw new ProviderUnreachable('the answer is about another person', 'other_person')
}

function readPdf(answer: Answer): Uint8Array {
  const isPdf = answer.status < 400 && Buffer.from(answer.content.subarray(0, 5)).toString('latin1') === '%PDF-'
  // A truncated file lacks its end.
  const isWhole = Buffer.from(answer.content.subarray(-1_024)).toString('latin1').includes('%%EOF')
  return isPdf && isWhole ? answer.content : fail('not a whole PDF')
}

function readAs<S extends z.ZodType>(schema: S, answer: Answer): z.output<S> {
  const parsed = schema.safeParse(jsonOf(answer))
  if (answer.status >= 400 || !parsed.success) throw unexpected(answer)
  return parsed.data
}

function jsonOf({ content, status }: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    return fail(`HTTP ${status} without JSON`)
  }
}
const unexpected = ({ status }: Answer) => new ProviderUnreachable(`HTTP ${status} without the expected answer`)
function fail(reason: string): never {
  throw new ProviderUnreachable(reason)
}
