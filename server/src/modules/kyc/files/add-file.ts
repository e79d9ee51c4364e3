/** One file more in a form that is not under review. It was inspected before it came here (platform/uploads). */
import type { FileQuality, FormFile } from '@tunjo/contract/kyc-drafts'
import type { Form, Slot } from '@tunjo/contract/kyc-forms'
import type { Transaction } from '../../../platform/database.ts'
import { inTransaction } from '../../../platform/database.ts'
import type { ReceivedFile } from '../../../platform/http/upload.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { ImageFacts } from '../../../platform/uploads/index.ts'
import type { KycContext } from '../context.ts'
import { deleteItem, findItem, type ItemRow, insertItem } from '../forms/form-store.ts'
import { mayAddTo, roomIn, slotOf } from '../forms/forms.ts'
import { type OpenForm, openForm } from '../forms/open-form.ts'
import type { FileFacts } from './shown-file.ts'

export interface NewFile {
  readonly form: Form
  readonly slot: string
  readonly file: ReceivedFile
}

export async function addFile(context: KycContext, accountId: string, { form, slot, file }: NewFile): Promise<FormFile> {
  const wanted = slotOf(form, slot)
  if (!wanted) refuse('kyc.slot_unknown')
  if (!wanted.kinds.includes(file.kind)) refuse('files.type_not_allowed')
  await context.files.countUpload(accountId, file.bytes)
  return inTransaction(context.db, async (tx) => {
    const added = await stageFile(context, tx, await openForm(context, tx, accountId, form), { slot, file })
    if (wanted.maximum === 1) await context.partialUploads.removeUnfinished(tx, accountId, purposeOf(form, slot))
    return added
  })
}

/** Before a file is inspected, which costs much: whether the form takes it at all, and of which kinds. Asked again when it is staged. */
export async function admitFile(context: KycContext, accountId: string, { form, slot }: Omit<NewFile, 'file'>): Promise<Slot> {
  if (!slotOf(form, slot)) refuse('kyc.slot_unknown')
  return inTransaction(context.db, async (tx) => slotWithRoom(await openForm(context, tx, accountId, form), slot))
}

/** The same for a call that brings a whole form. */
export async function admitForm(context: KycContext, accountId: string, form: Form): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await openForm(context, tx, accountId, form)
  })
}

/** Of a file that is stored, and of one that is on its way. */
export const purposeOf = (form: Form, slot: string): string => `kyc.${form}.${slot}`

/** The caller has opened the form. A slot for one file takes the new one instead of the one before. */
export async function stageFile(
  context: KycContext,
  tx: Transaction,
  { accountId, form, items }: Pick<OpenForm, 'accountId' | 'form' | 'items'>,
  { slot, file }: Omit<NewFile, 'form'>,
): Promise<FormFile> {
  const wanted = slotWithRoom({ form, items }, slot)
  const staged = items.filter((item) => item.slot === slot && item.state === 'staged')
  if (wanted.maximum === 1) for (const item of staged) await discard(context, tx, item)
  const content = await file.read()
  const stored = await context.files.store(
    {
      ownerId: accountId,
      purpose: purposeOf(form.form, slot),
      kind: file.kind,
      mediaType: file.mediaType,
      originalName: file.originalName,
      content,
    },
    tx,
  )
  const facts: FileFacts = { name: file.originalName, mediaType: file.mediaType, bytes: content.length, quality: qualityOf(file.image) }
  const [id, addedAt] = [newId(), context.clock.now()]
  await insertItem(tx, { id, accountId, form: form.form, slot, fileId: stored.id, facts: { ...facts }, state: 'staged', addedAt })
  return { id, slot, ...facts, addedAt: addedAt.toISOString() }
}

/** @throws Refused `kyc.slot_unknown`, `kyc.form_sent`, `kyc.slot_full` */
export function slotWithRoom({ form, items }: Pick<OpenForm, 'form' | 'items'>, slot: string): Slot {
  const wanted = slotOf(form.form, slot)
  if (!wanted) refuse('kyc.slot_unknown')
  if (!mayAddTo(slot, form.state, items)) refuse('kyc.form_sent')
  if (wanted.maximum > 1 && roomIn(wanted, slot, items) < 1) refuse('kyc.slot_full', { maximum: wanted.maximum })
  return wanted
}

/** Below these a reviewer cannot read the card; the person is told while the document is still in their hand. */
const SHARP_ENOUGH = 100
const BRIGHT_ENOUGH = 60
const BURNT_OUT_MAX = 0.08
const SMALL_PIXELS = 600

function qualityOf(image: ImageFacts | null): FileQuality {
  if (!image) return { width: null, height: null, warnings: [] }
  const { width, height, sharpness, brightness, burntOut } = image
  const warnings: FileQuality['warnings'] = []
  if (sharpness < SHARP_ENOUGH) warnings.push('blurred')
  if (brightness < BRIGHT_ENOUGH) warnings.push('dark')
  if (burntOut > BURNT_OUT_MAX) warnings.push('glare')
  if (Math.min(width, height) < SMALL_PIXELS) warnings.push('small')
  return { width, height, warnings }
}

export async function removeFile(context: KycContext, accountId: string, form: Form, id: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await openForm(context, tx, accountId, form)
    const item = await findItem(tx, accountId, id)
    if (item?.form !== form || item.state !== 'staged' || !item.fileId) refuse('request.not_found')
    await discard(context, tx, item)
  })
}

/** A file that was never sent: nobody decided anything by it, so nothing of it is kept. */
export async function discard({ files }: Pick<KycContext, 'files'>, tx: Transaction, { id, fileId }: ItemRow): Promise<void> {
  await deleteItem(tx, id)
  if (fileId) await files.remove(fileId, tx)
}
