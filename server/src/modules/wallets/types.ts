/** What wallets ask of pricing. */
import type { MountedModule } from '../../platform/module.ts'
import type { Pricing } from '../pricing/index.ts'

/** The little that wallets needs of pricing. */
export type CopPricing = Pick<Pricing, 'priceInCop' | 'copPricesAt'>

export type Wallets = MountedModule
