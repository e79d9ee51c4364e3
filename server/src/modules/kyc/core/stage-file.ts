/** A file of a form that is not under review: staged until the form is sent, discarded until then. */
import type { FileQuality, FormFile } from '@tunjo/contract/kyc-drafts'
import type { Form, Slot } from '@tunjo/contract/kyc-forms'
import type { Transaction } from '../../../platform/database.ts'
import type { ReceivedFile } from '../../../platform/http/upload.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { ImageFacts } from '../../../platform/uploads/index.ts'
import type { KycContext } from './context.ts'
import { deleteItem, type ItemRow, insertItem } from './form-store.ts'
import { mayAddTo, roomIn, slotOf } from './forms.ts'
import type { OpenForm } from './open-form.ts'
import type { FileFacts } from './shown-file.ts'

export interface FileOfSlot {
  readonly slot: string
  readonly file: ReceivedFile
}

/** Of a file that is stored, and of one that is on its way. */
export const purposeOf = (form: Form, slot: string): string => `kyc.${form}.${slot}`

/** The caller has opened the form. A slot for one file takes the new one instead of the one before. */
export async function stageFile(
  context: KycContext,
  tx: Transaction,
  { accountId, form, items }: Pick<OpenForm, 'accountId' | 'form' | 'items'>,
  { slot, file }: FileOfSlot,
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

/** A file that was never sent: nobody decided anything by it, so nothing of it is kept. */
export async function discard({ files }: Pick<KycContext, 'files'>, tx: Transaction, { id, fileId }: ItemRow): Promise<void> {
  await deleteItem(tx, id)
  if (fileId) await files.remove(fileId, tx)
}
