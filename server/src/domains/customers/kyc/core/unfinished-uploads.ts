/** Incomplete uploads of form files: their ids, and their slots in a form. */
import type { UnfinishedUpload } from '@tunjo/contract/kyc-drafts'
import { FORMS, type Form } from '@tunjo/contract/kyc-forms'
import type { PartialUpload } from '../../../../platform/partial-uploads/index.ts'
import type { KycContext } from './context.ts'
import { purposeOf } from './stage-file.ts'

export async function unfinishedUploads(context: KycContext, ownerId: string, form: Form): Promise<UnfinishedUpload[]> {
  const uploads = await context.partialUploads.unfinished(ownerId)
  return uploads.filter((upload) => placeOf(upload).form === form).map(presentUpload)
}

export function placeOf({ purpose }: PartialUpload): { form: Form; slot: string } {
  const form = FORMS.find((name) => purpose.startsWith(purposeOf(name, '')))
  if (!form) throw new Error(`no form for ${purpose}`)
  return { form, slot: purpose.slice(purposeOf(form, '').length) }
}

export function presentUpload(upload: PartialUpload): UnfinishedUpload {
  const { id, name, bytes, received } = upload
  return { id, slot: placeOf(upload).slot, name, bytes, offset: received }
}
