/** Interface of the module, and the risk profile of a customer. */

import type { RiskAction, RiskLevel } from '@tunjo/contract/compliance-risk'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import type { MountedModule } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import type { Text } from '../../../platform/phrases/coded-text.ts'
import type { Fact } from '../../../platform/unit-of-work/index.ts'
import type { Cause } from '../alerts/index.ts'

export interface RiskProfile {
  /** Level set by an officer, valid until `levelUntil`; null: floors and points apply. */
  readonly level: RiskLevel | null
  readonly levelUntil: Date | null
  /** Two officers agreed on it: then it also applies below the points. */
  readonly isLevelAgreed: boolean
  /** Null: not stated. */
  readonly isPep: boolean | null
  readonly isListed: boolean | null
  readonly allow: boolean
  /** The highest floor by causes other than those two flags, from the last assessment. */
  readonly floor: RiskLevel
  /** Level by the points, from the last assessment. */
  readonly pointsLevel: RiskLevel
}
export interface RiskProfileRow extends RiskProfile {
  readonly accountId: string
  /** The effective risk now. */
  readonly risk: RiskLevel
  readonly version: number
  /** The alert Listas is open, by any origin: until it is closed no money moves. */
  readonly isListAlertOpen: boolean
}
export type RiskProfileChange =
  | { readonly action: 'level'; readonly level: RiskLevel; readonly until: Date; readonly isAgreed: boolean }
  | { readonly action: 'level'; readonly level: null }
  | { readonly action: Exclude<RiskAction, 'level'>; readonly is: boolean }

export interface SystemFlag {
  readonly accountId: string
  /** Name, version and figures of the rule. */
  readonly reason: Text
  /** References of the finding, which the alert shows. */
  readonly evidence?: Cause['evidence']
}

/** Risk of an earlier account of the person. */
export interface CarriedRisk {
  readonly accountId: string
  readonly earlier: RiskProfileRow
  readonly reason: string
}

/** For use cases that run in groups (platform/unit-of-work). */
interface RiskInGroups {
  /** Permission to transact, by names of the keys: id of the account, moment of the decision. */
  mayTransact(key: string, now: string): Fact<boolean>
}

export interface Risk extends MountedModule {
  readonly figures: Gauges
  readonly inGroups: RiskInGroups
  profile(connection: Connection, accountId: string): Promise<RiskProfileRow>
  /** For every call that moves money: the current state. */
  mayTransact(connection: Connection, accountId: string): Promise<boolean>
  /** Set by a rule, in the transaction of its finding; idempotent. Returns whether something changed. */
  flagList(tx: Transaction, flag: SystemFlag): Promise<boolean>
  flagPep(tx: Transaction, flag: SystemFlag): Promise<boolean>
  /** At least the risk of an earlier account of the person, in the transaction that links the two. */
  carryLevel(tx: Transaction, carried: CarriedRisk): Promise<void>
  /** Recompute floors and points, in the transaction of what may have changed them. */
  reassess(tx: Transaction, accountId: string): Promise<void>
  /** Start the due run over all customers, or resume the one in progress. */
  reassessAll(): Promise<void>
  /** End expired officer-set levels. */
  expireOfficerLevels(): Promise<void>
}
