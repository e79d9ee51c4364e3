/** Image of an asset, from the product's own origin only (SEC-61); unknown symbols get the plain coin. */
const KNOWN = new Set(['COP', 'COPT', 'BTC', 'USDT', 'USDC', 'WETH', 'PAXG'])

export function TokenIcon({ symbol, size = 28 }: { symbol: string; size?: number }) {
  const name = KNOWN.has(symbol) ? symbol : 'generic'
  return <img src={`/assets/tokens/${name}.svg`} alt="" width={size} height={size} style={{ flex: 'none', display: 'block' }} />
}
