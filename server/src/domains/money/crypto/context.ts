/** Shared context of the use cases of the crypto rail. */

import type { Approvals } from '../../../platform/approvals/index.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { ChangesOnly } from '../../../platform/database/log-changes-only.ts'
import type { Platform } from '../../../platform/module.ts'
import type { EvidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import type { Limits } from '../../customers/limits/index.ts'
import type { Blockchain } from '../blockchain/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Pricing } from '../pricing/index.ts'
import type { Trading } from '../trading/index.ts'
import type { AddressScreening } from './address-screening.ts'
import type { CryptoSettings } from './config.ts'

export interface PesoMovements {
  /** Ids of withdrawals and deposits whose pesos still leave the books, or just left them: each is followed by a burn. */
  awaitingBurn(connection: Connection): Promise<readonly string[]>
}

export interface CryptoDependencies {
  readonly blockchain: Pick<
    Blockchain,
    | 'checkNode'
    | 'isPositivelyLost'
    | 'unrepeatedTransfers'
    | 'chainResult'
    | 'foundTransactions'
    | 'readFound'
    | 'movedBy'
    | 'blocks'
    | 'deployment'
    | 'submitWithin'
    | 'result'
    | 'operation'
    | 'operations'
    | 'confirmationsNeeded'
    | 'finalBlock'
    | 'depositEther'
    | 'finalDepth'
  > & {
    readonly reads: Pick<Blockchain['reads'], 'canPayGas' | 'hotBalance' | 'isAboveFeeCeiling'>
  }
  readonly ledger: Pick<
    Ledger,
    | 'postWithin'
    | 'reverseWithin'
    | 'holdWithin'
    | 'holdAvailable'
    | 'releaseWithin'
    | 'provedHold'
    | 'provedHeld'
    | 'provedTransfer'
    | 'balance'
    | 'wasHeld'
    | 'freezes'
    | 'freeze'
  >
  readonly limits: Pick<
    Limits,
    'mayTrade' | 'verifiedPerson' | 'reserveLimit' | 'releaseUsage' | 'payoutBlockedUntil' | 'withdrawalHoldUntil'
  >
  readonly pricing: Pick<Pricing, 'priceInCop'>
  readonly screening: AddressScreening
  readonly networkFees: Pick<Trading, 'networkFee'>
  readonly payments: PesoMovements
  readonly approvals: Pick<Approvals, 'register' | 'perform'>
}

export interface CryptoContext extends CryptoDependencies, Pick<Platform, 'db' | 'clock' | 'log' | 'outbox' | 'audit'> {
  readonly settings: CryptoSettings
  readonly seals: EvidenceSeals
  /** For security events that a job or a request would log repeatedly. */
  readonly isNews: ChangesOnly
}
