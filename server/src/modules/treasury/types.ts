/** What the treasury offers other modules. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Connection } from '../../platform/database.ts'
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule } from '../../platform/module.ts'
import type { StoppedSource } from '../../platform/stopped-operations.ts'

export interface Treasury extends MountedModule {
  /** Sweeps that may be in the chain before they are in the ledger. */
  openSweeps(connection?: Connection): Promise<readonly string[]>
  /** Up to this block every arrival from the cold wallet is posted; null before the first look. */
  arrivalsBookedUntil(connection: Connection): Promise<bigint | null>
  /** What came from the cold wallet in these blocks, both included, by asset. */
  arrivedIn(fromBlock: bigint, toBlock: bigint): Promise<Readonly<Record<AssetCode, bigint>>>
  /** Hands over what was agreed to and looks for arrivals, now instead of at the next pass. */
  follow(): Promise<void>
  /** One look at the targets, as the schedule makes it. */
  watch(): Promise<void>
  readonly figures: Figures
  /** Operations of its own that stand longer than they should. */
  readonly stopped: readonly StoppedSource[]
}
