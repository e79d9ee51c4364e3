/**
 * Interpretation of a report of tusdatos.co. Only its findings count: the flags by source also turn true for a source without a finding. A
 * source that failed is never read as clean.
 */
import * as z from 'zod'
import type { CheckResult, DocumentType, Finding, Registers } from './background-checks.ts'

const said = z.string().catch('')
const finding = z.object({ codigo: z.string(), fuente: z.string(), hallazgo: said, descripcion: said })
const listRow = z.object({ TIPO_LISTA: z.string().nullish(), CATEGORIA: z.string().nullish() })
const LIST_SECTIONS = ['peps', 'peps_denom'] as const

/**
 * Add the failed sections to the failures, and remove them. A section of a failed source may be the text "Error", or contain it as one of
 * its parts; a list of persons that is not a list is a failure too.
 */
export function withFailedSections(json: unknown): unknown {
  const sections = z.record(z.string(), z.unknown()).safeParse(json)
  const errores = z.array(z.string()).safeParse(sections.data?.errores)
  if (!sections.success || !errores.success) return json
  const isNoList = (name: string, section: unknown) =>
    LIST_SECTIONS.some((list) => list === name) && section != null && !Array.isArray(section)
  const failed = Object.entries(sections.data).filter(([name, section]) => hasFailed(section) || isNoList(name, section))
  const names = failed.map(([name]) => name)
  const known = new Set(errores.data.map(key))
  const rest = Object.fromEntries(Object.entries(sections.data).filter(([name]) => !names.includes(name)))
  return { ...rest, errores: [...errores.data, ...names.filter((name) => !known.has(key(name)))] }
}
const isError = (part: unknown) => typeof part === 'string' && key(part) === 'error'
const hasFailed = (section: unknown) =>
  isError(section) || (typeof section === 'object' && section !== null && !Array.isArray(section) && Object.values(section).some(isError))

const WholeReport = z.object({
  nombre: said,
  error: z.boolean(),
  errores: z.array(z.string()),
  dict_hallazgos: z.object({
    altos: z.array(finding),
    medios: z.array(finding),
    bajos: z.array(finding),
    infos: z.array(finding).default([]),
  }),
  peps: z.array(listRow).nullish(),
  peps_denom: z.array(listRow).nullish(),
  registraduria_certificado: z.object({ estado: said }).catch({ estado: '' }),
  rut: said,
  rut_estado: said,
})
/** Without findings, or without the field of failures, it is not a report. */
export const ReportJson = z.preprocess(withFailedSections, WholeReport)
type ReportJson = z.output<typeof ReportJson>

const LIST_SOURCES: ReadonlySet<string> = new Set([
  'ofac',
  'ofac_nombre',
  'lista_onu',
  'lista_banco_mundial',
  'iadb',
  'interpol',
  'europol',
])
const PEP_SOURCES: ReadonlySet<string> = new Set(['cidob', 'sigep'])
/** Name for a failure that does not name its source. */
export const UNNAMED_SOURCE = 'sin identificar'

/** Registers that a report of this document type includes. */
const REGISTER_SECTIONS: Readonly<Partial<Record<DocumentType, readonly string[]>>> = {
  CC: ['registraduria_certificado'],
  NIT: ['rut', 'rut_estado'],
}

/**
 * Sections that a received report lacks, apart from its failed sources. Each source must be present, even without a finding, or named as
 * failed: a missing section is not a clean one.
 */
export function missingSections(json: unknown, documentType: DocumentType): readonly string[] {
  const sections = z.looseObject({ errores: z.array(z.string()) }).parse(json)
  const failed = new Set(sections.errores.map(key))
  const isThere = (name: string) => sections[name] !== undefined || failed.has(name)
  const registers = (REGISTER_SECTIONS[documentType] ?? []).filter((name) => !isThere(name))
  const lists = LIST_SECTIONS.filter((name) => !Array.isArray(sections[name]) && !failed.has(name))
  return [...lists, ...registers]
}

export function readReport(report: ReportJson): CheckResult {
  const { altos, medios, bajos, infos } = report.dict_hallazgos
  const all = [...altos, ...medios, ...bajos, ...infos]
  // A finding without a source may be of a sanctions list.
  const failed = [...new Set([...failedSources(report), ...(all.every(hasSource) ? [] : [UNNAMED_SOURCE])])]
  const found = (sources: ReadonlySet<string>) => all.some(({ codigo, fuente }) => [codigo, fuente].some((one) => sources.has(key(one))))
  const rows = [...(report.peps ?? []), ...(report.peps_denom ?? [])]
  const isComplete = failed.length === 0
  // A row of an unknown kind may be either.
  const isClear = isComplete && rows.every((row) => isRestrictive(row) || isPepRow(row))
  const orUnknown = (isFound: boolean) => isFound || (isClear ? false : null)
  const gravest = altos.length > 0 ? 'Alto' : medios.length > 0 ? 'Medio' : bajos.length > 0 ? 'Bajo' : 'No'
  return {
    gravest,
    // A failed source may have a finding above anything below the maximum.
    background: isComplete || gravest === 'Alto' ? gravest : null,
    isListed: orUnknown(found(LIST_SOURCES) || rows.some(isRestrictive)),
    isPep: orUnknown(found(PEP_SOURCES) || rows.some(isPepRow)),
    failedSources: failed,
  }
}

/** Data of a failed source is not used. */
export function readRegisters(report: ReportJson): Registers {
  const failed = new Set(failedSources(report).map(key))
  const of = (source: string, text: string) => (failed.has(source) || text.trim() === '' ? null : text.trim())
  const digits = report.rut.replaceAll(/\D/g, '')
  return {
    documentState: of('registraduria_certificado', report.registraduria_certificado.estado),
    rut: of('rut', digits),
    rutState: of('rut_estado', report.rut_estado),
  }
}

const SEVERITIES = { alto: 'altos', medio: 'medios', bajo: 'bajos', info: 'infos' } as const

/** Findings of a stored report, the gravest first. */
export function findingsOf(json: Uint8Array): Finding[] {
  const { dict_hallazgos: findings } = ReportJson.parse(JSON.parse(Buffer.from(json).toString('utf8')))
  return (['alto', 'medio', 'bajo', 'info'] as const).flatMap((severity) =>
    findings[SEVERITIES[severity]].map(({ codigo: code, fuente: source, hallazgo, descripcion }) => ({
      severity,
      code,
      source,
      finding: hallazgo,
      description: descripcion,
    })),
  )
}

/** An error without names counts as one, and names without an error too. */
export function failedSources({ error, errores }: { error: boolean; errores: readonly string[] }): readonly string[] {
  if (errores.length > 0) return [...new Set(errores)]
  return error ? [UNNAMED_SOURCE] : []
}

const hasSource = ({ codigo, fuente }: z.output<typeof finding>) => `${codigo}${fuente}`.trim() !== ''
const key = (text: string) => text.trim().toLowerCase()
/** Without accents: "Sanción" is a sanction. */
const wordsOf = ({ TIPO_LISTA, CATEGORIA }: z.output<typeof listRow>) =>
  `${TIPO_LISTA ?? ''} ${CATEGORIA ?? ''}`.normalize('NFD').replaceAll(/\p{M}/gu, '')
/** The section `peps` contains rows of sanctions too. */
const isRestrictive = (row: z.output<typeof listRow>) => /restrictiva|sancion|ofac|onu\b/i.test(wordsOf(row))
const isPepRow = (row: z.output<typeof listRow>) => /\bpeps?\b|expuest[ao]/i.test(wordsOf(row))
