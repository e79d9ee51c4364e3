/**
 * Token list with stable ids: the position in `/blockchain/assets` is the id, permanently. The home page of the specification reads
 * position 30 (BTC) and 31 (USDT, the USD reference).
 */
import { ASSETS, type AssetCode } from '@tunjo/contract/money'

/** Tokens that exist on the embedded chain. */
export const CHAIN_TOKENS = ['COPT', 'USDC', 'WETH', 'PAXG', 'BTC', 'USDT'] as const
export type ChainToken = (typeof CHAIN_TOKENS)[number]

export interface Token {
  id: number
  symbol: string
  /** Name for people; for an asset that customers hold, its one name. */
  name: string
  /** Name in the contract; fixed when it is deployed. */
  onChainName: string
  decimals: number
  /** Code of the ledger's asset; null for tokens that no customer can hold. */
  ledgerAsset: AssetCode | null
  /** Offered to customers; the others are routing tokens or wait for their listing. */
  listed: boolean
  image: string
}

export const TOKENS: readonly Token[] = [
  token(0, 'COPT', 'Peso colombiano', 2, 'COP'),
  token(1, 'USDC', 'USD Coin', 6),
  token(2, 'WETH', 'Wrapped Ether', 18),
  token(3, 'PAXG', 'PAX Gold', 18),
  token(4, 'DAI', 'Dai', 18),
  token(5, 'LINK', 'Chainlink', 18),
  token(6, 'UNI', 'Uniswap', 18),
  token(7, 'AAVE', 'Aave', 18),
  token(8, 'MKR', 'Maker', 18),
  token(9, 'LDO', 'Lido DAO', 18),
  token(10, 'CRV', 'Curve DAO', 18),
  token(11, 'COMP', 'Compound', 18),
  token(12, 'SNX', 'Synthetix', 18),
  token(13, 'GRT', 'The Graph', 18),
  token(14, 'ENS', 'Ethereum Name Service', 18),
  token(15, 'BAT', 'Basic Attention Token', 18),
  token(16, 'SUSHI', 'SushiSwap', 18),
  token(17, 'YFI', 'yearn.finance', 18),
  token(18, 'ZRX', '0x Protocol', 18),
  token(19, '1INCH', '1inch', 18),
  token(20, 'BAL', 'Balancer', 18),
  token(21, 'RPL', 'Rocket Pool', 18),
  token(22, 'DYDX', 'dYdX', 18),
  token(23, 'APE', 'ApeCoin', 18),
  token(24, 'SAND', 'The Sandbox', 18),
  token(25, 'MANA', 'Decentraland', 18),
  token(26, 'PEPE', 'Pepe', 18),
  token(27, 'SHIB', 'Shiba Inu', 18),
  token(28, 'TUSD', 'TrueUSD', 18),
  token(29, 'EURC', 'Euro Coin', 6),
  token(30, 'BTC', 'Wrapped Bitcoin', 8, 'BTC'),
  token(31, 'USDT', 'Tether USD', 6, 'USDT'),
]

export function tokenById(id: number): Token | undefined {
  return TOKENS[id]
}

export function tokenBySymbol(symbol: ChainToken): Token {
  const found = TOKENS.find((candidate) => candidate.symbol === symbol)
  if (!found) throw new Error(`${symbol} is missing in the token list`)
  return found
}

/** Token that the ledger counts as `asset` on the chain. */
export function tokenOfAsset(asset: AssetCode): Token {
  const found = TOKENS.find(({ ledgerAsset }) => ledgerAsset === asset)
  if (!found) throw new Error(`no token for ${asset}`)
  return found
}

export function isChainToken(symbol: string): symbol is ChainToken {
  return (CHAIN_TOKENS as readonly string[]).includes(symbol)
}

function token(id: number, symbol: string, onChainName: string, decimals: number, ledgerAsset: Token['ledgerAsset'] = null): Token {
  const name = ledgerAsset === null ? onChainName : ASSETS[ledgerAsset].name
  return { id, symbol, name, onChainName, decimals, ledgerAsset, listed: ledgerAsset !== null, image: `/assets/tokens/${symbol}.svg` }
}
