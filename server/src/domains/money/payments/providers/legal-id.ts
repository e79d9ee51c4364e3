/** Document number of a payer or payee as banks write it. */
import type { VerifiedPerson } from '../../../customers/limits/index.ts'

/** Document number at banks: a NIT, which is stored with its check digit, is sent without it. */
export const legalIdOf = ({ documentType, documentNumber }: Pick<VerifiedPerson, 'documentType' | 'documentNumber'>): string =>
  documentType === 'NIT' ? documentNumber.slice(0, -1) : documentNumber
