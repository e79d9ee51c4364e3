/** Adds or removes one file of a form that is not under review. The file was inspected before (platform/uploads). */
import type { FormFile } from '@tunjo/contract/kyc-drafts'
import type { Form, Slot } from '@tunjo/contract/kyc-forms'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { KycContext } from '../core/context.ts'
import { findItem } from '../core/form-store.ts'
import { slotOf } from '../core/forms.ts'
import { openForm } from '../core/open-form.ts'
import { discard, type FileOfSlot, purposeOf, slotWithRoom, stageFile, writeFile } from '../core/stage-file.ts'

interface Place {
  readonly form: Form
  readonly slot: string
}

export async function addFile(context: KycContext, accountId: string, { form, slot, file }: Place & FileOfSlot): Promise<FormFile> {
  const wanted = slotOf(form, slot)
  if (!wanted) refuse('kyc.slot_unknown')
  if (!wanted.kinds.includes(file.kind)) refuse('files.type_not_allowed')
  await context.files.countUpload(accountId, file.bytes)
  return context.files.storing(async (write) => {
    const written = await writeFile(write, { accountId, form }, { slot, file })
    return inTransaction(context.db, async (tx) => {
      const added = await stageFile(context, tx, await openForm(context, tx, accountId, form), written)
      if (wanted.maximum === 1) await context.partialUploads.removeUnfinished(tx, accountId, purposeOf(form, slot))
      return added
    })
  })
}

/** Before the expensive inspection of a file: whether the form accepts it at all, and which kinds. Checked again when it is staged. */
export async function admitFile(context: KycContext, accountId: string, { form, slot }: Place): Promise<Slot> {
  if (!slotOf(form, slot)) refuse('kyc.slot_unknown')
  return inTransaction(context.db, async (tx) => slotWithRoom(await openForm(context, tx, accountId, form), slot))
}

/** The same for a call with a whole form. */
export async function admitForm(context: KycContext, accountId: string, form: Form): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await openForm(context, tx, accountId, form)
  })
}

export async function removeFile(context: KycContext, accountId: string, form: Form, id: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await openForm(context, tx, accountId, form)
    const item = await findItem(tx, accountId, id)
    if (item?.form !== form || item.state !== 'staged' || !item.fileId) refuse('request.not_found')
    await discard(context, tx, item)
  })
}
