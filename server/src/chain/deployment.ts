/** Where everything is on the chain: read from a file, which the first start of the embedded chain writes, or an operator for another chain. */
import { readFileSync } from 'node:fs'
import type { Address } from 'viem'
import type { ChainToken } from './tokens.ts'
import type { FeeTier } from './uniswap.ts'

export interface Pool {
  address: Address
  token0: Address
  token1: Address
  fee: FeeTier
}

export interface ChainContracts {
  tokens: Record<ChainToken, Address>
  uniswapFactory: Address
  positionManager: Address
  swapRouter: Address
  quoter: Address
  multicall: Address
  forwarderFactory: Address
}

export interface ChainDeployment extends ChainContracts {
  chainId: number
  treasury: Address
  hotWallet: Address
  /** Of the house, its key nowhere near the product: what the hot wallet has too much goes there, and comes back by hand. */
  coldWallet?: Address
  visitor: Address
  pools: Pool[]
}

export function readDeployment(path: string): ChainDeployment {
  return JSON.parse(readFileSync(path, 'utf8'))
}
