/**
 * Prices of assets, with source and age, and candles (MON-02). Schema `pricing`.
 *
 * Invariants:
 * - a price is the median of its sources, and is served only when most of them, and at least two, agree with it;
 * - a price that is old or contradicted is still shown, marked as stale, and is refused where money moves;
 * - prices are integers times 10^8; nothing here is ever a float.
 *
 * Emits `pricing.price_updated` when a displayed price changes.
 */

export { readPricingSettings } from './config.ts'
export { valueInCop } from './cop-value.ts'
export { createPricing } from './create-pricing.ts'
export { priceSourceFindings } from './price-source-findings.ts'
export type * from './types.ts'
