/** What the module offers, and where a person stands. */
import type { RiskAction, RiskLevel } from '@tunjo/contract/compliance-risk'
import type { Connection, Transaction } from '../../platform/database.ts'
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule } from '../../platform/module.ts'
import type { Cause } from '../alerts/index.ts'

export interface Standing {
  /** An officer's own word, until then; null: floors and points say. */
  readonly level: RiskLevel | null
  readonly levelUntil: Date | null
  /** Two officers agreed on it: then it also holds below what the points say. */
  readonly isLevelAgreed: boolean
  /** Null: nobody has said. */
  readonly isPep: boolean | null
  readonly isListed: boolean | null
  readonly allow: boolean
  /** The highest floor other than those two flags ask for, as it was last worked out. */
  readonly floor: RiskLevel
  /** What the points say, as they were last worked out. */
  readonly pointsLevel: RiskLevel
}
export interface StandingRow extends Standing {
  readonly accountId: string
  /** What counts now. */
  readonly risk: RiskLevel
  readonly version: number
  /** The alert Listas is open, whoever opened it: until it is closed no money moves. */
  readonly isListAlertOpen: boolean
}
export type StandingChange =
  | { readonly action: 'level'; readonly level: RiskLevel; readonly until: Date; readonly isAgreed: boolean }
  | { readonly action: 'level'; readonly level: null }
  | { readonly action: Exclude<RiskAction, 'level'>; readonly is: boolean }

export interface SystemFlag {
  readonly accountId: string
  /** Of the rule: its name, version and figures. */
  readonly reason: string
  /** What the rule saw: the alert points to it. */
  readonly evidence?: Cause['evidence']
}

/** Of an account that the person had before. */
export interface CarriedRisk {
  readonly accountId: string
  readonly earlier: StandingRow
  readonly reason: string
}

export interface Risk extends MountedModule {
  readonly figures: Figures
  standing(connection: Connection, accountId: string): Promise<StandingRow>
  /** For every call that moves money: as things are at this moment. */
  mayTransact(connection: Connection, accountId: string): Promise<boolean>
  /** By a rule, in the transaction of what it saw; any number of times. Answers whether something changed. */
  flagList(tx: Transaction, flag: SystemFlag): Promise<boolean>
  flagPep(tx: Transaction, flag: SystemFlag): Promise<boolean>
  /** No lower than that of an earlier account of the person, in the transaction that joins the two. */
  carryLevel(tx: Transaction, carried: CarriedRisk): Promise<void>
  /** Floors and points again, in the transaction of what may have changed them. */
  reassess(tx: Transaction, accountId: string): Promise<void>
  /** Begins a look at everybody that is due, or goes on with the one that is under way. */
  lookAtEverybody(): Promise<void>
  /** Ends officers' levels that came to their end. */
  endLevels(): Promise<void>
}
