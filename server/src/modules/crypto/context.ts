/** What the use cases of token deposits share. */
import type { Platform } from '../../platform/module.ts'
import type { Blockchain, EvidenceSeals } from '../blockchain/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Pricing } from '../pricing/index.ts'
import type { AddressScreening } from './address-screening.ts'
import type { CryptoSettings } from './config.ts'

export interface CryptoDependencies {
  readonly blockchain: Pick<Blockchain, 'blocks' | 'deployment' | 'submitWithin'> & {
    readonly reads: Pick<Blockchain['reads'], 'canPayGas'>
  }
  readonly ledger: Pick<Ledger, 'postWithin' | 'reverseWithin'>
  readonly limits: Pick<Limits, 'mayTrade' | 'reserveLimit'>
  readonly pricing: Pick<Pricing, 'priceInCop'>
  readonly screening: AddressScreening
}

export interface CryptoContext extends CryptoDependencies, Pick<Platform, 'db' | 'clock' | 'log' | 'outbox'> {
  readonly settings: CryptoSettings
  readonly seals: EvidenceSeals
}
