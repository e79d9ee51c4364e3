/** Shared context of the use cases of the treasury. */

import type { Approvals } from '../../../platform/approvals/index.ts'
import type { Platform } from '../../../platform/module.ts'
import type { EvidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import type { Identity } from '../../customers/identity/index.ts'
import type { Notifications } from '../../reference/notifications/index.ts'
import type { Blockchain } from '../blockchain/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { TreasurySettings } from './config.ts'

export interface TreasuryDependencies {
  readonly blockchain: Pick<
    Blockchain,
    'reads' | 'deployment' | 'submitWithin' | 'operation' | 'result' | 'coldArrivals' | 'finalBlock' | 'platformWallets'
  >
  readonly ledger: Pick<Ledger, 'postWithin' | 'freezes'>
  readonly identity: Pick<Identity, 'staff' | 'person'>
  readonly notifications: Pick<Notifications, 'notify'>
  readonly approvals: Approvals
}

export interface TreasuryContext extends TreasuryDependencies, Pick<Platform, 'db' | 'clock' | 'log' | 'outbox' | 'audit'> {
  readonly settings: TreasurySettings
  readonly seals: EvidenceSeals
}
