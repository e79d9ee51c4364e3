/** Composition of blockchain: intents, the signer's jobs, reads for other modules. */
import { blockchain as contract } from '@tunjo/contract/blockchain'
import type { Hex } from 'viem'
import { chainIdCheck } from '../../chain/check-chain-id.ts'
import { chainClient } from '../../chain/client.ts'
import { readDeployment } from '../../chain/deployment.ts'
import { isChainToken, TOKENS } from '../../chain/tokens.ts'
import { implement } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/module.ts'
import { createChainBlocks } from './chain-blocks.ts'
import { chainFigures } from './chain-figures.ts'
import { createChainReads } from './chain-reads.ts'
import { readColdArrivals } from './cold-arrivals.ts'
import { readChainSettings } from './config.ts'
import type { ChainContext } from './context.ts'
import { followBankMoney } from './copt-supply.ts'
import { effectsUntil, readCustody } from './custody.ts'
import { explorerTransaction } from './explorer.ts'
import { createFollower } from './follow-wallet.ts'
import { readHouseWallets } from './house-wallets.ts'
import { scheduleFollowing } from './jobs.ts'
import { lastFinalBlock } from './last-final-block.ts'
import { readOperation, readOperations } from './operations.ts'
import { publishHeads } from './published-heads.ts'
import { submitWithin } from './submit.ts'
import type { Blockchain } from './types.ts'

export function createBlockchain(
  platform: Omit<Platform, 'mail' | 'files' | 'uploads'>,
  { ledger }: Pick<ChainContext, 'ledger'>,
): Blockchain {
  const settings = readChainSettings(platform.env, platform.settings)
  const { confirmationsNeeded } = settings
  const client = chainClient(settings.rpcUrl)
  const deployment = readDeployment(settings.deploymentFile)
  const { db, clock, log, jobs, outbox } = platform
  const checkChainId = chainIdCheck(client, deployment)
  const context: ChainContext = { db, clock, log, jobs, outbox, client, checkChainId, deployment, settings, ledger }
  const follow = createFollower(context)
  scheduleFollowing(context, follow)
  followBankMoney(context)
  publishHeads(context)

  return {
    name: 'blockchain',
    checkChainId,
    figures: chainFigures(db),
    blocks: createChainBlocks(client),
    reads: createChainReads({ client, deployment, settings }),
    deployment,
    confirmationsNeeded,
    follow: async () => void (await Promise.all([follow('hot'), follow('treasury')])),
    submitWithin: (tx, intent) => submitWithin(context, tx, intent),
    operation: (operationId, connection = db) => readOperation(connection, operationId, confirmationsNeeded),
    operations: (operationIds) => readOperations(db, operationIds, confirmationsNeeded),
    custody: () => readCustody(context),
    houseWallets: () => readHouseWallets(context),
    coldArrivals: (fromBlock, toBlock) => readColdArrivals(context, fromBlock, toBlock),
    finalBlock: async () => BigInt(await lastFinalBlock(context, Number(await client.getBlockNumber()))),
    effectsUntil: (operationIds, blockNumber) => effectsUntil(context, operationIds, blockNumber),
    routes: implement(contract, {
      assets: async () =>
        TOKENS.map(({ id, symbol, name, decimals, image, listed }) => {
          const address = isChainToken(symbol) ? deployment.tokens[symbol] : null
          return { id, symbol, name, decimals, image, address, listed }
        }),
      explorerTransaction: ({ params }) => explorerTransaction(context, params.hash as Hex),
    }),
  }
}
