/**
 * `tunjo rotate-key`: rotate the key of a wallet of the signer, on the signer's machine, while the signer is stopped (docs/operations.md).
 * Needs the settings of the signer, and its database as DATABASE_SIGNER_URL. Rewrites CHAIN_DEPLOYMENT_FILE, and keeps the old one next to
 * it. Run again after it was killed, it continues where it stopped.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { chainClient } from '../chain/client.ts'
import { type ChainDeployment, readDeployment, writeDeployment } from '../chain/deployment.ts'
import { openRotationKeys, readRotationSettings, rotateHotKey, rotateTreasuryKey } from '../domains/money/blockchain/index.ts'
import { openDatabase } from '../platform/database/database.ts'
import type { Environment } from '../platform/process/settings.ts'

export interface RotationGiven {
  readonly wallet: 'hot' | 'treasury'
  readonly newKeystore?: string
  readonly nextKey?: string
}

const DRILLS = {
  hot: { rotate: rotateHotKey, addressOf: ({ hotWallet }: ChainDeployment) => hotWallet },
  treasury: { rotate: rotateTreasuryKey, addressOf: ({ treasury }: ChainDeployment) => treasury },
}

/** Returns the exit code. */
export async function rotateKeyCommand({ wallet, ...key }: RotationGiven, env: Environment): Promise<number> {
  const drill = DRILLS[wallet]
  const { chain, databaseUrl } = readRotationSettings(env)
  const deployment = readDeployment(chain.deploymentFile)
  const { keys, next } = await openRotationKeys(env, key)
  const { db, close } = openDatabase({ connectionString: databaseUrl }, { maxConnections: 1 })
  try {
    const client = chainClient(chain.rpcUrl)
    const { maximumFeeWei } = chain
    const moved = await drill.rotate({ db, client, deployment, keys, next, maximumFeeWei, say: (step) => console.log(step) })
    const kept = `${chain.deploymentFile}.before-${drill.addressOf(deployment)}`
    if (!existsSync(kept)) writeFileSync(kept, readFileSync(chain.deploymentFile))
    writeDeployment(chain.deploymentFile, moved)
    console.log(`Written to ${chain.deploymentFile}: give it to the other processes, set the signer's new key, and start them.`)
    return 0
  } finally {
    await close()
  }
}
