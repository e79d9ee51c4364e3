/** What public registers say of a document, as decisions on plain values: of a cédula whether it is current, of a NIT whether its RUT fits. */
import { nitCheckDigit } from '@tunjo/contract/company'
import type { Registers, Subject } from '../provider/background-checks.ts'

/** Null: nobody knows, or it is no document of that register. */
export interface RegisterFacts {
  readonly isDocumentCurrent: boolean | null
  readonly isRutActive: boolean | null
  readonly isRutSame: boolean | null
}

/** Also with rights that are suspended, of which the register tells after the word. */
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

/** `nit` is without its check digit; the register may leave it out too. */
function isSameNit(rut: string, nit: string): boolean {
  return rut === nit || rut === `${nit}${nitCheckDigit(nit)}`
}
