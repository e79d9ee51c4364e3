/**
 * Ledger assets, each once. Signer, read models and screens derive from this table; what an asset needs besides is a `Record` of
 * `AssetCode`, which the compiler names.
 */

/**
 * `scale` is the number of decimals of one unit; COP is kept in cents as ISO 4217 defines. `name` is the display name everywhere. `token` is
 * its symbol on the chain. `pair` is the market price that values it: for COP pesos of a dollar, for others dollars of one unit, and null
 * for what counts as the dollar. `quoteRank` orders the two sides of a price: the lower one is what the other is priced in. `amounts` are
 * the defaults of its settings, in units. The order is that of the specification: balances are COP, BTC, USDT (MON-01), and each has its
 * id (SEC-60).
 */
export const ASSETS = {
  COP: {
    scale: 2,
    name: 'Pesos colombianos',
    token: 'COPT',
    pair: 'COPUSDT',
    quoteRank: 1,
    amounts: {
      minimum: { trade: '1000', deposit: '1000', withdrawal: '10000', sweep: '40000' },
      withdrawal: { reviewFrom: '20000000', accountDayMax: '40000000', platformDayMax: '2000000000' },
      signer: { operationMax: '1300000000', dayMax: '13000000000', approvalFrom: '20000000' },
      hotTarget: '1800000000',
    },
  },
  BTC: {
    scale: 8,
    name: 'Bitcoin',
    token: 'BTC',
    pair: 'BTCUSDT',
    quoteRank: 3,
    amounts: {
      minimum: { trade: '0.00002', deposit: '0.00001', withdrawal: '0.0001', sweep: '0.0001' },
      withdrawal: { reviewFrom: '0.05', accountDayMax: '0.1', platformDayMax: '5' },
      signer: { operationMax: '5', dayMax: '50', approvalFrom: '0.05' },
      hotTarget: '20',
    },
  },
  USDT: {
    scale: 6,
    name: 'Tether',
    token: 'USDT',
    pair: null,
    quoteRank: 2,
    amounts: {
      minimum: { trade: '0.25', deposit: '1', withdrawal: '5', sweep: '10' },
      withdrawal: { reviewFrom: '5000', accountDayMax: '10000', platformDayMax: '500000' },
      signer: { operationMax: '500000', dayMax: '5000000', approvalFrom: '5000' },
      hotTarget: '1800000',
    },
  },
} as const

export type AssetCode = keyof typeof ASSETS
export const ASSET_CODES = Object.keys(ASSETS) as readonly AssetCode[]

/** One value for each asset. */
export const perAsset = <T>(read: (asset: AssetCode) => T): Readonly<Record<AssetCode, T>> =>
  Object.fromEntries(ASSET_CODES.map((asset) => [asset, read(asset)])) as Record<AssetCode, T>
