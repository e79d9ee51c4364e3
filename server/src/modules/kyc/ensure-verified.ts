/** People who are verified from the start, as in the demo: with what they would have declared, answered and sent. Made once. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { inTransaction, type Transaction } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { SYSTEM } from '../../platform/state-machine/index.ts'
import type { KycContext } from './context.ts'
import { findDossier, insertSurvey, lockCustomer, putDossier, updateCustomer } from './customer-store.ts'
import type { FileFacts } from './files/shown-file.ts'
import { ensureForm, insertItem, lockItemsOf, putFields } from './forms/form-store.ts'
import { FIELDS_SLOT } from './forms/forms.ts'
import { decideItems, moveForm, sendItems } from './forms/move-form.ts'
import { proveLevel } from './review/prove-level.ts'
import type { Declaration, VerifiedDossier } from './types.ts'

export async function ensureVerified(
  context: KycContext,
  { accountId, level, ...dossier }: VerifiedDossier,
  declare?: () => Promise<Declaration>,
): Promise<void> {
  const { db, clock, identity } = context
  if (await findDossier(db, accountId)) return
  const declaration = await declare?.()
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const customer = await lockCustomer(tx, accountId, now)
    if (await findDossier(tx, accountId)) return
    await putDossier(tx, accountId, { ...dossier, birthDate: null, isPep: false }, now)
    if (declaration) await keep(context, tx, accountId, declaration)
    await updateCustomer(tx, accountId, { ...customer, personType: dossier.personType, currentLevel: level, isVerified: true }, now)
    await identity.setState(tx, { accountId, state: ACCOUNT_STATE.verified, actor: { kind: 'system', name: 'kyc.ensure_verified' } })
  })
}

async function keep(context: KycContext, tx: Transaction, accountId: string, { survey, forms }: Declaration): Promise<void> {
  const now = context.clock.now()
  await insertSurvey(tx, accountId, { ...survey, responseC: 0 }, now)
  for (const { form, fields, pictures } of forms) {
    await ensureForm(tx, accountId, form, now)
    await putFields(tx, accountId, form, fields, now)
    const entry = { accountId, form, state: 'staged', addedAt: now } as const
    await insertItem(tx, { ...entry, id: newId(), slot: FIELDS_SLOT, fileId: null, facts: { ...fields } })
    for (const [slot, { content, width, height }] of Object.entries(pictures)) {
      const file = { purpose: `kyc.${form}.${slot}`, kind: 'image', mediaType: 'image/jpeg', originalName: `${slot}.jpg` } as const
      const stored = await context.files.store({ ...file, ownerId: accountId, content }, tx)
      const facts: FileFacts = {
        name: file.originalName,
        mediaType: file.mediaType,
        bytes: content.length,
        quality: { width, height, warnings: [] },
      }
      await insertItem(tx, { ...entry, id: newId(), slot, fileId: stored.id, facts: { ...facts } })
    }
    const cause = { at: now, actor: SYSTEM }
    await sendItems(tx, accountId, form, cause)
    await moveForm(context, tx, { accountId, form }, { ...cause, to: 'sent' })
    await decideItems(tx, await lockItemsOf(tx, accountId, form), { ...cause, to: 'accepted', description: null })
    await moveForm(context, tx, { accountId, form }, { ...cause, to: 'accepted' })
    await proveLevel(context, tx, accountId, form, fields)
  }
}
