/** Customer verification: the person's progress, form drafts with files, and submissions. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { kyc } from '@tunjo/contract/kyc'
import { type Draft, kycDrafts } from '@tunjo/contract/kyc-drafts'
import type { Form, PersonType } from '@tunjo/contract/kyc-forms'
import { kycSubmissions } from '@tunjo/contract/kyc-submissions'
import { carryUpload } from './carry-upload.ts'
import { send } from './transport.ts'

const calls = client({ ...kyc, ...kycDrafts, ...kycSubmissions }, send)
const LINK_LIVES_MS = 50_000

export const statusQuery = queryOptions({
  queryKey: ['kyc', 'status'],
  queryFn: ({ signal }) => calls.status({}, { signal }),
})
/** Level in progress and whether it is verified (KYC-15). */
export const verifiedQuery = queryOptions({
  queryKey: ['kyc', 'verified'],
  queryFn: ({ signal }) => calls.kycVerified({}, { signal }),
})
export const draftQuery = (form: Form) =>
  queryOptions({
    queryKey: ['kyc', 'draft', form],
    queryFn: ({ signal }) => calls.draft({ params: { form } }, { signal }),
  })

export const answerSurvey = (responseA: number, responseB: number) => calls.survey({ body: { responseA, responseB, responseC: 0 } })
export const choosePersonType = (personType: PersonType) => calls.choosePersonType({ body: { personType } })

/** Returns the new revision. */
export const saveDraft = async (form: Form, fields: Record<string, unknown>, revision: number): Promise<number> =>
  (await calls.saveDraft({ params: { form }, body: { fields, revision } })).revision

/** Uploads one file: when it fails, the others stay and only it is sent again. */
export function addFile(
  form: Form,
  slot: string,
  file: File,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
) {
  const uploading = client({ addFile: kycDrafts.addFile }, (path, init) => send(path, init, carryUpload(onProgress)))
  return uploading.addFile({ params: { form, file: slot }, files: { file } }, { signal })
}
export const removeFile = (form: Form, id: string) => calls.removeFile({ params: { form, file: id } })
/** Address of one of the caller's own files, valid for 60 seconds. Not under the key `kyc`: changes of a form do not change a picture. */
export const fileLinkQuery = (id: string) =>
  queryOptions({
    queryKey: ['files', id],
    queryFn: async ({ signal }) => (await calls.fileLink({ params: { id } }, { signal })).url,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: LINK_LIVES_MS,
  })

export const addEvidence = (form: Form, source: Draft['evidence'][number]['source'], read: Record<string, string>) =>
  calls.addEvidence({ params: { form }, body: { source, read } })

/*
 * Submissions. The files are in the draft already, and all of them are sent: next to a declined one there may be others that were
 * accepted before. The second call of a pair runs only after the first was accepted (KYC-09).
 */
type Fields<C extends 'naturalLevel1Fields' | 'naturalLevel2Fields' | 'legalLevel1Fields'> = Request<(typeof kycSubmissions)[C]>['body']
const ALL_OF_DRAFT = { body: {} }

const NO_COMPANY_FILES = {
  rut: [],
  chamberOfCommerce: [],
  shareholderCertificate: [],
  identityCopies: [],
  financialStatements: [],
  incomeReturns: [],
  vatReturns: [],
  tradeAuthorization: [],
}

export async function submitNaturalLevel1(fields: Fields<'naturalLevel1Fields'>) {
  await calls.naturalLevel1Documents({ ...ALL_OF_DRAFT, files: { frontal: [], back: [], selfie: [] } })
  return calls.naturalLevel1Fields({ body: fields })
}
export async function submitNaturalLevel2(fields: Fields<'naturalLevel2Fields'>) {
  await calls.naturalLevel2Fields({ body: fields })
  return calls.naturalLevel2Documents({ ...ALL_OF_DRAFT, files: { proofResidence: null } })
}
export const submitNaturalLevel3 = () => calls.naturalLevel3Documents({ ...ALL_OF_DRAFT, files: { documents: [] } })
export async function submitLegalLevel1(fields: Fields<'legalLevel1Fields'>) {
  await calls.legalLevel1Documents({ ...ALL_OF_DRAFT, files: NO_COMPANY_FILES })
  return calls.legalLevel1Fields({ body: fields })
}
export const submitLegalLevel3 = () => calls.legalLevel3Documents({ ...ALL_OF_DRAFT, files: { documents: [] } })
export const submitLegalLevel2 = () => calls.legalLevel2Documents({ ...ALL_OF_DRAFT, files: { complianceOfficer: [] } })
