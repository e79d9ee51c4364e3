/**
 * Resumable upload of a form's file (docs/decisions/0010-resumable-uploads.md). When it is complete, it is processed like a file that
 * arrived in one call: inspected, then staged.
 */
import { ERRORS } from '@tunjo/contract/errors'
import type { FormFile, UnfinishedUpload } from '@tunjo/contract/kyc-drafts'
import type { Form, Slot } from '@tunjo/contract/kyc-forms'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { Refused, refuse } from '../../../../platform/http/refusal.ts'
import type { PartialUpload } from '../../../../platform/partial-uploads/index.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { InspectedUpload } from '../../../../platform/uploads/index.ts'
import { cleanName, MEGABYTES, maximumBytes } from '../../../../platform/uploads/index.ts'
import type { KycContext } from '../core/context.ts'
import { findItem } from '../core/form-store.ts'
import { slotOf } from '../core/forms.ts'
import { openForm } from '../core/open-form.ts'
import { presentFile } from '../core/present-file.ts'
import { purposeOf, slotWithRoom, stageFile, type WrittenFile, writeFile } from '../core/stage-file.ts'
import { placeOf, presentUpload } from '../core/unfinished-uploads.ts'

export interface AnnouncedFile {
  readonly form: Form
  readonly slot: string
  readonly name: string
  readonly bytes: number
  readonly fingerprint: string
}

/** Refuses immediately for every reason that would refuse it at the end, before the customer pays for sending it. */
export async function beginUpload(
  context: KycContext,
  ownerId: string,
  { form, slot, name, bytes, fingerprint }: AnnouncedFile,
): Promise<UnfinishedUpload> {
  const { kinds } = slotOf(form, slot) ?? refuse('kyc.slot_unknown')
  if (bytes > maximumBytes(kinds)) refuse('files.too_large', { maximumMb: MEGABYTES(maximumBytes(kinds)) })
  const announced = { ownerId, purpose: purposeOf(form, slot), name: cleanName(name), bytes, fingerprint }
  return inTransaction(context.db, async (tx) => {
    const open = await openForm(context, tx, ownerId, form)
    const known = await context.partialUploads.begin(tx, announced)
    if (known.resultId && (await findItem(tx, ownerId, known.resultId))?.state === 'staged') return presentUpload(known)
    slotWithRoom(open, slot)
    if (!known.resultId) return presentUpload(known)
    // The resulting file was removed from the form: the person begins anew.
    await context.partialUploads.remove(known.id, tx)
    return presentUpload(await context.partialUploads.begin(tx, announced))
  })
}

export async function showUpload(context: KycContext, ownerId: string, id: string): Promise<UnfinishedUpload> {
  return presentUpload((await context.partialUploads.find(ownerId, id)) ?? refuse('request.not_found'))
}

export async function sendPiece(
  context: KycContext,
  ownerId: string,
  id: string,
  { offset, content }: { offset: number; content: Buffer },
): Promise<UnfinishedUpload> {
  return presentUpload(await context.partialUploads.add(ownerId, id, offset, content))
}

export async function finishUpload(context: KycContext, ownerId: string, id: string): Promise<FormFile> {
  const upload = (await context.partialUploads.find(ownerId, id)) ?? refuse('request.not_found')
  const inspected = upload.resultId ? null : await inspect(context, upload)
  if (inspected) await context.files.countUpload(ownerId, inspected.content.length)
  if (!inspected) return inTransaction(context.db, (tx) => finished(context, tx, ownerId, id))
  const { form, slot } = placeOf(upload)
  const { content, ...facts } = inspected
  return context.files.storing(async (write) => {
    const file = { ...facts, bytes: content.length, read: async () => content }
    const written = await writeFile(write, { accountId: ownerId, form }, { slot, file })
    return stageUpload(context, upload, written)
  })
}

function stageUpload(context: KycContext, upload: PartialUpload, written: WrittenFile): Promise<FormFile> {
  const { id, ownerId } = upload
  return inTransaction(context.db, async (tx) => {
    const open = await openForm(context, tx, ownerId, placeOf(upload).form)
    // Another tab may have been faster while this file was inspected: the lock of the form decides.
    if ((await context.partialUploads.find(ownerId, id, tx))?.resultId !== null) return finished(context, tx, ownerId, id)
    const added = await stageFile(context, tx, open, written)
    failpoint('kyc.upload_staged')
    await context.partialUploads.finish(tx, id, added.id)
    if (wantedOf(upload).maximum === 1) await context.partialUploads.removeUnfinished(tx, ownerId, upload.purpose)
    return added
  })
}

export async function cancelUpload(context: KycContext, ownerId: string, id: string): Promise<void> {
  const { id: own } = (await context.partialUploads.find(ownerId, id)) ?? refuse('request.not_found')
  await context.partialUploads.remove(own)
}

/** Null when it was finished meanwhile. A file that can never be valid is deleted; one that only has to wait is not sent again. */
async function inspect(context: KycContext, upload: PartialUpload): Promise<InspectedUpload | null> {
  const content = await context.partialUploads.read(upload)
  try {
    return content && (await context.uploads.inspect(content, wantedOf(upload).kinds, { name: upload.name, account: upload.ownerId }))
  } catch (error) {
    if (error instanceof Refused && ERRORS[error.refusal.code] < 500) await context.partialUploads.remove(upload.id)
    throw error
  }
}

/** Resulting file, as long as the person keeps it in the form. */
async function finished(context: KycContext, tx: Transaction, ownerId: string, id: string): Promise<FormFile> {
  const upload = await context.partialUploads.find(ownerId, id, tx)
  const item = upload?.resultId ? await findItem(tx, ownerId, upload.resultId) : null
  const [file] = item ? presentFile(item) : []
  return file ?? refuse('request.not_found')
}

function wantedOf(upload: PartialUpload): Slot {
  const { form, slot } = placeOf(upload)
  return slotOf(form, slot) ?? refuse('kyc.slot_unknown')
}
