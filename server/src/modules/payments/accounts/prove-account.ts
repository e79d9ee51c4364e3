/**
 * Verification that a bank account is as its owner saved it: an account written directly into the database is not paid
 * (docs/decisions/0045-sealed-rows.md).
 */
import type { Transaction } from '../../../platform/database.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { PaymentsContext } from '../context.ts'
import { bankAccountText } from '../sealed-texts.ts'
import { type BankAccountRow, lockBankAccount } from './account-store.ts'

/** Lock the account against changes. Null when there is none. @throws Refused `ledger.unproved` */
export async function provedAccount(
  { log, seals }: Pick<PaymentsContext, 'log' | 'seals'>,
  tx: Transaction,
  owner: string,
  id: string,
): Promise<BankAccountRow | null> {
  const account = await lockBankAccount(tx, owner, id, 'share')
  if (!account || seals.isSealOf(bankAccountText(account), account.seal)) return account
  log.error({ securityEvent: 'payment_unproved', bankAccountId: id }, 'a bank account is not what its owner saved: nothing is paid to it')
  return refuse('ledger.unproved')
}
