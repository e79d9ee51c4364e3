/** Composition of blockchain: intents, the signer's jobs, reads for other modules. */

import { blockchain as contract } from '@tunjo/contract/blockchain'
import type { Hex } from 'viem'
import { readDeployment } from '../../../chain/deployment.ts'
import { isChainToken, TOKENS } from '../../../chain/tokens.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { isPositivelyLost } from './absence.ts'
import { agreedChainResult } from './agreed-result.ts'
import { createChainBlocks } from './chain-blocks.ts'
import { chainHeadCheck } from './chain-head-check.ts'
import { chainMetrics } from './chain-metrics.ts'
import { createChainReads } from './chain-reads.ts'
import { readColdArrivals } from './cold-arrivals.ts'
import { readChainSettings } from './config.ts'
import type { ChainContext } from './context.ts'
import { followBankPesos } from './copt-supply.ts'
import { effectsUntil, movedBy, readCustody } from './custody.ts'
import { readDepositCustody, readDepositEther } from './deposit-custody.ts'
import { explorerTransaction } from './explorer.ts'
import { foundTransactions, readFound } from './found-transactions.ts'
import { blockchainInGroups } from './in-groups.ts'
import { scheduleFollowing } from './jobs.ts'
import { createGuardedNode } from './known-chain.ts'
import { lastFinalBlock } from './last-final-block.ts'
import { operationResult } from './operation-result.ts'
import { readOperation, readOperations } from './operations.ts'
import { readPlatformWallets } from './platform-wallets.ts'
import { publishHeads } from './published-heads.ts'
import { stoppedOperations } from './stopped.ts'
import { hasLostOperation, unrepeatedTransfers } from './store.ts'
import { submitWithin } from './submit.ts'
import type { Blockchain } from './types.ts'
import { createFollower } from './wallet-follower.ts'

type ChainPlatform = Omit<Platform, 'mail' | 'files' | 'uploads' | 'units'>

export function createBlockchain(platform: ChainPlatform, { ledger }: Pick<ChainContext, 'ledger'>): Blockchain {
  const { context, isAway } = openContext(platform, ledger)
  const { db, clock, client, deployment, checkNode, settings, log } = context
  const { confirmationsNeeded } = settings
  const follow = createFollower(context)
  scheduleFollowing(context, follow)
  followBankPesos(context)
  publishHeads(context)

  return {
    name: 'blockchain',
    inGroups: blockchainInGroups(deployment),
    checkNode,
    health: chainHeadCheck({ client, profile: platform.settings.profile }),
    figures: chainMetrics({ db, clock, checkNode, isAway }),
    stopped: [stoppedOperations(context, follow)],
    blocks: createChainBlocks(client),
    reads: createChainReads({ client, deployment, settings, log }),
    deployment,
    confirmationsNeeded,
    follow: async () => void (await Promise.all([follow('hot'), follow('treasury')])),
    submitWithin: (tx, intent) => submitWithin(context, tx, intent),
    operation: (operationId, connection = db) => readOperation(connection, operationId, confirmationsNeeded),
    result: (operationId) => operationResult(context, operationId),
    operations: (operationIds) => readOperations(db, operationIds, confirmationsNeeded),
    custody: () => readCustody(context),
    depositCustody: (holders, block) => readDepositCustody(context, holders, block),
    depositEther: (addresses, block) => readDepositEther(context, addresses, block),
    platformWallets: () => readPlatformWallets(context),
    coldArrivals: (fromBlock, toBlock) => readColdArrivals(context, fromBlock, toBlock),
    isPositivelyLost: (lost) => isPositivelyLost(context, lost),
    hasLostOperation,
    unrepeatedTransfers,
    foundTransactions: (connection) => foundTransactions(context, connection),
    readFound: (found) => readFound(context, found),
    movedBy: (logs) => movedBy(context, logs),
    chainResult: (operationId) => agreedChainResult(context, operationId),
    // With the chain's own finality, deposits are credited at the finalized block.
    finalDepth: settings.finality === 'finalized' ? 0 : settings.recheckBlocks,
    finalBlock: async () => BigInt(await lastFinalBlock(context, Number(await client.getBlockNumber()))),
    effectsUntil: (operationIds, blockNumber) => effectsUntil(context, operationIds, blockNumber),
    routes: chainRoutes(context),
  }
}

const chainRoutes = (context: ChainContext): Route[] =>
  implement(contract, {
    assets: async () => listedTokens(context.deployment),
    explorerTransaction: ({ params }) => explorerTransaction(context, params.hash as Hex),
  })

function listedTokens(deployment: ChainContext['deployment']) {
  return TOKENS.map(({ id, symbol, name, decimals, image, listed }) => {
    const address = isChainToken(symbol) ? deployment.tokens[symbol] : null
    return { id, symbol, name, decimals, image, address, listed }
  })
}

function openContext(platform: ChainPlatform, ledger: ChainContext['ledger']) {
  const { db, clock, log, jobs, outbox, secrets } = platform
  const settings = readChainSettings(platform.env, platform.settings)
  const deployment = readDeployment(settings.deploymentFile)
  const nodeAt = (rpcUrl: string, role: string) =>
    createGuardedNode({ db, log, deployment, settings }, rpcUrl, { role, mayWrite: role === 'first' })
  const { client, checkNode, isAway } = nodeAt(settings.rpcUrl, 'first')
  const second = settings.secondRpcUrl === null ? null : nodeAt(settings.secondRpcUrl, 'second')
  const seals = evidenceSeals(secrets)
  const context: ChainContext = { db, clock, log, jobs, outbox, client, checkNode, second, deployment, settings, seals, ledger }
  return { context, isAway }
}
