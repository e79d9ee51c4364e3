/** Facts of public registers about a document, as decisions on plain values: whether a cédula is current, whether a NIT matches its RUT. */
import { nitCheckDigit } from '@tunjo/contract/company'
import type { Registers, Subject } from '../provider/background-checks.ts'

/** Null when unknown, or when the register does not cover that type of document. */
export interface RegisterFacts {
  readonly isDocumentCurrent: boolean | null
  readonly isRutActive: boolean | null
  readonly isRutSame: boolean | null
}

/** Matches documents with suspended rights too, which the register adds after the word. */
const CURRENT = /^vigente\b/i
const ACTIVE = /\bactivo\b/i

export function registerFacts({ document, documentType }: Pick<Subject, 'document' | 'documentType'>, said: Registers): RegisterFacts {
  const { documentState, rut, rutState } = said
  return {
    isDocumentCurrent: documentType === 'CC' && documentState !== null ? CURRENT.test(documentState) : null,
    isRutActive: documentType === 'NIT' && rutState !== null ? ACTIVE.test(rutState) : null,
    isRutSame: documentType === 'NIT' && rut !== null ? isSameNit(rut, document) : null,
  }
}

/** `nit` is without its check digit; the register may omit it too. */
function isSameNit(rut: string, nit: string): boolean {
  return rut === nit || rut === `${nit}${nitCheckDigit(nit)}`
}
