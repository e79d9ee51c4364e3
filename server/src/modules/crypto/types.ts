/** What the module offers others. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Connection, Transaction } from '../../platform/database.ts'
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule } from '../../platform/module.ts'
import type { StoppedSource } from '../../platform/stopped-operations.ts'
import type { SpentCredit } from './deposits/hold-disputed.ts'
import type { LyingTokens } from './deposits/lying-tokens.ts'
import type { OpenCases } from './open-cases.ts'

export type { AddressScreening, SanctionedDeposit } from './address-screening.ts'
export type { LyingTokens } from './deposits/lying-tokens.ts'

export interface Crypto extends MountedModule {
  /** One pass of the scanner now, instead of at the next schedule. */
  follow(): Promise<void>
  /** Asks for the sweeps that are due now. */
  sweep(): Promise<void>
  /** Sends the withdrawals that may leave now. */
  send(): Promise<void>
  /** Compares the ether at deposit addresses with what is listed, now instead of at the next schedule. */
  findEther(): Promise<void>
  /** Looks now at withdrawals that the chain took back. */
  followUndelivered(): Promise<void>
  /** Once after an upgrade: seals what officers had let go before there were seals. */
  sealOldRows(): Promise<void>
  /** Ids of withdrawals that are with the signer or the chain, for the reconciliation. */
  openWithdrawals(connection?: Connection): Promise<readonly string[]>
  /** For the reconciliation: as of the last block that was read; null before the first. */
  lyingTokens(connection: Connection): Promise<LyingTokens | null>
  /** Credits that the chain lost and that the balance does not cover, for the reconciliation. */
  spentCredits(tx: Transaction): Promise<readonly SpentCredit[]>
  /** Credits in dispute, claims of withdrawals and found transactions that have not ended, for the reconciliation. Asks the node when there are any found. */
  openCases(tx: Transaction, asset: AssetCode): Promise<OpenCases>
  /** Whether tokens of this customer are on their way out. */
  hasOpenWithdrawal(connection: Connection, accountId: string): Promise<boolean>
  /** Of deposits. */
  readonly figures: Figures
  readonly withdrawalFigures: Figures
  /** Operations of its own that stand longer than they should. */
  readonly stopped: readonly StoppedSource[]
}
