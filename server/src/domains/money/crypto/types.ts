/** Interface of the crypto rail for other modules. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import type { MountedModule } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import type { StuckSource } from '../../../platform/security/stopped-operations.ts'
import type { DepositAddressTokens } from './deposits/deposit-address-tokens.ts'
import type { SpentCredit } from './deposits/hold-disputed.ts'
import type { OpenCases } from './open-cases.ts'

export type { AddressScreening, SanctionedDeposit } from './address-screening.ts'
export type { DepositAddressTokens } from './deposits/deposit-address-tokens.ts'

export interface Crypto extends MountedModule {
  /** Run one pass of the scanner now, instead of at the next schedule. */
  follow(): Promise<void>
  /** Request the sweeps that are due now. */
  sweep(): Promise<void>
  /** Send the withdrawals that may leave now. */
  send(): Promise<void>
  /** Compare the ether at deposit addresses with the list, now instead of at the next schedule. */
  findEther(): Promise<void>
  /** Check withdrawals that the chain dropped, now. */
  followUndelivered(): Promise<void>
  /** Once after an upgrade: seal the releases of officers from before the introduction of seals. */
  sealOldRows(): Promise<void>
  /** Ids of withdrawals that are with the signer or the chain, for the reconciliation. */
  openWithdrawals(connection?: Connection): Promise<readonly string[]>
  /** For the reconciliation: as of the last scanned block; null before the first. */
  depositAddressTokens(connection: Connection): Promise<DepositAddressTokens | null>
  /** Credits that the chain lost and that the balance does not cover, for the reconciliation. */
  spentCredits(tx: Transaction): Promise<readonly SpentCredit[]>
  /**
   * Credits in dispute, claims of withdrawals and found transactions that have not ended, for the reconciliation. Queries the node when
   * there are found ones.
   */
  openCases(tx: Transaction, asset: AssetCode): Promise<OpenCases>
  /** For payments: two officers booked to suspense the burned tokens of a withdrawal whose payout no book has. */
  isBurnBooked(tx: Transaction, withdrawalId: string): Promise<boolean>
  /** Whether a token withdrawal of this customer is in flight. */
  hasOpenWithdrawal(connection: Connection, accountId: string): Promise<boolean>
  /** Metrics of deposits. */
  readonly figures: Gauges
  readonly withdrawalFigures: Gauges
  readonly suspenseFigures: Gauges
  /** Overdue operations of this module. */
  readonly stopped: readonly StuckSource[]
}
