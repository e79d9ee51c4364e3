/**
 * Port that is notified of each saved bank account. The module that keeps lists of accounts acts on it; the customer is not notified here.
 */
import type { Transaction } from '../../../../platform/database/database.ts'

export interface SavedBankAccount {
  readonly accountId: string
  readonly bankId: number
  readonly number: string
}
export interface AccountCheck {
  meetAccount(tx: Transaction, saved: SavedBankAccount): Promise<void>
}
