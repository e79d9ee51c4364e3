/** Interface of trading for other modules, apart from its routes. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Connection } from '../../../platform/database/database.ts'
import type { MountedModule } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import type { StuckSource } from '../../../platform/security/stopped-operations.ts'

/** Called through its routes and the events of the chain. */
export interface Trading extends MountedModule {
  /** Ids of trades that are neither settled nor refunded, for the reconciliation. */
  openTrades(connection?: Connection): Promise<readonly string[]>
  /** Open trades that differ from how they were placed, with the forged facts, as text. */
  unprovedTrades(): Promise<readonly { readonly id: string; readonly facts: string }[]>
  readonly figures: Gauges
  /** Quotes by the source that answered. */
  readonly quoteFigures: Gauges
  /** Overdue operations of this module. */
  readonly stopped: readonly StuckSource[]
  /** Current network fee of a call with this gas, in base units of each asset, rounded up. @throws Refused `blockchain.unavailable` */
  networkFee(gas: bigint): Promise<Readonly<Record<AssetCode, bigint>>>
}
