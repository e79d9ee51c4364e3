/**
 * Every transaction of the first start, as a pure function of keys and prices: same input, same nonces, same bytes, same addresses.
 * That is what makes the deployment resumable: whatever part of the list the chain already has, the rest is sent again.
 */
import { type Abi, type Address, encodeDeployData, encodeFunctionData, getContractAddress, type Hex, maxUint256, zeroAddress } from 'viem'
import { COPT, DemoToken, DepositForwarderFactory, WrappedEther } from '../../../../solidity/artifacts.generated.ts'
import type { ChainContracts } from '../deployment.ts'
import type { WalletName } from '../mnemonic.ts'
import { CHAIN_TOKENS, type ChainToken, tokenBySymbol } from '../tokens.ts'
import { ERC20_ABI } from '../uniswap.ts'
import { fullRangeTicks, orderedSides, SEED_POOLS, type SeedPool } from './pools.ts'
import { type SeedPrices, unitsWorthUsd } from './seed-prices.ts'
import { FACTORY_ABI, PERIPHERY_CONSTRUCTOR_ABI, POSITION_MANAGER_ABI, uniswapBytecode } from './uniswap-deployment.ts'

/** Wallets that take part in the first start, in the order in which their transactions are sent. */
export const PLANNED_WALLETS = ['treasury', 'hot', 'maker'] as const
type PlannedWallet = (typeof PLANNED_WALLETS)[number]

export interface PlannedTransaction {
  wallet: PlannedWallet
  label: string
  /** Absent: the transaction creates a contract. */
  to?: Address
  data: Hex
  valueWei: bigint
  gas: bigint
}

export interface DeploymentPlan {
  contracts: ChainContracts
  transactions: PlannedTransaction[]
}

const GAS = { deploy: 6_000_000n, call: 400_000n, createPool: 5_500_000n }

/** The house's own float in the hot wallet, in base units: COPT 2,000,000,000.00, BTC 25, USDT 2,000,000. */
export const HOT_WALLET_FLOAT = { COPT: 200_000_000_000n, BTC: 2_500_000_000n, USDT: 2_000_000_000_000n } as const
/** What the visitor can send to customers in demonstrations. No COPT: its supply outside is only what pesos came in for. */
const VISITOR_TOKENS = { BTC: 5_000_000_000n, USDT: 1_000_000_000_000n } as const

/** What the maker has of each token, in dollars. */
const MAKER_USD = 5_000_000n

