/** Draft of a form, stored on the server, so that it is available on every device. */
import type { Draft } from '@tunjo/contract/kyc-drafts'
import type { Form } from '@tunjo/contract/kyc-forms'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { KycContext } from '../core/context.ts'
import { evidenceOf, findForm, itemsOf, putFields } from '../core/form-store.ts'
import { type Fields, mayChangeFields, schemaOf } from '../core/forms.ts'
import { openForm } from '../core/open-form.ts'
import { presentFile } from '../core/present-file.ts'
import { asRenewed, openRenewal } from '../core/renewal-store.ts'
import { unfinishedUploads } from '../core/unfinished-uploads.ts'
import { dropCheckedFields } from './form-submission.ts'

const DRAFT_BYTES_MAX = 50_000

export async function showDraft(context: KycContext, accountId: string, form: Form): Promise<Draft> {
  const { db } = context
  const [row, items, evidence, uploads, renewal] = await Promise.all([
    findForm(db, accountId, form),
    itemsOf(db, accountId, form),
    evidenceOf(db, accountId, form),
    unfinishedUploads(context, accountId, form),
    openRenewal(db, accountId, form),
  ])
  return {
    form,
    fields: { ...row?.fields },
    files: (row ? asRenewed(renewal, row, items).items : items).flatMap(presentFile),
    uploads,
    revision: row?.revision ?? 0,
    updatedAt: row?.updatedAt.toISOString() ?? null,
    evidence,
  }
}

export async function saveDraft(
  context: KycContext,
  accountId: string,
  { form: name, fields, revision }: { form: Form; fields: Fields; revision: number },
): Promise<{ revision: number }> {
  const known = knownFields(name, fields)
  if (Buffer.byteLength(JSON.stringify(known)) > DRAFT_BYTES_MAX) refuse('request.too_large')
  return inTransaction(context.db, async (tx) => {
    const { form, items } = await openForm(context, tx, accountId, name)
    if (!mayChangeFields(form.state, items)) refuse('kyc.form_sent')
    if (form.revision !== revision) refuse('kyc.draft_changed')
    await dropCheckedFields(tx, items)
    return { revision: await putFields(tx, accountId, name, known, context.clock.now()) }
  })
}

/** Fields of the form, and the department, which only helps to choose the city. */
function knownFields(form: Form, fields: Fields): Fields {
  const names = new Set([...Object.keys(schemaOf(form)?.shape ?? {}), 'departmentID'])
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)))
}
