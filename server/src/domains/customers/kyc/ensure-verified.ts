/** Seeded people who are verified from the start, as in the demo, with the usual declarations, answers and files. Created once. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { StoredFile, WriteFile } from '../../../platform/files/index.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import type { KycContext } from './core/context.ts'
import { findDossier, insertSurvey, lockCustomer, putDossier, updateCustomer } from './core/customer-store.ts'
import { ensureForm, insertItem, lockItemsOf, putFields } from './core/form-store.ts'
import { FIELDS_SLOT } from './core/forms.ts'
import { decideItems, moveForm, sendItems } from './core/move-form.ts'
import type { FileFacts } from './core/present-file.ts'
import { purposeOf } from './core/stage-file.ts'
import type { Declaration, VerifiedDossier } from './core/types.ts'
import { proveLevel } from './review/prove-level.ts'

const PRODUCT = { kind: 'system', name: 'kyc.ensure_verified' } as const
const { unverified, verified } = ACCOUNT_STATE

export async function ensureVerified(
  context: KycContext,
  { accountId, level, ...dossier }: VerifiedDossier,
  declare?: () => Promise<Declaration>,
): Promise<void> {
  const { db, clock, identity } = context
  if (await findDossier(db, accountId)) return
  const declaration = await declare?.()
  await context.files.storing(async (write) => {
    const documents = declaration && (await writeDocuments(write, accountId, declaration))
    await inTransaction(db, async (tx) => {
      const now = clock.now()
      const customer = await lockCustomer(tx, accountId, now)
      if (await findDossier(tx, accountId)) return
      await putDossier(tx, accountId, { ...dossier, birthDate: null, isPep: false }, now)
      if (documents) await keep(context, tx, accountId, documents)
      await updateCustomer(tx, accountId, { ...customer, personType: dossier.personType, currentLevel: level, isVerified: true }, now)
      await identity.setState(tx, { accountId, state: verified, onlyFrom: unverified, actor: PRODUCT })
    })
  })
}

interface RenewedDocument {
  readonly slot: string
  readonly stored: StoredFile
  readonly facts: FileFacts
}
interface RenewedDocuments {
  readonly survey: Declaration['survey']
  readonly forms: readonly (Pick<Declaration['forms'][number], 'form' | 'fields'> & { documents: readonly RenewedDocument[] })[]
}

async function writeDocuments(write: WriteFile, ownerId: string, { survey, forms }: Declaration): Promise<RenewedDocuments> {
  const written: RenewedDocuments['forms'][number][] = []
  for (const { form, fields, pictures } of forms) {
    const documents: RenewedDocument[] = []
    for (const [slot, { content, width, height }] of Object.entries(pictures)) {
      const file = { purpose: purposeOf(form, slot), kind: 'image', mediaType: 'image/jpeg', originalName: `${slot}.jpg` } as const
      const stored = await write({ ...file, ownerId, content })
      const facts = {
        name: stored.originalName,
        mediaType: stored.mediaType,
        bytes: stored.bytes,
        quality: { width, height, warnings: [] },
      }
      documents.push({ slot, stored, facts })
    }
    written.push({ form, fields, documents })
  }
  return { survey, forms: written }
}

async function keep(context: KycContext, tx: Transaction, accountId: string, { survey, forms }: RenewedDocuments): Promise<void> {
  const now = context.clock.now()
  await insertSurvey(tx, accountId, { ...survey, responseC: 0 }, now)
  for (const { form, fields, documents } of forms) {
    await ensureForm(tx, accountId, form, now)
    await putFields(tx, accountId, form, fields, now)
    const entry = { accountId, form, state: 'staged', addedAt: now } as const
    await insertItem(tx, { ...entry, id: newId(), slot: FIELDS_SLOT, fileId: null, facts: { ...fields } })
    for (const { slot, stored, facts } of documents) {
      await context.files.attach(tx, stored)
      await insertItem(tx, { ...entry, id: newId(), slot, fileId: stored.id, facts: { ...facts } })
    }
    const cause = { at: now, actor: SYSTEM }
    await sendItems(tx, { accountId, form, isAllAgain: false }, cause)
    await moveForm(context, tx, { accountId, form }, { ...cause, to: 'sent' })
    await decideItems(tx, await lockItemsOf(tx, accountId, form), { ...cause, to: 'accepted', description: null })
    await moveForm(context, tx, { accountId, form }, { ...cause, to: 'accepted' })
    await proveLevel(context, tx, accountId, form, fields)
  }
}
