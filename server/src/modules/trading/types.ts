/** What trading offers other modules beside its routes. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Connection } from '../../platform/database.ts'
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule } from '../../platform/module.ts'
import type { StoppedSource } from '../../platform/stopped-operations.ts'

/** Reached by its routes and by the events of the chain. */
export interface Trading extends MountedModule {
  /** Ids of trades that are neither settled nor given back, for the reconciliation. */
  openTrades(connection?: Connection): Promise<readonly string[]>
  /** Of those, which are not what was placed, with what is there instead, as text. */
  unprovedTrades(): Promise<readonly { readonly id: string; readonly facts: string }[]>
  readonly figures: Figures
  /** Operations of its own that stand longer than they should. */
  readonly stopped: readonly StoppedSource[]
  /** What the network takes now for a call of so much gas, in base units of each asset, rounded up. @throws Refused `blockchain.unavailable` */
  networkFee(gas: bigint): Promise<Readonly<Record<AssetCode, bigint>>>
}
