/** Shared context of the use cases of trading. */

import type { Platform } from '../../../platform/module.ts'
import type { EvidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import type { Limits } from '../../customers/limits/index.ts'
import type { Blockchain } from '../blockchain/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Pricing } from '../pricing/index.ts'
import type { TradingSettings } from './config.ts'
import type { QuoteContext } from './quote.ts'

export interface TradingDependencies {
  readonly blockchain: Blockchain
  readonly ledger: Pick<Ledger, 'postWithin' | 'releaseWithin' | 'balances' | 'provedHold' | 'wasHeld' | 'inGroups'>
  readonly limits: { readonly inGroups: Pick<Limits['inGroups'], 'trader' | 'traderKinds' | 'mayTrade'> }
  readonly pricing: Pick<Pricing, 'tradablePrice'>
}

/** Dependencies and settings shared by the parts of this module. */
export interface TradingContext extends Pick<Platform, 'db' | 'clock' | 'log' | 'outbox' | 'units'>, TradingDependencies, QuoteContext {
  readonly settings: TradingSettings
  readonly seals: EvidenceSeals
}
