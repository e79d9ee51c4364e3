/** Shared context of the use cases of payments. */
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { ChangesOnly } from '../../../platform/database/log-changes-only.ts'
import type { Platform } from '../../../platform/module.ts'
import type { EvidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import type { Limits } from '../../customers/limits/index.ts'
import type { Parameters } from '../../reference/parameters/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { AccountCheck } from './accounts/account-check.ts'
import type { PaymentsSettings } from './config.ts'
import type { PayoutProvider } from './providers/payout.ts'
import type { PseProvider } from './providers/pse.ts'
import type { CompanyCapital } from './transfers/company-capital.ts'
import type { PayerCheck } from './transfers/payer-check.ts'
import type { FoundBurns } from './types.ts'

export interface PaymentsDependencies {
  readonly ledger: Pick<
    Ledger,
    | 'balance'
    | 'inGroups'
    | 'postWithin'
    | 'holdAvailable'
    | 'releaseWithin'
    | 'provedHold'
    | 'provedHeld'
    | 'provedTransfer'
    | 'transfer'
    | 'freezes'
    | 'totals'
  >
  readonly limits: Pick<
    Limits,
    | 'inGroups'
    | 'reserveLimit'
    | 'mayTrade'
    | 'countArrival'
    | 'payoutBlockedUntil'
    | 'withdrawalHoldUntil'
    | 'verifiedPerson'
    | 'releaseUsage'
    | 'reinstateUsage'
  >
  readonly parameters: Pick<Parameters, 'bank'>
  readonly accountCheck: AccountCheck
  readonly payerCheck: PayerCheck
  readonly companyCapital: CompanyCapital
  readonly approvals: Pick<Approvals, 'register' | 'perform' | 'waitingTargets'>
}

/** Dependencies and settings shared by the use cases of this module. */
export interface PaymentsContext
  extends PaymentsDependencies,
    Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox' | 'audit' | 'units'> {
  readonly settings: PaymentsSettings
  readonly seals: EvidenceSeals
  /** For events of cases that are checked repeatedly. */
  readonly isNews: ChangesOnly
  readonly publicUrl: string
  readonly pse: PseProvider
  readonly payouts: PayoutProvider
  readonly foundBurns: FoundBurns
}
