/** Interface of the treasury for other modules. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Connection } from '../../../platform/database/database.ts'
import type { MountedModule } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import type { StuckSource } from '../../../platform/security/stopped-operations.ts'

export interface Treasury extends MountedModule {
  /** Sweeps that may be on chain before they are in the ledger. */
  openSweeps(connection?: Connection): Promise<readonly string[]>
  /** Up to this block every arrival from the cold wallet is posted; null before the first check. */
  arrivalsBookedUntil(connection: Connection): Promise<bigint | null>
  /** Arrivals from the cold wallet in these blocks, both included, by asset. */
  arrivedIn(fromBlock: bigint, toBlock: bigint): Promise<Readonly<Record<AssetCode, bigint>>>
  /** Hand over agreed sweeps and book arrivals, now instead of at the next pass. */
  follow(): Promise<void>
  /** Check the targets once, as the schedule does. */
  watch(): Promise<void>
  readonly figures: Gauges
  /** Overdue operations of this module. */
  readonly stopped: readonly StuckSource[]
}
