/** Document number of a payer or payee as banks write it. */
import type { VerifiedPerson } from '../../limits/index.ts'

/** How banks know a payer or payee: a NIT, which we keep with its check digit, goes without it. */
export const legalIdOf = ({ documentType, documentNumber }: Pick<VerifiedPerson, 'documentType' | 'documentNumber'>): string =>
  documentType === 'NIT' ? documentNumber.slice(0, -1) : documentNumber
