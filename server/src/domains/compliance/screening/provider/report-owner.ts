/** Comparison of the document in an answer of tusdatos.co with the requested one. */
import { nitCheckDigit } from '@tunjo/contract/company'
import * as z from 'zod'
import type { Subject } from './background-checks.ts'

/** Numbers of documents come as text or as a number. Other values (`false`, `null`, a failed source) count as missing. */
const number = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined)
/** A type that cannot be read as text counts as another type. */
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
 * Whether an answer is about the subject. Every number in it has to be the subject's, and the type too where it is given; the same number
 * with another type is another person's. `unnamed`: it has no number at all.
 */
export type Owner = 'subject' | 'another' | 'unnamed'

/** For answers of `launch` and `results`, whose `id` is that of the report. */
export function ownerOfAnswer(json: unknown, subject: Subject): Owner {
  const { cedula, nit, identificacion, typedoc } = fields.parse(json)
  return compare([cedula, nit, identificacion], typedoc, subject)
}

/**
 * For reports, whose `id` is the document or that of the report itself. The RUT of a person with a cédula has the number of the cédula.
 * Foreigners get a separate NIT. The RUT of a company identifies the company only when no other field does: a different NIT in it is a
 * finding (`isRutSame`).
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

/** As a number it comes without leading zeros. */
const bare = (document: string) =>
  document
    .replaceAll(/[^0-9a-z]/gi, '')
    .replace(/^0+/, '')
    .toLowerCase()
