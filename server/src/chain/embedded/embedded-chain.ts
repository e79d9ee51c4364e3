/** Embedded chain: keys, node, contracts and pools. The result holds everything that a caller needs. */
import { parseEther } from 'viem'
import { type Anvil, type AnvilLog, startAnvil } from '../../platform/embedded/anvil.ts'
import { jsonRpc } from '../../platform/embedded/json-rpc.ts'
import { type ChainClient, chainClient } from '../client.ts'
import type { Wallets } from '../mnemonic.ts'
import { deployChain, deploymentPath, type EmbeddedDeployment } from './deploy.ts'
import { type MarketMaker, startMarketMaker } from './market-maker.ts'
import { SEED_PRICES, type SeedPrices } from './seed-prices.ts'
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
