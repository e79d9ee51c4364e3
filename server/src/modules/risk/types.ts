/** What the module offers, and where a person stands. */
import type { RiskAction, RiskLevel } from '@tunjo/contract/compliance-risk'
import type { Connection, Transaction } from '../../platform/database.ts'
import type { MountedModule } from '../../platform/module.ts'

/** Null: nobody has said. */
export interface Standing {
  readonly level: RiskLevel | null
  readonly isPep: boolean | null
  readonly isListed: boolean | null
  readonly allow: boolean
}
export interface StandingRow extends Standing {
  readonly accountId: string
  readonly risk: RiskLevel
  readonly version: number
}
export type StandingChange =
  | { readonly action: 'level'; readonly level: RiskLevel }
  | { readonly action: Exclude<RiskAction, 'level'>; readonly is: boolean }

export interface SystemFlag {
  readonly accountId: string
  /** Of the rule: its name, version and figures. */
  readonly reason: string
}

export interface Risk extends MountedModule {
  readonly standing: (connection: Connection, accountId: string) => Promise<StandingRow>
  /** For every call that moves money: as things are at this moment. */
  mayTransact(connection: Connection, accountId: string): Promise<boolean>
  /** By a rule, in the transaction of what it saw; any number of times. Answers whether something changed. */
  flagList(tx: Transaction, flag: SystemFlag): Promise<boolean>
  flagPep(tx: Transaction, flag: SystemFlag): Promise<boolean>
  /** At least this level: one that is as high stays, and nobody's is lowered. */
  raiseLevel(tx: Transaction, flag: SystemFlag & { readonly level: RiskLevel }): Promise<boolean>
}
