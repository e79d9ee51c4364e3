/** Opens a form for a change: every change begins here, with the person's lock and the check whether this form may be changed. */
import type { Form } from '@tunjo/contract/kyc-forms'
import type { Transaction } from '../../../../platform/database/database.ts'
import { refuseIf } from '../../../../platform/http/refusal.ts'
import type { KycContext } from './context.ts'
import { type CustomerRow, lockCustomer } from './customer-store.ts'
import { ensureForm, type FormRow, type ItemRow, itemsOf } from './form-store.ts'
import { asRenewed, openRenewal, type RenewalRow } from './renewal-store.ts'
import { checkForm, verifiedLevel } from './rules.ts'

export interface OpenForm {
  readonly accountId: string
  readonly customer: CustomerRow
  /** A draft, or a form with a declined item. */
  readonly form: FormRow
  readonly items: readonly ItemRow[]
  /** Renewal of a verified form that is being sent again. */
  readonly renewal: RenewalRow | null
  /** The form as it is stored. */
  readonly stored: FormRow
}

/** @throws Refused `kyc.form_locked`, `kyc.form_sent` */
export async function openForm({ clock }: Pick<KycContext, 'clock'>, tx: Transaction, accountId: string, name: Form): Promise<OpenForm> {
  const now = clock.now()
  const customer = await lockCustomer(tx, accountId, now)
  const stored = await ensureForm(tx, accountId, name, now)
  const renewal = await openRenewal(tx, accountId, name)
  const facts = { personType: customer.personType, verified: verifiedLevel(customer), isRenewing: renewal !== null }
  refuseIf(checkForm(name, stored.state, facts))
  return { accountId, customer, renewal, stored, ...asRenewed(renewal, stored, await itemsOf(tx, accountId, name)) }
}

/** Present items of the form, in the transaction that opened it: in a renewal earlier accepted items do not count. */
export const itemsNow = async (tx: Transaction, { accountId, renewal, stored }: OpenForm): Promise<readonly ItemRow[]> =>
  asRenewed(renewal, stored, await itemsOf(tx, accountId, stored.form)).items
