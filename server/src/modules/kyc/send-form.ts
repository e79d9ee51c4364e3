/**
 * The two calls of a submission (KYC-09). The first only fills the form; the last checks that all of it is there and puts all of it
 * under review in one transaction. So a call that fails, or never comes, leaves nothing half reviewed.
 */
import type { LEVEL_STATES } from '@tunjo/contract/kyc'
import type { Form } from '@tunjo/contract/kyc-forms'
import { inTransaction, type Transaction } from '../../platform/database.ts'
import type { ReceivedFile } from '../../platform/http/upload.ts'
import { newId } from '../../platform/ids.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import { stageFile } from './add-file.ts'
import type { KycContext } from './context.ts'
import { updateCustomer } from './customer-store.ts'
import { deleteItem, insertItem, itemsOf, putFields, sendItems, setFormState } from './form-store.ts'
import { checkDocuments, FIELDS_SLOT, type Fields, mayChangeFields, schemaOf } from './forms.ts'
import { type OpenForm, openForm } from './open-form.ts'
import { levelOf } from './rules.ts'

type LevelState = (typeof LEVEL_STATES)[number]
export interface Saved {
  saved: true
  state: LevelState
}
export type SlotFiles = Readonly<Record<string, ReceivedFile | null | readonly ReceivedFile[]>>

/** Forms whose last call brings the documents (S1 §7); the others end with the fields. */
const ENDS_WITH_DOCUMENTS: ReadonlySet<Form> = new Set(['natural-2', 'natural-3', 'legal-2'])

export async function saveDocuments(
  context: KycContext,
  accountId: string,
  name: Form,
  { files, staged }: { files: SlotFiles; staged: readonly string[] | undefined },
): Promise<Saved> {
  const read = await Promise.all(
    Object.entries(files).flatMap(([slot, given]) => listOf(given).map(async (file) => ({ slot, file, content: await file.read() }))),
  )
  return inTransaction(context.db, async (tx) => {
    for (const file of read) await stageFile(context, tx, accountId, await openForm(context, tx, accountId, name), file)
    const open = await openForm(context, tx, accountId, name)
    if (staged?.some((id) => !open.items.some((item) => item.id === id && item.state === 'staged'))) refuse('request.invalid')
    refuseIf(checkDocuments(name, open.items))
    if (!ENDS_WITH_DOCUMENTS.has(name)) return { saved: true, state: open.form.state === 'declined' ? 'declined' : 'open' }
    if (schemaOf(name) && mayChangeFields(open.form.state, open.items) && !open.form.fieldsReadyAt) refuse('kyc.fields_missing')
    return send(context, tx, accountId, open)
  })
}

const listOf = (given: ReceivedFile | null | readonly ReceivedFile[]): readonly ReceivedFile[] =>
  given === null ? [] : 'read' in given ? [given] : given

/** `fields` passed their checks. Those of a form that were not declined stay as they were accepted or sent. */
export async function saveFields(context: KycContext, accountId: string, name: Form, fields: Fields): Promise<Saved> {
  return inTransaction(context.db, async (tx) => {
    const open = await openForm(context, tx, accountId, name)
    if (mayChangeFields(open.form.state, open.items)) await keepFields(context, tx, accountId, open, fields)
    if (ENDS_WITH_DOCUMENTS.has(name)) return { saved: true, state: open.form.state === 'declined' ? 'declined' : 'open' }
    refuseIf(checkDocuments(name, open.items))
    return send(context, tx, accountId, open)
  })
}

async function keepFields(
  { clock }: KycContext,
  tx: Transaction,
  accountId: string,
  { form, items }: OpenForm,
  fields: Fields,
): Promise<void> {
  const now = clock.now()
  for (const item of items) if (item.slot === FIELDS_SLOT && item.state === 'staged') await deleteItem(tx, item.id)
  await putFields(tx, accountId, form.form, { fields, readyAt: now, now })
  const item = { id: newId(), accountId, form: form.form, slot: FIELDS_SLOT, fileId: null, facts: { ...fields } }
  await insertItem(tx, { ...item, state: 'staged', addedAt: now })
}

async function send({ clock, outbox }: KycContext, tx: Transaction, accountId: string, { customer, form }: OpenForm): Promise<Saved> {
  const now = clock.now()
  await sendItems(tx, accountId, form.form, now)
  // Sent again with nothing that waits for a reviewer, it would wait for ever.
  const isWaiting = (await itemsOf(tx, accountId, form.form)).some(({ state }) => state === 'pending')
  await setFormState(tx, accountId, form.form, isWaiting ? 'sent' : 'accepted', now)
  const currentLevel = levelOf(form.form)
  await updateCustomer(tx, accountId, { ...customer, currentLevel, isVerified: false }, now)
  await outbox.emit(tx, 'kyc.form_sent', { accountId, form: form.form })
  return { saved: true, state: 'sent' }
}
