/** A price times 10^8 as people read it. */
import { PRICE_SCALE } from '@tunjo/contract/pricing'
import { formatSignificant } from '../../parts/price-figures.ts'

export const priceText = (price: bigint): string => formatSignificant({ numerator: price, denominator: 10n ** BigInt(PRICE_SCALE) })
