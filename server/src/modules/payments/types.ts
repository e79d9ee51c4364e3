/** What payments offer other modules. */
import type { ACCOUNT_TYPES } from '@tunjo/contract/payments'
import type { AnomalyKind } from '@tunjo/contract/payments-officers'
import type { Transaction } from '../../platform/database.ts'
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule } from '../../platform/module.ts'
import type { StoppedSource } from '../../platform/stopped-operations.ts'

export type { AnomalyKind } from '@tunjo/contract/payments-officers'
export type { AccountCheck } from './accounts/account-check.ts'
export type { HouseCapital } from './transfers/house-capital.ts'
export type { PayerCheck } from './transfers/payer-check.ts'

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
  /** Cents that the ledger says wait to be paid out. */
  readonly booked: bigint
  /** Cents that the provider says wait there. */
  readonly balance: bigint
  /** By withdrawal that is not in the ledger yet: cents that left that balance for it, costs included. */
  readonly taken: ReadonlyMap<string, bigint>
}

export interface CollectionAtBank {
  /** Cents, by the last statement that was imported. */
  readonly balance: bigint
  /** Of its lines, what the ledger does not have yet. */
  readonly pending: bigint
}

/** What a provider's record says and the books do not, confirmed by a second answer (anomalies/). */
export interface Anomaly {
  readonly kind: AnomalyKind
  /** The deposit or withdrawal; the provider's id of a payment that is none of ours. */
  readonly id: string
  /** The provider's id, of a payment that is not the one of its deposit: there may be several. */
  readonly paymentId?: string
  readonly accountId: string | null
  /** Cents that the books have for it. */
  readonly booked: bigint
  /** Cents by the provider's record. */
  readonly amount: bigint
  /** Absent when it is COP. */
  readonly currency?: string
  /** Who paid or was paid by the provider's record, as text; of a record of another person. */
  readonly payer?: string
}

export interface UnprovedRow {
  readonly kind: 'deposit' | 'statement_line' | 'withdrawal' | 'payout_word' | 'anomaly_booking' | 'taken_back'
  readonly id: string
  /** What is there in place of what was asked for, as text. */
  readonly facts: string
  /** Its row says that a payment was not booked which two officers booked: nothing else in the books names the payment. */
  readonly isHidden?: boolean
}

/** Other modules learn of payments by its events and read the view `payments.movement`. */
export interface Payments extends MountedModule {
  /** For seeded people: the account exists under its alias; an existing one stays as it is. Answers its id. */
  ensureAccount(account: NewBankAccount): Promise<string>
  /** For the reconciliation: the provider's own word (books.ts); null when it answered about another payment. @throws ProviderUnreachable */
  paidForDeposit(depositId: string): Promise<bigint | null>
  /** In one cut: exact while payouts move (payout-cut.ts). */
  fundsAtProvider(): Promise<FundsAtProvider>
  collectionAtBank(): Promise<CollectionAtBank | null>
  /** For the reconciliation: ids of credited deposits whose payment the provider took back. */
  takenBack(): Promise<readonly string[]>
  /** For the reconciliation: what providers' records say otherwise than the books. Those of `takenBack` are not among them. */
  anomalies(): Promise<readonly Anomaly[]>
  /** For the reconciliation: how many approved payments that no book has wait for two officers, beside those that they booked. */
  unbookedPayments(tx: Transaction): Promise<number>
  /** The next page of ended movements and anomalies that are due to be compared with the provider's record, as the schedule does. */
  compareRecords(): Promise<void>
  /** For the reconciliation: movements under way that are not what was asked for. */
  unprovedRows(): Promise<readonly UnprovedRow[]>
  /** Once after an upgrade: seals what was under way before there were seals. */
  sealOldRows(): Promise<void>
  readonly figures: Figures
  /** Operations of its own that stand longer than they should. */
  readonly stopped: readonly StoppedSource[]
  /** Whether a deposit or withdrawal of this person has not ended yet. */
  hasOpenMovement(tx: Transaction, accountId: string): Promise<boolean>
}
