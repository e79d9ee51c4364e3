/** End of a renewal whose form was accepted: its content is copied into the dossier, and the person is notified. */
import type { Form } from '@tunjo/contract/kyc-forms'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { Actor } from '../../../../platform/state-machine/index.ts'
import type { KycContext } from '../core/context.ts'
import { itemsOf } from '../core/form-store.ts'
import { FIELDS_SLOT } from '../core/forms.ts'
import { closeRenewal } from '../core/renewal-store.ts'
import { levelOf } from '../core/rules.ts'
import { proveLevel } from './prove-level.ts'

/**
 * No effect for a form without a renewal: an officer grants its level.
 * Returns the same as `proveLevel`.
 * @throws Refused `kyc.document_taken`
 */
export async function endRenewal(
  context: KycContext,
  tx: Transaction,
  { accountId, form }: { accountId: string; form: Form },
  cause: { at: Date; actor: Actor },
): Promise<string | null> {
  if (!(await closeRenewal(tx, { accountId, subject: form }, { ...cause, to: 'done' }))) return null
  const fields = (await itemsOf(tx, accountId, form)).find(({ slot }) => slot === FIELDS_SLOT)?.facts
  const earlierId = await proveLevel(context, tx, accountId, form, fields)
  await context.outbox.emit(tx, 'kyc.renewal_accepted', { accountId, form })
  const person = await context.identity.person(accountId, tx)
  if (!person) return earlierId
  const notice = { kind: 'kyc.renewal_accepted', values: { level: String(levelOf(form)) }, url: '/application/verification/' } as const
  await context.notifications.notify(tx, { accountId, ...notice, mailTo: person.email })
  return earlierId
}
