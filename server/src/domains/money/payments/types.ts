/** Interface of payments for other modules. */
import type { ACCOUNT_TYPES } from '@tunjo/contract/payments'
import type { AnomalyKind } from '@tunjo/contract/payments-officers'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import type { MountedModule } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import type { StuckSource } from '../../../platform/security/stopped-operations.ts'

export type { AnomalyKind } from '@tunjo/contract/payments-officers'
export type { AccountCheck } from './accounts/account-check.ts'
export type { CompanyCapital } from './transfers/company-capital.ts'
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
  /** Cents that the ledger expects to wait for payout. */
  readonly booked: bigint
  /** Cents that wait there by the provider's answer. */
  readonly balance: bigint
  /** Cents deducted from that balance, costs included, by withdrawal that is not in the ledger yet. */
  readonly taken: ReadonlyMap<string, bigint>
}

export interface CollectionAtBank {
  /** Cents, by the last imported statement. */
  readonly balance: bigint
  /** Sum of its lines that are not in the ledger yet. */
  readonly pending: bigint
}

/** A difference between a provider's record and the books, confirmed by a second answer (anomalies/). */
export interface Anomaly {
  readonly kind: AnomalyKind
  /** The deposit or withdrawal; else the provider's id of a payment that matches none. */
  readonly id: string
  /** The provider's id of a payment that is not the one of its deposit: there may be several. */
  readonly paymentId?: string
  readonly accountId: string | null
  /** Cents that the books have for it. */
  readonly booked: bigint
  /** Cents by the provider's record. */
  readonly amount: bigint
  /** Absent when it is COP. */
  readonly currency?: string
  /** Payer or payee by the provider's record, as text; present when it is another person. */
  readonly payer?: string
}

export interface UnprovedRow {
  readonly kind: 'deposit' | 'statement_line' | 'withdrawal' | 'payout_word' | 'anomaly_booking' | 'taken_back'
  readonly id: string
  /** The recorded facts instead of the expected ones, as text. */
  readonly facts: string
  /** Its row hides a payment that two officers booked: nothing else in the books names the payment. */
  readonly isHidden?: boolean
}

/** Burns of COPT that two officers booked to suspense, with their pesos, by the withdrawal that they were for. */
export interface FoundBurns {
  isBooked(tx: Transaction, withdrawalId: string): Promise<boolean>
}

/** Other modules follow payments through its events and the view `payments.movement`. */
export interface Payments extends MountedModule {
  /** For seeded customers: the account exists under its alias; an existing one stays unchanged. Returns its id. */
  ensureAccount(account: NewBankAccount): Promise<string>
  /**
   * For the reconciliation: the provider's own record (books.ts); null when it answered about another payment. @throws ProviderUnreachable
   */
  paidForDeposit(depositId: string): Promise<bigint | null>
  /** One consistent snapshot: exact while payouts move (payout-snapshot.ts). */
  fundsAtProvider(): Promise<FundsAtProvider>
  collectionAtBank(): Promise<CollectionAtBank | null>
  /** For the reconciliation: ids of credited deposits whose payment the provider took back. */
  takenBack(): Promise<readonly string[]>
  /** Ids of withdrawals and deposits whose pesos still leave the books, or left them within a day: each is followed by a burn of COPT. */
  awaitingBurn(connection: Connection): Promise<readonly string[]>
  /** For the reconciliation: differences between providers' records and the books, without those of `takenBack`. */
  anomalies(): Promise<readonly Anomaly[]>
  /** For the reconciliation: number of approved payments in no book that wait for two officers, apart from those that they booked. */
  unbookedPayments(tx: Transaction): Promise<number>
  /** Compare the next page of ended movements and anomalies that are due with the provider's record, as the schedule does. */
  compareRecords(): Promise<void>
  /** For the reconciliation: movements in flight that differ from their request. */
  unprovedRows(): Promise<readonly UnprovedRow[]>
  /** Once after an upgrade: seal the movements in flight from before the introduction of seals. */
  sealOldRows(): Promise<void>
  /** Burns that another module books: a payout whose burned tokens are in suspense is not posted a second time. */
  useFoundBurns(port: FoundBurns): void
  readonly figures: Gauges
  /** Overdue operations of this module. */
  readonly stopped: readonly StuckSource[]
  /** Whether a deposit or withdrawal of this customer has not ended yet. */
  hasOpenMovement(tx: Transaction, accountId: string): Promise<boolean>
}
