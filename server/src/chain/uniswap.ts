/** What we call of Uniswap v3, and the bytecode that the embedded chain deploys. */
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

export const SWAP_ROUTER_ABI = parseAbi([
  'struct ExactInputParams { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'struct ExactOutputParams { bytes path; address recipient; uint256 deadline; uint256 amountOut; uint256 amountInMaximum; }',
  'function exactInput(ExactInputParams params) payable returns (uint256 amountOut)',
  'function exactOutput(ExactOutputParams params) payable returns (uint256 amountIn)',
])

/** The maker's only call; not among those that the house's signer can read. */
export const PRICE_LIMITED_SWAP_ABI = parseAbi([
  'struct ExactInputSingleParams { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(ExactInputSingleParams params) payable returns (uint256 amountOut)',
])

export const QUOTER_ABI = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] sqrtPriceX96AfterList, uint32[] initializedTicksCrossedList, uint256 gasEstimate)',
  'function quoteExactOutput(bytes path, uint256 amountOut) returns (uint256 amountIn, uint160[] sqrtPriceX96AfterList, uint32[] initializedTicksCrossedList, uint256 gasEstimate)',
])

export const MULTICALL_ABI = parseAbi([
  'struct Call { address target; uint256 gasLimit; bytes callData; }',
  'struct Result { bool success; uint256 gasUsed; bytes returnData; }',
  'function multicall(Call[] calls) returns (uint256 blockNumber, Result[] returnData)',
])

export const POOL_ABI = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
  'function liquidity() view returns (uint128)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
])

export const ERC20_ABI = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** Fee tiers we use, in hundredths of a basis point, with their tick spacing. The 0.1 % tier is enabled by us. */
export const FEE_TIERS = { 500: 10, 1000: 20, 3000: 60 } as const
export type FeeTier = keyof typeof FEE_TIERS

const PACKAGES = {
  UniswapV3Factory: '@uniswap/v3-core/artifacts/contracts',
  NonfungiblePositionManager: '@uniswap/v3-periphery/artifacts/contracts',
  SwapRouter: '@uniswap/v3-periphery/artifacts/contracts',
  QuoterV2: '@uniswap/v3-periphery/artifacts/contracts/lens',
  UniswapInterfaceMulticall: '@uniswap/v3-periphery/artifacts/contracts/lens',
} as const

/** Creation bytecode of a Uniswap contract, from the npm package that its authors published. */
export function uniswapBytecode(name: keyof typeof PACKAGES): Hex {
  return createRequire(import.meta.url)(`${PACKAGES[name]}/${name}.sol/${name}.json`).bytecode
}
