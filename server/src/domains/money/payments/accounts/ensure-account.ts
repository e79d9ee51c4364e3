/** Bank accounts of seeded customers. */
import { confusableKey } from '@tunjo/contract/plain-text'
import type { PaymentsContext } from '../context.ts'
import type { NewBankAccount } from '../types.ts'
import { listAccounts } from './account-store.ts'
import { addAccount } from './add-account.ts'

/** For seeded customers: return the id of the account with the alias, or add it as a known account. */
export async function ensureAccount(context: PaymentsContext, { owner, ...form }: NewBankAccount): Promise<string> {
  const existing = (await listAccounts(context.db, owner)).find(({ alias }) => confusableKey(alias) === confusableKey(form.alias))
  const knownSince = new Date(context.clock.now().getTime() - context.settings.newAccountHoldMs)
  return existing?.id ?? (await addAccount(context, { owner, sessionId: null }, form, knownSince)).id
}
