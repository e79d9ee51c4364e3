/** First start of the embedded chain: sends every part of the deployment plan that the chain does not have yet. */
import { existsSync } from 'node:fs'
import type { Address } from 'viem'
import type { ChainClient } from '../../../server/src/chain/client.ts'
import { planDeployment } from '../../../server/src/chain/contracts/deployment-plan.ts'
import { SEED_POOLS } from '../../../server/src/chain/contracts/pools.ts'
import type { SeedPrices } from '../../../server/src/chain/contracts/seed-prices.ts'
import { findPools, hasAllCode, sendPlan } from '../../../server/src/chain/contracts/send-plan.ts'
import { type ChainDeployment, deploymentPath, readDeployment, writeDeployment } from '../../../server/src/chain/deployment.ts'
import type { Wallets } from '../../../server/src/chain/mnemonic.ts'
import { BLOCK_GAS_LIMIT, EMBEDDED_CHAIN_ID } from './anvil-process.ts'

const RECEIPT = { timeout: 15_000, pollingInterval: 20 }
/** The same at each start, so that transactions that are sent again are the same bytes. */
const FEES = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }

export type EmbeddedDeployment = ChainDeployment & { visitor: Address }

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
}): Promise<EmbeddedDeployment> {
  const { client, wallets, prices } = options
  const { treasury, hot, visitor, maker, cold } = wallets
  const manifestPath = deploymentPath(options.dataDir)
  if (existsSync(manifestPath)) {
    const known = { visitor: visitor.address, ...readDeployment(manifestPath) }
    if (await hasAllCode(client, known)) return withColdWallet(manifestPath, known, wallets)
  }
  const demo = { visitor: visitor.address, maker: maker.address }
  const plan = planDeployment({ treasury: treasury.address, hot: hot.address, demo, pools: SEED_POOLS, prices })
  const shared = { client, chainId: EMBEDDED_CHAIN_ID, blockGasLimit: BLOCK_GAS_LIMIT, receipt: RECEIPT }
  await sendPlan({ ...shared, plan, signers: { treasury, hot, maker }, fees: async () => FEES, sent: options.mine })
  const deployment = {
    chainId: EMBEDDED_CHAIN_ID,
    treasury: treasury.address,
    hotWallet: hot.address,
    coldWallet: cold.address,
    visitor: visitor.address,
    ...plan.contracts,
    pools: await findPools(client, plan.contracts, SEED_POOLS),
  }
  if (!(await hasAllCode(client, deployment))) {
    throw new Error(`the chain in ${options.dataDir} was deployed by another version: move its chain folder away to start a new one`)
  }
  await options.save()
  writeDeployment(manifestPath, deployment)
  return deployment
}

/** Adds a cold wallet to an older demo that has none. */
function withColdWallet(manifestPath: string, known: EmbeddedDeployment, { cold }: Wallets): EmbeddedDeployment {
  if (known.coldWallet) return known
  const deployment = { ...known, coldWallet: cold.address }
  writeDeployment(manifestPath, deployment)
  return deployment
}
