/** File of a form that is not under review: staged until the form is sent, and deletable until then. */
import type { FileQuality, FormFile } from '@tunjo/contract/kyc-drafts'
import type { Form, Slot } from '@tunjo/contract/kyc-forms'
import type { Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { StoredFile, WriteFile } from '../../../../platform/files/index.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { ReceivedFile } from '../../../../platform/http/upload.ts'
import type { ImageFacts } from '../../../../platform/uploads/index.ts'
import type { KycContext } from './context.ts'
import { deleteItem, type ItemRow, insertItem } from './form-store.ts'
import { mayAddTo, roomIn, slotOf } from './forms.ts'
import type { OpenForm } from './open-form.ts'
import type { FileFacts } from './present-file.ts'

export interface FileOfSlot {
  readonly slot: string
  readonly file: ReceivedFile
}

/** Purpose of a stored file, and of one that is being uploaded. */
export const purposeOf = (form: Form, slot: string): string => `kyc.${form}.${slot}`

/** A stored file that is in no form yet. */
export interface WrittenFile {
  readonly slot: string
  readonly stored: StoredFile
  readonly quality: FileQuality
}

/** Before the transaction that stages it. */
export async function writeFile(
  write: WriteFile,
  { accountId, form }: { accountId: string; form: Form },
  { slot, file }: FileOfSlot,
): Promise<WrittenFile> {
  const { kind, mediaType, originalName } = file
  const facts = { ownerId: accountId, purpose: purposeOf(form, slot), kind, mediaType, originalName }
  return { slot, stored: await write({ ...facts, content: await file.read() }), quality: qualityOf(file.image) }
}

/** The caller has opened the form. A slot for one file replaces the former file. */
export async function stageFile(
  context: KycContext,
  tx: Transaction,
  { accountId, form, items }: Pick<OpenForm, 'accountId' | 'form' | 'items'>,
  { slot, stored, quality }: WrittenFile,
): Promise<FormFile> {
  const wanted = slotWithRoom({ form, items }, slot)
  const staged = items.filter((item) => item.slot === slot && item.state === 'staged')
  if (wanted.maximum === 1) for (const item of staged) await discard(context, tx, item)
  await context.files.attach(tx, stored)
  const facts: FileFacts = { name: stored.originalName, mediaType: stored.mediaType, bytes: stored.bytes, quality }
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

/** Below these a reviewer cannot read the card; the person is notified while the document is still in their hand. */
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

/** Deletes a file that was never sent: no decision was based on it, so nothing of it is kept. */
export async function discard({ files }: Pick<KycContext, 'files'>, tx: Transaction, { id, fileId }: ItemRow): Promise<void> {
  await deleteItem(tx, id)
  if (fileId) await files.remove(fileId, tx)
}
