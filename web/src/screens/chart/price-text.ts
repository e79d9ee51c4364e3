/** Format a price times 10^8, with as many decimals as its neighbours in a table. */
import { PRICE_SCALE } from '@tunjo/contract/pricing'
import { formatSignificant } from '../../parts/price-figures.ts'
import { formatFigure } from '../../ui/amount-format.ts'

const ONE = 10n ** BigInt(PRICE_SCALE)
/** From this price on, cents are left out. */
const LARGE = 1_000_000n * ONE

export function priceText(price: bigint): string {
  if (price < ONE) return formatSignificant({ numerator: price, denominator: ONE })
  const decimals = price < LARGE ? 2 : 0
  return formatFigure(price, PRICE_SCALE, { minimum: decimals, maximum: decimals })
}
