/** Validation and normalisation of the fields of a bank account. */
import { accountNumberAt, type BankAccount, isAccountNumber } from '@tunjo/contract/payments'
import { confusableKey } from '@tunjo/contract/plain-text'
import { violatedConstraint } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { PaymentsContext } from '../context.ts'
import { accountHeldUntil, accountLabel } from '../rules.ts'
import type { AccountType } from '../types.ts'
import { type AccountFields, ALIAS_INDEX, type BankAccountRow } from './account-store.ts'

/** Fields of a form, by the specification's names. */
export interface AccountForm {
  readonly account: string
  readonly accountType: AccountType
  readonly bank: number
  readonly alias: string
}

/** @throws Refused `payments.account_number_invalid`, `payments.bank_unknown` */
export function parseForm(
  { parameters }: Pick<PaymentsContext, 'parameters'>,
  { account, accountType, bank, alias }: AccountForm,
): AccountFields {
  if (!isAccountNumber(account)) refuse('payments.account_number_invalid')
  if (!parameters.bank(bank)) refuse('payments.bank_unknown')
  return { alias, aliasKey: confusableKey(alias), bankId: bank, accountType, number: accountNumberAt(bank, account) }
}

/** Two concurrent calls may choose the same alias: the unique index decides, and this is its refusal. */
export function refuseTakenAlias(error: unknown): never {
  if (violatedConstraint(error) === ALIAS_INDEX) refuse('payments.account_alias_taken')
  throw error
}

type AccountShower = Pick<PaymentsContext, 'parameters' | 'settings' | 'clock'>

export const presentAccount = ({ parameters, settings, clock }: AccountShower, row: BankAccountRow): BankAccount => ({
  id: row.id,
  alias: row.alias,
  bank: { id: row.bankId, name: parameters.bank(row.bankId)?.name ?? '' },
  accountType: row.accountType,
  accountAddress: row.number,
  user: row.accountId,
  heldUntil: accountHeldUntil(row.changedAt, { holdMs: settings.newAccountHoldMs, now: clock.now() })?.toISOString() ?? null,
})

type Changed = Pick<BankAccountRow, 'alias' | 'number' | 'changedAt'>

/** Event about an added or edited bank account, for other modules. */
export const changedAccount = ({ settings }: Pick<PaymentsContext, 'settings'>, { alias, number, changedAt }: Changed) => ({
  account: accountLabel({ accountAlias: alias, accountNumber: number }),
  heldUntil: new Date(changedAt.getTime() + settings.newAccountHoldMs).toISOString(),
})
