/** What limits offer other modules. */
import type { Connection, Transaction } from '../../platform/database.ts'
import type { MountedModule } from '../../platform/module.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Dossier } from '../kyc/index.ts'
import type { MaximumOf } from './rules.ts'

export type Direction = 'deposit' | 'withdrawal'

export interface IntendedUse {
  /** Id of the deposit or withdrawal, by which its use is given back or counted again. */
  readonly operationId: string
  readonly accountId: string
  readonly direction: Direction
  /** COP cents, above zero. */
  readonly amountCop: bigint
}

/** The person who may transact, as providers of payments need to know them. */
export interface VerifiedPerson extends Dossier {
  readonly accountId: string
  readonly email: string
  readonly accountCreatedAt: Date
}

/** COP cents; null = no limit. */
export interface Volume {
  readonly used: bigint
  readonly maximum: bigint | null
}

export interface Limits extends MountedModule {
  /** Of this month. */
  volume(accountId: string, direction: Direction): Promise<Volume>
  /** The maximum of a month and direction by verified level, as it holds at a moment: one version for all that is asked of the answer. */
  monthlyMaximums(connection: Connection, at: Date): Promise<MaximumOf>
  /** The same for many moments: read once. */
  maximumHistory(connection: Connection): Promise<(at: Date) => MaximumOf>
  /**
   * The one answer for every call that moves money: may this person do this now? Counts the use of the month in the caller's
   * transaction, so it and the money stand or fall together; calls of one person wait for each other.
   * @throws Refused `limits.not_verified`, `limits.blocked`, `limits.in_review`, `limits.monthly_exceeded`, for withdrawals
   * `limits.withdrawals_on_hold` (R9), for deposits `identity.consent_needed`
   */
  reserveLimit(tx: Transaction, use: IntendedUse): Promise<VerifiedPerson>
  /**
   * For a trade, which moves money neither in nor out: the person must be verified and not blocked; no month is counted.
   * @throws Refused `limits.not_verified`, `limits.blocked`, `limits.in_review`, `identity.consent_needed`
   */
  mayTrade(tx: Transaction, accountId: string): Promise<void>
  /** Null when money that is held for this person's withdrawal may leave now; otherwise when to ask again. */
  payoutBlockedUntil(tx: Transaction, accountId: string): Promise<Date | null>
  /** For what a person is told before they ask: until when their withdrawals wait (R9); null when they do not. */
  withdrawalHoldUntil(connection: Connection, accountId: string): Promise<Date | null>
  /** Who the person was verified to be, whatever they may do now; null before that. */
  verifiedPerson(connection: Connection, accountId: string): Promise<Dossier | null>
  /** Two officers decided that money which arrived is the customer's: it counts in its month, above the maximum too. Once. */
  countArrival(tx: Transaction, use: IntendedUse): Promise<void>
  /** The operation failed or came back: its month gets its use back, once. */
  releaseUsage(tx: Transaction, operationId: string): Promise<void>
  /**
   * Money arrived for an operation that had been given up: counted again, since it is here. Answers `limits.monthly_exceeded` when its
   * month is above the maximum with it: then it is not for the customer to use yet.
   */
  reinstateUsage(tx: Transaction, operationId: string): Promise<Refusal | null>
}
