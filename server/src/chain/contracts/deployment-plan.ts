/**
 * Deployment plan: every transaction of a deployment, as a pure function of wallets, pools and prices. The same input gives the same nonces, bytes
 * and addresses. That makes the deployment resumable: the missing rest of the list is sent again.
 */
import { type Abi, type Address, encodeDeployData, encodeFunctionData, getContractAddress, type Hex, maxUint256, zeroAddress } from 'viem'
import { COPT, DemoToken, DepositForwarderFactory, WrappedEther } from '../../../../solidity/artifacts.generated.ts'
import type { ChainContracts } from '../deployment.ts'
import { CHAIN_TOKENS, type ChainToken, tokenBySymbol } from '../tokens.ts'
import { ERC20_ABI } from '../uniswap.ts'
import { fullRangeTicks, orderedSides, type SeedPool } from './pools.ts'
import { type SeedPrices, unitsWorthUsd } from './seed-prices.ts'
import { FACTORY_ABI, PERIPHERY_CONSTRUCTOR_ABI, POSITION_MANAGER_ABI, uniswapBytecode } from './uniswap-deployment.ts'

/** Wallets of the first start, in the order in which their transactions are sent. */
export const PLANNED_WALLETS = ['treasury', 'hot', 'maker'] as const
export type PlannedWallet = (typeof PLANNED_WALLETS)[number]

export interface PlannedTransaction {
  wallet: PlannedWallet
  label: string
  /** Absent when the transaction creates a contract. */
  to?: Address
  /** Address of the contract that the transaction creates. */
  creates?: Address
  data: Hex
  valueWei: bigint
  gas: bigint
}

export interface DeploymentPlan {
  contracts: ChainContracts
  transactions: PlannedTransaction[]
}

const GAS = { deploy: 6_000_000n, call: 400_000n, createPool: 5_500_000n }

/** Float of the platform in the hot wallet, in base units: COPT 2,000,000,000.00, BTC 25, USDT 2,000,000. */
export const HOT_WALLET_FLOAT = { COPT: 200_000_000_000n, BTC: 2_500_000_000n, USDT: 2_000_000_000_000n } as const
/** Tokens that the visitor can send to customers in demonstrations. No COPT: its supply outside exists only for pesos that arrived. */
const VISITOR_TOKENS = { BTC: 5_000_000_000n, USDT: 1_000_000_000_000n } as const

/** Balance of the maker in each token, in dollars. */
const MAKER_USD = 5_000_000n

export interface PlanGiven {
  readonly treasury: Address
  readonly hot: Address
  /** Wallets that only the embedded chain has, and that get tokens. Without them the hot wallet starts empty too. */
  readonly demo: { readonly visitor: Address; readonly maker: Address } | null
  readonly pools: readonly SeedPool[]
  readonly prices: SeedPrices
}

export function planDeployment({ treasury, hot, demo, pools, prices }: PlanGiven): DeploymentPlan {
  const transactions: PlannedTransaction[] = []
  const contracts = planContracts(transactions, { treasury, hot })
  const book: Book = { transactions, contracts }
  const enabling = encodeFunctionData({ abi: FACTORY_ABI, functionName: 'enableFeeAmount', args: [1000, 20] })
  call(book, 'enable the 0.1 % tier', contracts.uniswapFactory, enabling)
  for (const token of CHAIN_TOKENS) {
    mint(book, token, treasury, seedTotal(token, pools, prices))
    approve(book, 'treasury', token, contracts.positionManager)
  }
  if (demo) giveToDemo(book, { treasury, hot, ...demo }, prices)
  for (const pool of pools) seedPool(book, pool, treasury, prices)
  for (const token of Object.keys(HOT_WALLET_FLOAT)) approve(book, 'hot', token as keyof typeof HOT_WALLET_FLOAT, contracts.swapRouter)
  return { contracts, transactions }
}

function giveToDemo(
  book: Book,
  { treasury, hot, visitor, maker }: Record<'treasury' | 'hot' | 'visitor' | 'maker', Address>,
  prices: SeedPrices,
): void {
  for (const [token, amount] of Object.entries(HOT_WALLET_FLOAT)) mint(book, token as keyof typeof HOT_WALLET_FLOAT, hot, amount)
  for (const [token, amount] of Object.entries(VISITOR_TOKENS)) mint(book, token as keyof typeof VISITOR_TOKENS, visitor, amount)
  for (const token of CHAIN_TOKENS) {
    const amount = unitsWorthUsd(token, MAKER_USD, prices)
    if (token === 'WETH') mint(book, token, treasury, amount)
    give(book, token, maker, amount)
    approve(book, 'maker', token, book.contracts.swapRouter)
  }
}

