/**
 * Ledger assets, each once. Signer, read models and screens derive from this table; what an asset needs besides is a `Record` of
 * `AssetCode`, which the compiler names.
 */

/**
 * `scale` is the number of decimals of one unit; COP is kept in cents as ISO 4217 defines. `name` is the display name everywhere. `token` is
 * its symbol on the chain. `pair` is the market price that values it: for COP pesos of a dollar, for others dollars of one unit, and null
 * for what counts as the dollar. `quoteRank` orders the two sides of a price: the lower one is what the other is priced in. The order is that of the specification: balances are COP, BTC, USDT (MON-01), and each has its
 * id (SEC-60).
 */
export const ASSETS = {
  COP: {
    scale: 2,
    name: 'Pesos colombianos',
    token: 'COPT',
    pair: 'COPUSDT',
    quoteRank: 1,
  },
  BTC: {
    scale: 8,
    name: 'Bitcoin',
    token: 'BTC',
    pair: 'BTCUSDT',
    quoteRank: 3,
  },
  USDT: {
    scale: 6,
    name: 'Tether',
    token: 'USDT',
    pair: null,
    quoteRank: 2,
  },
} as const

export type AssetCode = keyof typeof ASSETS
export const ASSET_CODES = Object.keys(ASSETS) as readonly AssetCode[]

/** One value for each asset. */
export const perAsset = <T>(read: (asset: AssetCode) => T): Readonly<Record<AssetCode, T>> =>
  Object.fromEntries(ASSET_CODES.map((asset) => [asset, read(asset)])) as Record<AssetCode, T>
