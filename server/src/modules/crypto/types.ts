/** What the module offers others. */
import type { Connection } from '../../platform/database.ts'
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule } from '../../platform/module.ts'

export type { AddressScreening } from './address-screening.ts'

export interface Crypto extends MountedModule {
  /** One pass of the scanner now, instead of at the next schedule. */
  follow(): Promise<void>
  /** Asks for the sweeps that are due now. */
  sweep(): Promise<void>
  /** Sends the withdrawals that may leave now. */
  send(): Promise<void>
  /** Ids of withdrawals that are with the signer or the chain, for the reconciliation. */
  openWithdrawals(connection?: Connection): Promise<readonly string[]>
  /** Whether tokens of this customer are on their way out. */
  hasOpenWithdrawal(connection: Connection, accountId: string): Promise<boolean>
  /** Of deposits. */
  readonly figures: Figures
  readonly withdrawalFigures: Figures
}
