/** Port: told of each bank account that is saved. Whoever keeps a list of accounts acts on it; the person hears nothing of it here. */
import type { Transaction } from '../../../platform/database.ts'

export interface SavedBankAccount {
  readonly accountId: string
  readonly bankId: number
  readonly number: string
}
export interface AccountCheck {
  meetAccount(tx: Transaction, saved: SavedBankAccount): Promise<void>
}
