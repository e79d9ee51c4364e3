/** Embedded chain: keys, node, contracts and pools. The result holds everything that a caller needs. */

import { parseEther } from 'viem'
import { type ChainClient, chainClient } from '../../../server/src/chain/client.ts'
import { SEED_PRICES, type SeedPrices } from '../../../server/src/chain/contracts/seed-prices.ts'
import { deploymentPath } from '../../../server/src/chain/deployment.ts'
import type { Wallets } from '../../../server/src/chain/mnemonic.ts'
import { type Anvil, type AnvilLog, startAnvil } from './anvil.ts'
import { deployChain, type EmbeddedDeployment } from './deploy.ts'
import { jsonRpc } from './json-rpc.ts'
import { type MarketMaker, startMarketMaker } from './market-maker.ts'
import { mnemonicPath, openWallets } from './wallets.ts'

export interface EmbeddedChain {
  anvil: Anvil
  maker: MarketMaker
  rpcUrl: string
  client: ChainClient
  deployment: EmbeddedDeployment
  /** Settings that point the modules to this chain. */
  env: { CHAIN_RPC_URL: string; CHAIN_DEPLOYMENT_FILE: string; CHAIN_MNEMONIC_FILE: string }
  /** Keys of the embedded chain, for its signer only. */
  wallets: Wallets
  stop(): Promise<void>
}

export interface EmbeddedChainOptions {
  dataDir: string
  log: AnvilLog
  port?: number
  prices?: SeedPrices
  blockTimeMs?: number
  stateIntervalMs?: number
}

export async function startEmbeddedChain(options: EmbeddedChainOptions): Promise<EmbeddedChain> {
  const wallets = openWallets(options.dataDir)
  const anvil = await startAnvil({ ...options, genesisBalances: genesisBalances(wallets) })
  const client = chainClient(anvil.rpcUrl)
  const rpc = jsonRpc(anvil.rpcUrl)
  const prices = options.prices ?? SEED_PRICES
  const startedAtMs = Date.now()
  const deployment = await deployChain({
    client,
    dataDir: options.dataDir,
    wallets,
    prices,
    mine: async () => void (await rpc('evm_mine')),
    save: () => anvil.save(),
  })
  options.log.info({ rpcUrl: anvil.rpcUrl, tookMs: Date.now() - startedAtMs }, 'the embedded chain is ready')
  const env = {
    CHAIN_RPC_URL: anvil.rpcUrl,
    CHAIN_DEPLOYMENT_FILE: deploymentPath(options.dataDir),
    CHAIN_MNEMONIC_FILE: mnemonicPath(options.dataDir),
  }
  const maker = startMarketMaker({
    client,
    deployment,
    account: wallets.maker,
    prices,
    log: options.log,
    save: () => anvil.save(),
  })
  return {
    anvil,
    env,
    maker,
    rpcUrl: anvil.rpcUrl,
    client,
    deployment,
    wallets,
    async stop() {
      await maker.stop()
      await anvil.stop()
    },
  }
}

/** Ether balances of the first block. */
const genesisBalances = ({ treasury, hot, visitor, maker, cold }: Wallets): Record<string, bigint> => ({
  [treasury.address]: parseEther('250000'),
  [hot.address]: parseEther('1000'),
  [visitor.address]: parseEther('100'),
  [maker.address]: parseEther('1000'),
  [cold.address]: parseEther('10'),
})
