/**
 * Market maker of the embedded chain. On the public chain arbitrage keeps a pool at the market price. The embedded chain has no other
 * traders, so customers' swaps would move the pools away from it. The maker swaps a pool back when it is too far off.
 */
import { encodeFunctionData, type Hex, keccak256, maxUint256 } from 'viem'
import type { HDAccount } from 'viem/accounts'
import type { ChainClient } from '../../../server/src/chain/client.ts'
import { orderedSides, SEED_POOLS } from '../../../server/src/chain/contracts/pools.ts'
import type { SeedPrices } from '../../../server/src/chain/contracts/seed-prices.ts'
import { PRICE_LIMITED_SWAP_ABI } from '../../../server/src/chain/contracts/uniswap-deployment.ts'
import type { ChainDeployment, Pool } from '../../../server/src/chain/deployment.ts'
import { sendSigned } from '../../../server/src/chain/send-signed.ts'
import { ERC20_ABI, POOL_ABI } from '../../../server/src/chain/uniswap.ts'
import type { AnvilLog } from './anvil.ts'

export interface MarketMaker {
  /** Checks every pool once and restores those that are too far off. */
  correct(): Promise<void>
  stop(): Promise<void>
}

export interface MarketMakerOptions {
  client: ChainClient
  deployment: ChainDeployment
  account: HDAccount
  prices: SeedPrices
  log: AnvilLog
  /** Saves the chain's state. A correction that is lost with a kill would change the result of repeated swaps. */
  save(): Promise<void>
}

const EVERY_MS = 5_000
/** Half a percent, in parts per million. */
const TOLERANCE_PPM = 5_000n
const SWAP_GAS = 400_000n

export function startMarketMaker(options: MarketMakerOptions): MarketMaker {
  let stopping = false
  let running: Promise<void> = Promise.resolve()
  let timer = setTimeout(tick, EVERY_MS)
  timer.unref()

  function tick(): void {
    running = correctPools(options)
      .catch((error) => options.log.warn({ error: String(error) }, 'the pools could not be brought to the market price'))
      .then(() => {
        if (stopping) return
        timer = setTimeout(tick, EVERY_MS)
        timer.unref()
      })
  }

  return {
    correct: () => correctPools(options),
    async stop() {
      stopping = true
      clearTimeout(timer)
      await running
    },
  }
}

async function correctPools({ client, deployment, account, prices, log, save }: MarketMakerOptions): Promise<void> {
  const states = await Promise.all(
    deployment.pools.map((pool) => client.readContract({ address: pool.address, abi: POOL_ABI, functionName: 'slot0' })),
  )
  const swaps = SEED_POOLS.flatMap((seed, index): { pool: Pool; target: bigint; sellsToken0: boolean }[] => {
    const [pool, current] = [deployment.pools[index], states[index]?.[0]]
    if (!pool || !current) return []
    const { sqrtPriceX96: target } = orderedSides(seed, deployment.tokens, prices)
    return isFar(current, target) ? [{ pool, target, sellsToken0: current > target }] : []
  })
  if (swaps.length === 0) return
  let nonce = await client.getTransactionCount({ address: account.address, blockTag: 'pending' })
  const hashes: Hex[] = []
  for (const { pool, target, sellsToken0 } of swaps) {
    const [tokenIn, tokenOut] = sellsToken0 ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
    const amountIn = await client.readContract({ address: tokenIn, abi: ERC20_ABI, functionName: 'balanceOf', args: [account.address] })
    const bounds = { deadline: maxUint256, amountIn, amountOutMinimum: 0n, sqrtPriceLimitX96: target }
    const args = [{ tokenIn, tokenOut, fee: pool.fee, recipient: account.address, ...bounds }] as const
    const signed = await account.signTransaction({
      type: 'eip1559',
      chainId: deployment.chainId,
      nonce: nonce++,
      to: deployment.swapRouter,
      data: encodeFunctionData({ abi: PRICE_LIMITED_SWAP_ABI, functionName: 'exactInputSingle', args }),
      gas: SWAP_GAS,
      maxFeePerGas: 100_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })
    await sendSigned(client, signed)
    hashes.push(keccak256(signed))
  }
  await Promise.all(
    hashes.map((hash) => client.waitForTransactionReceipt({ hash, pollingInterval: 100, timeout: 15_000, checkReplacement: false })),
  )
  await save()
  log.info({ pools: swaps.length }, 'pools brought back to the market price')
}

/** Prices are the squares of the stored roots, so a difference counts twice. */
function isFar(current: bigint, target: bigint): boolean {
  const difference = current > target ? current - target : target - current
  return difference * 2_000_000n > target * TOLERANCE_PPM
}
