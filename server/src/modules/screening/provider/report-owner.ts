/** The document that an answer of tusdatos.co is about, compared with the document that was asked about. */
import { nitCheckDigit } from '@tunjo/contract/company'
import * as z from 'zod'
import type { Subject } from './background-checks.ts'

/** Numbers of documents come as text or as a number. What is neither (`false`, `null`, a failed source) says nothing. */
const number = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined)
/** One that cannot be read as text is some other type. */
const type = z.union([z.string(), z.null()]).optional().catch('')
const fields = z.object({
  id: number,
  cedula: number,
  nit: number,
  identificacion: number,
  rut: number,
  typedoc: type,
  registraduria_certificado: z.object({ cedula: number }).optional().catch(undefined),
})

/**
 * Whether an answer is about the subject. Every number in it has to be the subject's, and the type too where it is there; the same number
 * of another type is another person's. `unnamed`: it has no number at all.
 */
export type Owner = 'subject' | 'another' | 'unnamed'

/** Answers of `launch` and `results`, whose `id` is that of the report. */
export function ownerOfAnswer(json: unknown, subject: Subject): Owner {
  const { cedula, nit, identificacion, typedoc } = fields.parse(json)
  return compare([cedula, nit, identificacion], typedoc, subject)
}

/**
 * Reports, whose `id` is the document, or that of the report itself. The RUT of a person with a cédula has its number. Foreigners get a NIT
 * of their own. The RUT of a company names it only where nothing else does: another NIT there is a finding (`isRutSame`).
 */
export function ownerOfReport(json: unknown, reportId: string, subject: Subject): Owner {
  const { id, cedula, nit, identificacion, rut, typedoc, registraduria_certificado: register } = fields.parse(json)
  const numbers = [cedula, id === reportId ? undefined : id, register?.cedula, nit, identificacion]
  if (subject.documentType === 'CC' || (subject.documentType === 'NIT' && !numbers.some(isThere)))
    numbers.push(rut?.replace(/\s*-\s*\d\s*$/, ''))
  return compare(numbers, typedoc, subject)
}

const isThere = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

function compare(numbers: readonly (string | undefined)[], typedoc: string | null | undefined, { document, documentType }: Subject): Owner {
  const wanted = bare(document)
  const isOtherType = typedoc != null && typedoc.trim().toUpperCase() !== documentType
  const named = numbers.filter(isThere).map(bare)
  if (wanted === '' || isOtherType) return 'another'
  const isSame = (one: string) => one === wanted || (documentType === 'NIT' && one === `${wanted}${nitCheckDigit(wanted)}`)
  if (!named.every(isSame)) return 'another'
  return named.length > 0 ? 'subject' : 'unnamed'
}

/** As a number it comes without the zeros that it begins with. */
const bare = (document: string) =>
  document
    .replaceAll(/[^0-9a-z]/gi, '')
    .replace(/^0+/, '')
    .toLowerCase()