export function planDeployment(wallets: Record<WalletName, Address>, prices: SeedPrices): DeploymentPlan {
  const transactions: PlannedTransaction[] = []
  const { treasury, hot, visitor, maker } = wallets

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
  const positionManager = create(
    'NonfungiblePositionManager',
    { abi: POSITION_MANAGER_ABI, bytecode: uniswapBytecode('NonfungiblePositionManager') },
    [uniswapFactory, weth, zeroAddress],
  )
  const swapRouter = createPeriphery('SwapRouter')
  const quoter = createPeriphery('QuoterV2')
  const multicall = create('Multicall', { abi: [], bytecode: uniswapBytecode('UniswapInterfaceMulticall') }, [])
  const forwarderFactory = create('DepositForwarderFactory', DepositForwarderFactory, [treasury, hot])

  call('enable the 0.1 % tier', uniswapFactory, encodeFunctionData({ abi: FACTORY_ABI, functionName: 'enableFeeAmount', args: [1000, 20] }))
  for (const token of CHAIN_TOKENS) {
    mint(token, treasury, seedTotal(token))
    approve('treasury', token, positionManager)
  }
  for (const [token, amount] of Object.entries(HOT_WALLET_FLOAT)) mint(token as keyof typeof HOT_WALLET_FLOAT, hot, amount)
  for (const [token, amount] of Object.entries(VISITOR_TOKENS)) mint(token as keyof typeof VISITOR_TOKENS, visitor, amount)
  for (const token of CHAIN_TOKENS) {
    if (token === 'WETH') mint(token, treasury, unitsWorthUsd(token, MAKER_USD, prices))
    give(token, maker, unitsWorthUsd(token, MAKER_USD, prices))
    approve('maker', token, swapRouter)
  }
  for (const pool of SEED_POOLS) seedPool(pool)
  for (const token of Object.keys(HOT_WALLET_FLOAT)) approve('hot', token as keyof typeof HOT_WALLET_FLOAT, swapRouter)

  return { contracts: { tokens, uniswapFactory, positionManager, swapRouter, quoter, multicall, forwarderFactory }, transactions }

  function create(label: string, contract: { abi: Abi | readonly unknown[]; bytecode: Hex }, args: unknown[]): Address {
    const nonce = BigInt(transactions.filter((transaction) => transaction.wallet === 'treasury').length)
    const data = encodeDeployData({ abi: contract.abi as Abi, bytecode: contract.bytecode, args })
    transactions.push({ wallet: 'treasury', label: `deploy ${label}`, data, valueWei: 0n, gas: GAS.deploy })
    return getContractAddress({ from: treasury, nonce })
  }

  function createDemoToken(symbol: ChainToken): Address {
    const { onChainName, decimals } = tokenBySymbol(symbol)
    return create(symbol, DemoToken, [onChainName, symbol, decimals, treasury])
  }

  function createPeriphery(name: 'SwapRouter' | 'QuoterV2'): Address {
    return create(name, { abi: PERIPHERY_CONSTRUCTOR_ABI, bytecode: uniswapBytecode(name) }, [uniswapFactory, weth])
  }

  function call(label: string, to: Address, data: Hex, { wallet = 'treasury' as PlannedWallet, valueWei = 0n, gas = GAS.call } = {}): void {
    transactions.push({ wallet, label, to, data, valueWei, gas })
  }

  function mint(token: ChainToken, to: Address, amount: bigint): void {
    if (token === 'WETH') {
      call('wrap ether', weth, encodeFunctionData({ abi: WrappedEther.abi, functionName: 'deposit' }), { valueWei: amount })
    } else {
      call(`mint ${token}`, tokens[token], encodeFunctionData({ abi: COPT.abi, functionName: 'mint', args: [to, amount] }))
    }
  }

  /** Ether is wrapped for who sends it, so WETH is wrapped by the treasury and passed on. */
  function give(token: ChainToken, to: Address, amount: bigint): void {
    if (token !== 'WETH') mint(token, to, amount)
    else call('give WETH', weth, encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to, amount] }))
  }

  function approve(wallet: PlannedWallet, token: ChainToken, spender: Address): void {
    const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'approve', args: [spender, maxUint256] })
    call(`${wallet} approves ${token}`, tokens[token], data, { wallet })
  }

  function seedTotal(token: ChainToken): bigint {
    return SEED_POOLS.filter((pool) => pool.tokens.includes(token)).reduce(
      (sum, pool) => sum + unitsWorthUsd(token, pool.depthUsd, prices),
      0n,
    )
  }

  function seedPool(pool: SeedPool): void {
    const { fee } = pool
    const { token0, token1, amount0, amount1, sqrtPriceX96 } = orderedSides(pool, tokens, prices)
    const label = `${pool.tokens.join('/')} ${fee}`
    const created = encodeFunctionData({
      abi: POSITION_MANAGER_ABI,
      functionName: 'createAndInitializePoolIfNecessary',
      args: [token0, token1, fee, sqrtPriceX96],
    })
    call(`pool ${label}`, positionManager, created, { gas: GAS.createPool })
    const position = { token0, token1, fee, ...fullRangeTicks(fee), amount0Desired: amount0, amount1Desired: amount1 }
    const seeded = encodeFunctionData({
      abi: POSITION_MANAGER_ABI,
      functionName: 'mint',
      args: [{ ...position, amount0Min: 0n, amount1Min: 0n, recipient: treasury, deadline: maxUint256 }],
    })
    call(`liquidity ${label}`, positionManager, seeded, { gas: 1_000_000n })
  }
}
