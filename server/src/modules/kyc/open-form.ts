/** Every change of a form begins here: the person's lock, and whether this form may be changed at all. */
import type { Form } from '@tunjo/contract/kyc-forms'
import type { Transaction } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { KycContext } from './context.ts'
import { type CustomerRow, lockCustomer } from './customer-store.ts'
import { ensureForm, type FormRow, type ItemRow, itemsOf } from './form-store.ts'
import { isFormOpen, verifiedLevel } from './rules.ts'

export interface OpenForm {
  readonly customer: CustomerRow
  readonly form: FormRow & { readonly state: 'draft' | 'declined' }
  readonly items: readonly ItemRow[]
}

/** @throws Refused `kyc.form_locked`, `kyc.form_sent` */
export async function openForm({ clock }: Pick<KycContext, 'clock'>, tx: Transaction, accountId: string, name: Form): Promise<OpenForm> {
  const now = clock.now()
  const customer = await lockCustomer(tx, accountId, now)
  if (!isFormOpen(name, { personType: customer.personType, verified: verifiedLevel(customer) })) refuse('kyc.form_locked')
  const form = await ensureForm(tx, accountId, name, now)
  const { state } = form
  if (state !== 'draft' && state !== 'declined') refuse('kyc.form_sent')
  return { customer, form: { ...form, state }, items: await itemsOf(tx, accountId, name) }
}
