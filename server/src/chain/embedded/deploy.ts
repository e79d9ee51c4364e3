/** First start of the embedded chain: sends every part of the deployment plan that the chain does not have yet. */
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Hex, keccak256, zeroAddress } from 'viem'
import { BLOCK_GAS_LIMIT, EMBEDDED_CHAIN_ID } from '../../platform/embedded/anvil-process.ts'
import type { ChainClient } from '../client.ts'
import { type ChainContracts, type ChainDeployment, type Pool, readDeployment } from '../deployment.ts'
import type { Wallets } from '../mnemonic.ts'
import { sendSigned } from '../send-signed.ts'
import { type DeploymentPlan, PLANNED_WALLETS, type PlannedTransaction, planDeployment } from './deployment-plan.ts'
import { SEED_POOLS } from './pools.ts'
import type { SeedPrices } from './seed-prices.ts'
import { FACTORY_ABI } from './uniswap-deployment.ts'

const RECEIPT_TIMEOUT_MS = 15_000

export function deploymentPath(dataDir: string): string {
  return join(dataDir, 'chain', 'deployment.json')
}

/**
 * Deploys or finds the deployment. `mine` mines a block of the embedded node immediately; `save` makes the result durable before its file
 * gets its name.
 */
export async function deployChain(options: {
  client: ChainClient
  dataDir: string
  wallets: Wallets
  prices: SeedPrices
  mine(): Promise<void>
  save(): Promise<void>
}): Promise<ChainDeployment> {
  const { client, wallets } = options
  const manifestPath = deploymentPath(options.dataDir)
  if (existsSync(manifestPath)) {
    const known = readDeployment(manifestPath)
    if (await hasAllCode(client, known)) return withColdWallet(manifestPath, known, wallets)
  }
  const addresses = {
    treasury: wallets.treasury.address,
    hot: wallets.hot.address,
    visitor: wallets.visitor.address,
    maker: wallets.maker.address,
    cold: wallets.cold.address,
  }
  const plan = planDeployment(addresses, options.prices)
  await sendMissing(client, wallets, plan, options.mine)
  const deployment: ChainDeployment = {
    chainId: EMBEDDED_CHAIN_ID,
    treasury: addresses.treasury,
    hotWallet: addresses.hot,
    coldWallet: addresses.cold,
    visitor: addresses.visitor,
    ...plan.contracts,
    pools: await findPools(client, plan.contracts),
  }
  if (!(await hasAllCode(client, deployment))) {
    throw new Error(`the chain in ${options.dataDir} was deployed by another version: move its chain folder away to start a new one`)
  }
  await options.save()
  writeManifest(manifestPath, deployment)
  return deployment
}

/** Adds a cold wallet to an older demo that has none. */
function withColdWallet(manifestPath: string, known: ChainDeployment, { cold }: Wallets): ChainDeployment {
  if (known.coldWallet) return known
  const deployment = { ...known, coldWallet: cold.address }
  writeManifest(manifestPath, deployment)
  return deployment
}

/** Written completely under a temporary name first. */
function writeManifest(manifestPath: string, deployment: ChainDeployment): void {
  writeFileSync(`${manifestPath}.writing`, `${JSON.stringify(deployment, null, 2)}\n`)
  renameSync(`${manifestPath}.writing`, manifestPath)
}

async function sendMissing(client: ChainClient, wallets: Wallets, plan: DeploymentPlan, mine: () => Promise<void>): Promise<void> {
  for (const name of PLANNED_WALLETS) {
    const planned = plan.transactions.filter((transaction) => transaction.wallet === name)
    const signed = await Promise.all(planned.map((transaction, nonce) => sign(wallets, transaction, nonce)))
    for (let rounds = 0; rounds <= planned.length; rounds++) {
      const nonce = await client.getTransactionCount({ address: wallets[name].address })
      if (nonce >= planned.length) break
      const count = fittingOneBlock(planned.slice(nonce))
      await Promise.all(signed.slice(nonce, nonce + count).map((raw) => sendSigned(client, raw)))
      await mine()
      await assertSucceeded(client, signed.slice(nonce, nonce + count), planned.slice(nonce))
    }
  }
}

/** Number of next transactions that fit into one block. anvil drops the followers of a transaction that does not fit. */
function fittingOneBlock(next: PlannedTransaction[]): number {
  let gas = 0n
  const tooMany = next.findIndex((transaction) => {
    gas += transaction.gas
    return gas > BLOCK_GAS_LIMIT
  })
  return tooMany === -1 ? next.length : Math.max(1, tooMany)
}

async function assertSucceeded(client: ChainClient, signed: Hex[], planned: PlannedTransaction[]): Promise<void> {
  const receipts = await Promise.all(
    signed.map((raw) =>
      client.waitForTransactionReceipt({ hash: keccak256(raw), pollingInterval: 20, timeout: RECEIPT_TIMEOUT_MS, checkReplacement: false }),
    ),
  )
  const failed = receipts.findIndex((receipt) => receipt.status !== 'success')
  if (failed >= 0) throw new Error(`deployment of the embedded chain failed at: ${planned[failed]?.label}`)
}

function sign(wallets: Wallets, { wallet, to, data, valueWei, gas }: PlannedTransaction, nonce: number): Promise<Hex> {
  return wallets[wallet].signTransaction({
    type: 'eip1559',
    chainId: EMBEDDED_CHAIN_ID,
    nonce,
    to,
    data,
    value: valueWei,
    gas,
    maxFeePerGas: 100_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
}

async function findPools(client: ChainClient, contracts: ChainContracts): Promise<Pool[]> {
  return Promise.all(
    SEED_POOLS.map(async ({ tokens: [a, b], fee }) => {
      const pair = [contracts.tokens[a], contracts.tokens[b]].sort((x, y) => (BigInt(x) < BigInt(y) ? -1 : 1))
      const [token0 = zeroAddress, token1 = zeroAddress] = pair
      const address = await client.readContract({
        address: contracts.uniswapFactory,
        abi: FACTORY_ABI,
        functionName: 'getPool',
        args: [token0, token1, fee],
      })
      return { address, token0, token1, fee }
    }),
  )
}

async function hasAllCode(client: ChainClient, deployment: ChainDeployment): Promise<boolean> {
  const { tokens, uniswapFactory, positionManager, swapRouter, quoter, multicall, forwarderFactory, pools } = deployment
  const addresses = [...Object.values(tokens), uniswapFactory, positionManager, swapRouter, quoter, multicall, forwarderFactory]
  const codes = await Promise.all([...addresses, ...pools.map((pool) => pool.address)].map((address) => client.getCode({ address })))
  return codes.every((code) => code !== undefined && code !== '0x')
}
