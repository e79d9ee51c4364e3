/** What payments offer other modules. */
import type { ACCOUNT_TYPES } from '@tunjo/contract/payments'
import type { Transaction } from '../../platform/database.ts'
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule } from '../../platform/module.ts'

export type { AccountCheck } from './accounts/account-check.ts'

export type AccountType = (typeof ACCOUNT_TYPES)[keyof typeof ACCOUNT_TYPES]

export interface NewBankAccount {
  /** Account id of the person it belongs to. */
  readonly owner: string
  readonly alias: string
  /** Id of `parameters`. */
  readonly bank: number
  readonly accountType: AccountType
  /** Account number. */
  readonly account: string
}

export interface FundsAtProvider {
  /** Cents that wait to be paid out. */
  readonly balance: bigint
  /** By withdrawal that is under way: cents that left that balance for it, costs included. */
  readonly taken: ReadonlyMap<string, bigint>
}

export interface CollectionAtBank {
  /** Cents, by the last statement that was imported. */
  readonly balance: bigint
  /** Of its lines, what the ledger does not have yet. */
  readonly pending: bigint
}

/** Other modules learn of payments by its events and read the view `payments.movement`. */
export interface Payments extends MountedModule {
  /** For seeded people: the account exists under its alias; an existing one stays as it is. Answers its id. */
  ensureAccount(account: NewBankAccount): Promise<string>
  /** For the reconciliation: the provider's own word (books.ts). @throws ProviderUnreachable */
  paidForDeposit(depositId: string): Promise<bigint>
  fundsAtProvider(): Promise<FundsAtProvider | null>
  collectionAtBank(): Promise<CollectionAtBank | null>
  readonly figures: Figures
  /** Whether a deposit or withdrawal of this person has not ended yet. */
  hasOpenMovement(tx: Transaction, accountId: string): Promise<boolean>
}
