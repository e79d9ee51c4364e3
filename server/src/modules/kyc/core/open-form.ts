/** Every change of a form begins here: the person's lock, and whether this form may be changed at all. */
import type { Form } from '@tunjo/contract/kyc-forms'
import type { Transaction } from '../../../platform/database.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import type { KycContext } from './context.ts'
import { type CustomerRow, lockCustomer } from './customer-store.ts'
import { ensureForm, type FormRow, type ItemRow, itemsOf } from './form-store.ts'
import { checkForm, verifiedLevel } from './rules.ts'

export interface OpenForm {
  readonly accountId: string
  readonly customer: CustomerRow
  /** A draft, or one of which something was declined. */
  readonly form: FormRow
  readonly items: readonly ItemRow[]
}

/** @throws Refused `kyc.form_locked`, `kyc.form_sent` */
export async function openForm({ clock }: Pick<KycContext, 'clock'>, tx: Transaction, accountId: string, name: Form): Promise<OpenForm> {
  const now = clock.now()
  const customer = await lockCustomer(tx, accountId, now)
  const form = await ensureForm(tx, accountId, name, now)
  refuseIf(checkForm(name, form.state, { personType: customer.personType, verified: verifiedLevel(customer) }))
  return { accountId, customer, form, items: await itemsOf(tx, accountId, name) }
}
