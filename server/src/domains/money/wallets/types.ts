/** Dependencies of wallets on pricing. */
import type { MountedModule } from '../../../platform/module.ts'
import type { Pricing } from '../pricing/index.ts'

/** The part of pricing that wallets uses. */
export type CopPricing = Pick<Pricing, 'priceInCop' | 'copPricesAt'>

export type Wallets = MountedModule
