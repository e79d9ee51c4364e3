import type { AssetCode } from '@tunjo/contract/money'
import type { MountedModule } from '../../platform/module.ts'

export interface CopPrice {
  /** Pesos for one whole unit of the asset, times 10^scale. */
  readonly price: bigint
  readonly scale: number
  readonly source: string
  readonly at: Date
  /** Old or contradicted: good for showing with its time, not for moving money. */
  readonly isStale: boolean
}
/** The little that wallets needs of pricing. */
export interface CopPricing {
  /** Null when there is no price that may be shown. Not called for COP. */
  priceInCop(asset: Exclude<AssetCode, 'COP'>): Promise<CopPrice | null>
}

export type Wallets = MountedModule
