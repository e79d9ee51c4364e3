/** Uniswap v3 contracts and calls of the first start of the embedded chain. */
import { createRequire } from 'node:module'
import { type Hex, parseAbi } from 'viem'

export const FACTORY_ABI = parseAbi([
  'function enableFeeAmount(uint24 fee, int24 tickSpacing)',
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
])

export const POSITION_MANAGER_ABI = parseAbi([
  'constructor(address factory, address weth9, address tokenDescriptor)',
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
])

export const PERIPHERY_CONSTRUCTOR_ABI = parseAbi(['constructor(address factory, address weth9)'])

/** Only call of the maker; not among those that the platform's signer can read. */
export const PRICE_LIMITED_SWAP_ABI = parseAbi([
  'struct ExactInputSingleParams { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(ExactInputSingleParams params) payable returns (uint256 amountOut)',
])

const PACKAGES = {
  UniswapV3Factory: '@uniswap/v3-core/artifacts/contracts',
  NonfungiblePositionManager: '@uniswap/v3-periphery/artifacts/contracts',
  SwapRouter: '@uniswap/v3-periphery/artifacts/contracts',
  QuoterV2: '@uniswap/v3-periphery/artifacts/contracts/lens',
  UniswapInterfaceMulticall: '@uniswap/v3-periphery/artifacts/contracts/lens',
} as const

const fileOf = (name: keyof typeof PACKAGES): string => `${PACKAGES[name]}/${name}.sol/${name}.json`

/** Creation bytecode of a Uniswap contract, from the npm package of its authors. */
export function uniswapBytecode(name: keyof typeof PACKAGES): Hex {
  return createRequire(import.meta.url)(fileOf(name)).bytecode
}

/** Files of the packages that a deployment needs, with their manifests and licences; paths below `node_modules`. */
export function uniswapFiles(): string[] {
  const names = Object.keys(PACKAGES) as (keyof typeof PACKAGES)[]
  const packages = new Set(names.map((name) => PACKAGES[name].split('/').slice(0, 2).join('/')))
  return [...names.map(fileOf), ...[...packages].flatMap((name) => [`${name}/package.json`, `${name}/LICENSE`])]
}