/** Every contract, in the order of its address: the nonce of the treasury. */
function planContracts(transactions: PlannedTransaction[], { treasury, hot }: Pick<PlanGiven, 'treasury' | 'hot'>): ChainContracts {
  function create(label: string, contract: { abi: Abi | readonly unknown[]; bytecode: Hex }, args: unknown[]): Address {
    const nonce = BigInt(transactions.filter((transaction) => transaction.wallet === 'treasury').length)
    const data = encodeDeployData({ abi: contract.abi as Abi, bytecode: contract.bytecode, args })
    const creates = getContractAddress({ from: treasury, nonce })
    transactions.push({ wallet: 'treasury', label: `deploy ${label}`, creates, data, valueWei: 0n, gas: GAS.deploy })
    return creates
  }
  function createDemoToken(symbol: ChainToken): Address {
    const { onChainName, decimals } = tokenBySymbol(symbol)
    return create(symbol, DemoToken, [onChainName, symbol, decimals, treasury])
  }
  const copt = create('COPT', COPT, [treasury])
  const weth = create('WETH', WrappedEther, [])
  const tokens: Record<ChainToken, Address> = {
    COPT: copt,
    WETH: weth,
    USDC: createDemoToken('USDC'),
    PAXG: createDemoToken('PAXG'),
    BTC: createDemoToken('BTC'),
    USDT: createDemoToken('USDT'),
  }
  const uniswapFactory = create('UniswapV3Factory', { abi: [], bytecode: uniswapBytecode('UniswapV3Factory') }, [])
  const manager = { abi: POSITION_MANAGER_ABI, bytecode: uniswapBytecode('NonfungiblePositionManager') }
  const createPeriphery = (name: 'SwapRouter' | 'QuoterV2') =>
    create(name, { abi: PERIPHERY_CONSTRUCTOR_ABI, bytecode: uniswapBytecode(name) }, [uniswapFactory, weth])
  return {
    tokens,
    uniswapFactory,
    positionManager: create('NonfungiblePositionManager', manager, [uniswapFactory, weth, zeroAddress]),
    swapRouter: createPeriphery('SwapRouter'),
    quoter: createPeriphery('QuoterV2'),
    multicall: create('Multicall', { abi: [], bytecode: uniswapBytecode('UniswapInterfaceMulticall') }, []),
    forwarderFactory: create('DepositForwarderFactory', DepositForwarderFactory, [treasury, hot]),
  }
}

/** Transactions planned so far, and the addresses that they use. */
interface Book {
  readonly transactions: PlannedTransaction[]
  readonly contracts: ChainContracts
}

function call(
  { transactions }: Book,
  label: string,
  to: Address,
  data: Hex,
  { wallet = 'treasury' as PlannedWallet, valueWei = 0n, gas = GAS.call } = {},
): void {
  transactions.push({ wallet, label, to, data, valueWei, gas })
}

function mint(book: Book, token: ChainToken, to: Address, amount: bigint): void {
  const { tokens } = book.contracts
  if (token === 'WETH') {
    call(book, 'wrap ether', tokens.WETH, encodeFunctionData({ abi: WrappedEther.abi, functionName: 'deposit' }), { valueWei: amount })
  } else {
    call(book, `mint ${token}`, tokens[token], encodeFunctionData({ abi: COPT.abi, functionName: 'mint', args: [to, amount] }))
  }
}

/** Wrapped ether belongs to its sender, so the treasury wraps WETH and transfers it. */
function give(book: Book, token: ChainToken, to: Address, amount: bigint): void {
  const { tokens } = book.contracts
  if (token !== 'WETH') mint(book, token, to, amount)
  else call(book, 'give WETH', tokens.WETH, encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to, amount] }))
}

function approve(book: Book, wallet: PlannedWallet, token: ChainToken, spender: Address): void {
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'approve', args: [spender, maxUint256] })
  call(book, `${wallet} approves ${token}`, book.contracts.tokens[token], data, { wallet })
}

const seedTotal = (token: ChainToken, pools: readonly SeedPool[], prices: SeedPrices): bigint =>
  pools.filter((pool) => pool.tokens.includes(token)).reduce((sum, pool) => sum + unitsWorthUsd(token, pool.depthUsd, prices), 0n)

function seedPool(book: Book, pool: SeedPool, recipient: Address, prices: SeedPrices): void {
  const { fee } = pool
  const { positionManager, tokens } = book.contracts
  const { token0, token1, amount0, amount1, sqrtPriceX96 } = orderedSides(pool, tokens, prices)
  const label = `${pool.tokens.join('/')} ${fee}`
  const created = encodeFunctionData({
    abi: POSITION_MANAGER_ABI,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [token0, token1, fee, sqrtPriceX96],
  })
  call(book, `pool ${label}`, positionManager, created, { gas: GAS.createPool })
  const position = { token0, token1, fee, ...fullRangeTicks(fee), amount0Desired: amount0, amount1Desired: amount1 }
  const seeded = encodeFunctionData({
    abi: POSITION_MANAGER_ABI,
    functionName: 'mint',
    args: [{ ...position, amount0Min: 0n, amount1Min: 0n, recipient, deadline: maxUint256 }],
  })
  call(book, `liquidity ${label}`, positionManager, seeded, { gas: 1_000_000n })
}
