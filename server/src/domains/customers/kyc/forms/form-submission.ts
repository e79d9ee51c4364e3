/**
 * Submission in two calls (KYC-09, SEC-20). The first only fills the form. The last checks that all of it is there and puts all of it under
 * review in one transaction. So a call that fails, or never comes, leaves nothing half reviewed.
 */
import type { LEVEL_STATES } from '@tunjo/contract/kyc'
import type { Form } from '@tunjo/contract/kyc-forms'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import type { ReceivedFile } from '../../../../platform/http/upload.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { customer as customerActor } from '../../../../platform/state-machine/index.ts'
import type { KycContext } from '../core/context.ts'
import { updateCustomer } from '../core/customer-store.ts'
import { deleteItem, type ItemRow, insertItem, putFields } from '../core/form-store.ts'
import { checkDocuments, checkFields, FIELDS_SLOT, type Fields, mayChangeFields } from '../core/forms.ts'
import { moveForm, sendItems } from '../core/move-form.ts'
import { itemsNow, type OpenForm, openForm } from '../core/open-form.ts'
import { levelOf } from '../core/rules.ts'
import { discard, stageFile, type WrittenFile, writeFile } from '../core/stage-file.ts'

type LevelState = (typeof LEVEL_STATES)[number]
export interface Saved {
  saved: true
  state: LevelState
}
export type SlotFiles = Readonly<Record<string, ReceivedFile | null | readonly ReceivedFile[]>>

/** Forms whose last call brings the documents (API-01); the others end with the fields. */
const ENDS_WITH_DOCUMENTS: ReadonlySet<Form> = new Set(['natural-2', 'natural-3', 'legal-2', 'legal-3'])

/**
 * A slot in the call is replaced whole, except for files named in `staged`, so that a call that is repeated after its answer was lost
 * changes nothing. Every file of the draft is sent; `staged` names those that must be among them.
 */
export async function saveDocuments(
  context: KycContext,
  accountId: string,
  name: Form,
  { files, staged = [] }: { files: SlotFiles; staged: readonly string[] | undefined },
): Promise<Saved> {
  const given = Object.entries(files).flatMap(([slot, one]) => listOf(one).map((file) => ({ slot, file })))
  if (given.length > 0)
    await context.files.countUpload(
      accountId,
      given.reduce((sum, { file }) => sum + file.bytes, 0),
    )
  return context.files.storing(async (write) => {
    const written: WrittenFile[] = []
    // One after the other, as each is read into memory.
    for (const file of given) written.push(await writeFile(write, { accountId, form: name }, file))
    return stageDocuments(context, { accountId, name, staged }, written)
  })
}

interface Submission {
  readonly accountId: string
  readonly name: Form
  readonly staged: readonly string[]
}

function stageDocuments(context: KycContext, { accountId, name, staged }: Submission, written: readonly WrittenFile[]): Promise<Saved> {
  return inTransaction(context.db, async (tx) => {
    const open = await openForm(context, tx, accountId, name)
    const waiting = open.items.filter(({ state, fileId }) => state === 'staged' && fileId !== null)
    // The draft of a form with a declined item also lists accepted files, so those may be named too.
    const known = open.items.filter(({ state, fileId }) => state !== 'declined' && fileId !== null)
    if (staged.some((id) => !known.some((item) => item.id === id))) refuse('request.invalid')
    for (const item of waiting)
      if (!staged.includes(item.id) && written.some(({ slot }) => slot === item.slot)) await discard(context, tx, item)
    for (const file of written) await stageFile(context, tx, { ...open, items: await itemsNow(tx, open) }, file)
    failpoint('kyc.files_staged')
    const items = await itemsNow(tx, open)
    refuseIf(checkDocuments(name, items))
    if (!ENDS_WITH_DOCUMENTS.has(name)) return saved(open)
    refuseIf(checkFields(name, items))
    return send(context, tx, open)
  })
}

const listOf = (given: ReceivedFile | null | readonly ReceivedFile[]): readonly ReceivedFile[] =>
  given === null ? [] : 'read' in given ? [given] : given

const saved = ({ form }: OpenForm): Saved => ({ saved: true, state: form.state === 'declined' ? 'declined' : 'open' })

/**
 * `check` returns the fields to store, or refuses. It is called only while they may be changed: fields that a reviewer did not decline stay
 * as they were sent, also when they would be refused by now (a certificate grows old while a picture is taken again).
 */
export async function saveFields(context: KycContext, accountId: string, name: Form, check: () => Promise<Fields>): Promise<Saved> {
  return inTransaction(context.db, async (tx) => {
    const open = await openForm(context, tx, accountId, name)
    if (mayChangeFields(open.form.state, open.items)) await keepFields(context, tx, open, await check())
    failpoint('kyc.fields_kept')
    if (ENDS_WITH_DOCUMENTS.has(name)) return saved(open)
    refuseIf(checkDocuments(name, open.items))
    return send(context, tx, open)
  })
}

async function keepFields({ clock }: KycContext, tx: Transaction, { accountId, form, items }: OpenForm, fields: Fields): Promise<void> {
  const now = clock.now()
  await dropCheckedFields(tx, items)
  await putFields(tx, accountId, form.form, fields, now)
  const item = { id: newId(), accountId, form: form.form, slot: FIELDS_SLOT, fileId: null, facts: { ...fields } }
  await insertItem(tx, { ...item, state: 'staged', addedAt: now })
}

/** Drops the check of the first call when the fields are changed. */
export async function dropCheckedFields(tx: Transaction, items: readonly ItemRow[]): Promise<void> {
  for (const { id, slot, state } of items) if (slot === FIELDS_SLOT && state === 'staged') await deleteItem(tx, id)
}

async function send(
  context: KycContext,
  tx: Transaction,
  { accountId, customer, form: { form, state }, renewal }: OpenForm,
): Promise<Saved> {
  const now = context.clock.now()
  const cause = { at: now, actor: customerActor(accountId) }
  await sendItems(tx, { accountId, form, isAllAgain: renewal !== null && state === 'draft' }, cause)
  failpoint('kyc.items_sent')
  await moveForm(context, tx, { accountId, form }, { ...cause, to: 'sent' })
  // A verified level stays verified while its form is reviewed again.
  if (!renewal) await updateCustomer(tx, accountId, { ...customer, currentLevel: levelOf(form), isVerified: false }, now)
  failpoint('kyc.form_sent')
  return { saved: true, state: 'sent' }
}
