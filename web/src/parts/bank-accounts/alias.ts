/** Uniqueness of account aliases; ignores case and surrounding spaces. */
import type { BankAccount } from '@tunjo/contract/payments'

export function isAliasTaken(alias: string, accounts: readonly Pick<BankAccount, 'id' | 'alias'>[], exceptId?: string): boolean {
  const wanted = plain(alias)
  return accounts.some((account) => account.id !== exceptId && plain(account.alias) === wanted)
}

const plain = (text: string): string => text.trim().toLocaleLowerCase('es')
