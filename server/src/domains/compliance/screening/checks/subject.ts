/** Subject of a background check: the document that a person or a company declared last. Sealed with the key of their files. */
import type { CHECK_DOCUMENT_TYPES } from '@tunjo/contract/background-checks'
import * as z from 'zod'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Files } from '../../../../platform/files/index.ts'
import type { ReviewFacts } from '../../../customers/kyc/index.ts'
import type { Parameters } from '../../../reference/parameters/index.ts'
import type { Subject } from '../provider/background-checks.ts'

type DocumentType = (typeof CHECK_DOCUMENT_TYPES)[number]

/** The provider calls a passport PP. */
const DOCUMENT_TYPE: Readonly<Record<string, DocumentType>> = { CC: 'CC', CE: 'CE', PA: 'PP', PPT: 'PPT' }
const NIT_DIGITS = 9

/** Null when no document that the provider supports was declared. */
export function subjectOf(
  { personType, declared }: Pick<ReviewFacts, 'personType' | 'declared'>,
  parameters: Pick<Parameters, 'identificationType'>,
  issuedOn: string | null,
): Subject | null {
  if (personType === 'legal') {
    const nit = declared['legal-1']?.nit.replace(/\D/g, '').slice(0, NIT_DIGITS)
    return nit ? { document: nit, documentType: 'NIT', issuedOn: null } : null
  }
  const self = declared['natural-1']
  const documentType = self && DOCUMENT_TYPE[parameters.identificationType(self.identificationTypeID)?.code ?? '']
  return self && documentType ? { document: self.identificationNumber, documentType, issuedOn } : null
}

const Sealed = z.object({
  document: z.string(),
  documentType: z.enum(['CC', 'CE', 'NIT', 'PP', 'PEP', 'PPT']),
  issuedOn: z.string().nullable(),
})
const nameOf = (checkId: string) => `screening.background_check:${checkId}`

interface Sealing {
  readonly checkId: string
  readonly accountId: string
  readonly subject: Subject
}
export async function sealSubject(files: Pick<Files, 'sealerOf'>, connection: Connection, sealing: Sealing): Promise<Buffer> {
  const { seal } = await files.sealerOf(sealing.accountId, connection)
  return seal(nameOf(sealing.checkId), Buffer.from(JSON.stringify(sealing.subject)))
}

export type OpenSubject = (check: { readonly id: string; readonly subject: Buffer }) => Subject | null

/** Null when the key was destroyed, so the files are unreadable. */
export async function subjectOpener(files: Pick<Files, 'openerOf'>, accountId: string): Promise<OpenSubject> {
  const open = await files.openerOf(accountId)
  return ({ id, subject }) => {
    const text = open?.(nameOf(id), subject)?.toString('utf8')
    return text === undefined ? null : Sealed.parse(JSON.parse(text))
  }
}
