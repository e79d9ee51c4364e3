/** Dependencies of the reconciliation on other modules, and the begin of its books. */

import type { Platform } from '../../../platform/module.ts'
import type { EvidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import type { Identity } from '../../customers/identity/index.ts'
import type { Notifications } from '../../reference/notifications/index.ts'
import type { Blockchain } from '../blockchain/index.ts'
import type { Crypto } from '../crypto/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Trading } from '../trading/index.ts'
import type { Treasury } from '../treasury/index.ts'
import type { PassMemory } from './pass-memory.ts'

export interface ReconciliationDependencies {
  readonly ledger: Ledger
  readonly blockchain: Pick<
    Blockchain,
    'custody' | 'depositCustody' | 'deployment' | 'effectsUntil' | 'hasLostOperation' | 'platformWallets'
  >
  readonly payments: Pick<
    Payments,
    'paidForDeposit' | 'fundsAtProvider' | 'collectionAtBank' | 'unprovedRows' | 'takenBack' | 'anomalies' | 'unbookedPayments'
  >
  readonly trading: Pick<Trading, 'openTrades' | 'unprovedTrades'>
  readonly crypto: Pick<Crypto, 'openWithdrawals' | 'depositAddressTokens' | 'spentCredits' | 'openCases'>
  readonly treasury: Pick<Treasury, 'openSweeps' | 'arrivalsBookedUntil' | 'arrivedIn'>
  readonly identity: Pick<Identity, 'staff' | 'person'>
  readonly notifications: Pick<Notifications, 'notify'>
}

export interface ReconciliationContext
  extends ReconciliationDependencies,
    Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox' | 'audit' | 'secrets'> {
  readonly seals: EvidenceSeals
  readonly memory: PassMemory
}
