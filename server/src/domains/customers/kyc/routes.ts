/** HTTP routes of verification: status, drafts, resumable uploads, submissions. */
import { kyc as contract } from '@tunjo/contract/kyc'
import { kycDrafts } from '@tunjo/contract/kyc-drafts'
import { Form } from '@tunjo/contract/kyc-forms'
import { kycSubmissions } from '@tunjo/contract/kyc-submissions'
import { kycUploads, OFFSET_HEADER } from '@tunjo/contract/kyc-uploads'
import { taxCertifications } from '@tunjo/contract/tax-certifications'
import { taxCertify } from '@tunjo/contract/tax-certify'
import { Refused, refuse } from '../../../platform/http/refusal.ts'
import { type Admit, admitting, type HttpContext, implement, type Route } from '../../../platform/http/route.ts'
import type { KycContext } from './core/context.ts'
import { findItem } from './core/form-store.ts'
import { addFile, admitFile, admitForm, removeFile } from './files/add-file.ts'
import { beginUpload, cancelUpload, finishUpload, sendPiece, showUpload } from './files/resumable-upload.ts'
import { addEvidence } from './forms/add-evidence.ts'
import { saveDraft, showDraft } from './forms/draft.ts'
import { saveDocuments } from './forms/form-submission.ts'
import { showInformation } from './forms/information.ts'
import { submitLegalLevel1, submitNaturalLevel1, submitNaturalLevel2 } from './forms/submit.ts'
import { currentStatus } from './review/change-level.ts'
import { showStatus } from './status.ts'
import { answerSurvey, choosePersonType } from './survey.ts'
import { certifyTaxResidence, showOwnCertification } from './tax/certify.ts'

export const kycRoutes = (context: KycContext): Route[] => [
  ...statusRoutes(context),
  ...draftRoutes(context),
  ...uploadRoutes(context),
  ...submissionRoutes(context),
  ...taxRoutes(context),
]

function statusRoutes(context: KycContext): Route[] {
  return implement(contract, {
    kycVerified: ({ caller }) => currentStatus(context, caller.accountId),
    kycInformation: ({ caller }) => showInformation(context, caller.accountId),
    status: ({ caller }) => showStatus(context, caller.accountId),
    async survey({ caller, body }) {
      await answerSurvey(context, caller.accountId, body)
      return { saved: true as const }
    },
    async choosePersonType({ caller, body }) {
      await choosePersonType(context, caller.accountId, body.personType)
      return { personType: body.personType }
    },
  })
}

function draftRoutes(context: KycContext): Route[] {
  const routes = implement(kycDrafts, {
    draft: ({ caller, params }) => showDraft(context, caller.accountId, params.form),
    saveDraft: ({ caller, params, body }) => saveDraft(context, caller.accountId, { ...params, ...body }),
    addFile: ({ caller, params, files }) => addFile(context, caller.accountId, { form: params.form, slot: params.file, file: files.file }),
    async removeFile({ caller, params }) {
      await removeFile(context, caller.accountId, params.form, params.file)
      return { removed: true as const }
    },
    async fileLink({ caller, params }) {
      const item = await findItem(context.db, caller.accountId, params.id)
      return { url: context.files.linkFor(item?.fileId ?? refuse('request.not_found'), caller) }
    },
    async addEvidence({ caller, params, body }) {
      await addEvidence(context, caller.accountId, params.form, body)
      return { kept: true as const }
    },
  })
  return admitting<typeof kycDrafts>(routes, {
    async addFile({ caller, params: { form, file: slot = '' } }) {
      return { file: (await admitFile(context, caller.accountId, { form: Form.parse(form), slot })).kinds }
    },
  })
}

function uploadRoutes(context: KycContext): Route[] {
  return implement(kycUploads, {
    beginUpload: ({ caller, params, body }) => beginUpload(context, caller.accountId, { ...params, ...body }),
    showUpload: ({ caller, params }) => showUpload(context, caller.accountId, params.id),
    sendPiece: ({ caller, params, query, bytes, http }) =>
      tellingOffset(http, () => sendPiece(context, caller.accountId, params.id, { offset: query.offset, content: bytes })),
    finishUpload: ({ caller, params, http }) => tellingOffset(http, () => finishUpload(context, caller.accountId, params.id)),
    async cancelUpload({ caller, params }) {
      await cancelUpload(context, caller.accountId, params.id)
      return { cancelled: true as const }
    },
  })
}

/** A client finds the offset to resume from in a header; the sentence is for people. */
async function tellingOffset<T>(http: HttpContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused && error.refusal.code === 'files.upload_offset')
      http.setHeader(OFFSET_HEADER, String(error.refusal.params.offset))
    throw error
  }
}

function submissionRoutes(context: KycContext): Route[] {
  const admit =
    (form: Form): Admit =>
    async ({ caller }) => {
      await admitForm(context, caller.accountId, form)
      return {}
    }
  const routes = implement(kycSubmissions, {
    naturalLevel1Documents: ({ caller, files, body }) =>
      saveDocuments(context, caller.accountId, 'natural-1', { files, staged: body?.staged }),
    naturalLevel1Fields: ({ caller, body }) => submitNaturalLevel1(context, caller.accountId, body),
    naturalLevel2Fields: ({ caller, body }) => submitNaturalLevel2(context, caller.accountId, body),
    naturalLevel2Documents: ({ caller, files, body }) =>
      saveDocuments(context, caller.accountId, 'natural-2', { files, staged: body?.staged }),
    naturalLevel3Documents: ({ caller, files, body }) =>
      saveDocuments(context, caller.accountId, 'natural-3', { files, staged: body?.staged }),
    legalLevel1Documents: ({ caller, files, body }) => saveDocuments(context, caller.accountId, 'legal-1', { files, staged: body?.staged }),
    legalLevel1Fields: ({ caller, body }) => submitLegalLevel1(context, caller.accountId, body),
    legalLevel2Documents: ({ caller, files, body }) => saveDocuments(context, caller.accountId, 'legal-2', { files, staged: body?.staged }),
    legalLevel3Documents: ({ caller, files, body }) => saveDocuments(context, caller.accountId, 'legal-3', { files, staged: body?.staged }),
  })
  return admitting<typeof kycSubmissions>(routes, {
    naturalLevel1Documents: admit('natural-1'),
    naturalLevel2Documents: admit('natural-2'),
    naturalLevel3Documents: admit('natural-3'),
    legalLevel1Documents: admit('legal-1'),
    legalLevel2Documents: admit('legal-2'),
    legalLevel3Documents: admit('legal-3'),
  })
}

const taxRoutes = (context: KycContext): Route[] => [
  ...implement(taxCertifications, { taxCertification: ({ caller }) => showOwnCertification(context, caller.accountId) }),
  ...implement(taxCertify, { certifyTaxResidence: ({ caller, body }) => certifyTaxResidence(context, caller.accountId, body) }),
]
