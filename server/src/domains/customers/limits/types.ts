/** Public types of limits. */
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import type { Refusal } from '../../../platform/http/refusal.ts'
import type { MountedModule } from '../../../platform/module.ts'
import type { Fact, Kind, Work } from '../../../platform/unit-of-work/index.ts'
import type { InForce } from '../../reference/configuration/index.ts'
import type { AccountInGroup } from '../identity/index.ts'
import type { Dossier, KycPerson } from '../kyc/index.ts'
import type { MaximumOf } from './rules.ts'

export type Direction = 'deposit' | 'withdrawal'

export interface IntendedUse {
  /** Id of the deposit or withdrawal, by which its use is released or counted again. */
  readonly operationId: string
  readonly accountId: string
  readonly direction: Direction
  /** COP cents, above zero. */
  readonly amountCop: bigint
}

/** Use that the monthly limit refused. */
export interface RefusedUse extends IntendedUse {
  readonly maximum: bigint
  readonly at: Date
}

/** A month as a group of use cases read it. */
export interface MonthInGroup {
  /** Use by the account itself; null before its first operation of the month. */
  readonly own: bigint | null
  /** Use by the account and by earlier accounts of the person. */
  readonly used: bigint
}

/** A person who may transact, with the facts that payment providers need about them. */
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

/** Customer who asks for a withdrawal, as a group of use cases read it. */
export interface FoundWithdrawer {
  readonly account: AccountInGroup | null
  readonly verification: Pick<KycPerson, 'verifiedLevel' | 'dossier'>
  readonly mayTransact: boolean
  readonly limits: InForce<'limits'>
  readonly month: MonthInGroup
}

/** Customer who asks for a trade, as a group of use cases read it. */
export interface FoundTrader extends Pick<FoundWithdrawer, 'account' | 'verification' | 'mayTransact'> {
  readonly consent: Refusal | null
}

/** For movements that run in groups (platform/unit-of-work). */
export interface LimitsInGroups {
  /** Fact of the customer, by names of the keys: id of the account, moment of the decision, its month as `monthAt` gives it. */
  withdrawer(keys: { account: string; now: string; month: string }): Fact<FoundWithdrawer>
  monthAt(now: Date): string
  /** Fact of the verified identity, as `verifiedPerson`; null before verification. `account`: name of the key that is the id of the account. */
  person(account: string): Fact<Dossier | null>
  /** Fact that the use of an operation was released, so that `reinstateUsage` would count it. `operation`: name of a key. */
  isReleased(operation: string): Fact<boolean>
  /** Kinds of rows. They lock the month, then the account. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of several types
  readonly kinds: readonly Kind<any>[]
  /**
   * As `reserveLimit`. Null when the month of the account has no row yet: it is decided again after `beginMonth`.
   * @throws Refused, or MonthlyLimitExceeded, which the caller records by `recordRefusal`
   */
  reserveWithdrawal(work: Work, found: FoundWithdrawer, use: Omit<IntendedUse, 'direction'>): VerifiedPerson | null
  /** Fact of the customer, by names of the keys: id of the account, moment of the decision. */
  trader(keys: { account: string; now: string }): Fact<FoundTrader>
  /** Kinds of rows of `mayTrade`. They lock the account. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of several types
  readonly traderKinds: readonly Kind<any>[]
  /** As `mayTrade` within a transaction. The account stays unchanged until the commit. @throws Refused */
  mayTrade(work: Work, found: FoundTrader): void
  beginMonth(accountId: string): Promise<void>
  recordRefusal(refused: RefusedUse): Promise<void>
}

export interface Limits extends MountedModule {
  readonly inGroups: LimitsInGroups
  /** Use and maximum of this month. */
  volume(accountId: string, direction: Direction): Promise<Volume>
  /** Maximum of a month and direction by verified level, as valid at a moment: all answers come from one version of the configuration. */
  monthlyMaximums(connection: Connection, at: Date): Promise<MaximumOf>
  /** The same for many moments, with one read. */
  maximumHistory(connection: Connection): Promise<(at: Date) => MaximumOf>
  /**
   * Permission of this person for a movement at this moment, asked for by every call that moves money. Counts the use of the month in the
   * caller's transaction, so the use and the money are committed together; calls of one person wait for each other.
   * @throws Refused `limits.not_verified`, `limits.blocked`, `limits.in_review`, `limits.monthly_exceeded`, for withdrawals
   * `limits.withdrawals_on_hold` (R9), for deposits `identity.consent_needed`
   */
  reserveLimit(tx: Transaction, use: IntendedUse): Promise<VerifiedPerson>
  /**
   * Permission for a trade, which moves money neither in nor out: the person must be verified and not blocked; no month is counted.
   * @throws Refused `limits.not_verified`, `limits.blocked`, `limits.in_review`, `identity.consent_needed`
   */
  mayTrade(tx: Transaction, accountId: string): Promise<void>
  /** Null when the money held for this person's withdrawal may leave now; otherwise the time of the next check. */
  payoutBlockedUntil(tx: Transaction, accountId: string): Promise<Date | null>
  /** End of the withdrawal cooldown, shown before a person asks for a withdrawal (R9); null without one. */
  withdrawalHoldUntil(connection: Connection, accountId: string): Promise<Date | null>
  /** Verified identity of the person, also of one who may not transact now; null before verification. */
  verifiedPerson(connection: Connection, accountId: string): Promise<Dossier | null>
  /** Count money that arrived and that two officers credited to the customer: in its month, above the maximum too, once. */
  countArrival(tx: Transaction, use: IntendedUse): Promise<void>
  /** Release the use of an operation that failed or was returned: its month gets it back, once. */
  releaseUsage(tx: Transaction, operationId: string): Promise<void>
  /**
   * Count the use of an abandoned operation again, since its money arrived. Returns `limits.monthly_exceeded` when its month is then above
   * the maximum: the customer may not use the money yet.
   */
  reinstateUsage(tx: Transaction, operationId: string): Promise<Refusal | null>
}
