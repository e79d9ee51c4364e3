/**
 * Command `npm run keys:rotate`: moves a wallet of the signer to a new key, on the signer's machine, while the signer is stopped (docs/operations.md).
 *
 *   npm run keys:rotate -- --new-keystore /keys/hot-2.json     # SIGNER_KEY=keystore: makes the key when the file is not there
 *   npm run keys:rotate -- --next-key hot-2                    # pkcs11, kms: label or id of a key that was made there
 *   npm run keys:rotate -- --wallet treasury --new-keystore …  # the treasury instead of the hot wallet
 *
 * The settings of the signer, its database as DATABASE_SIGNER_URL. Writes CHAIN_DEPLOYMENT_FILE anew, with the old one beside it. Run again after
 * it was killed, it goes on where it was.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chainClient } from './chain/client.ts'
import { type ChainDeployment, readDeployment } from './chain/deployment.ts'
import { openRotationKeys, readRotationSettings, rotateHotKey, rotateTreasuryKey } from './modules/blockchain/index.ts'
import { openDatabase } from './platform/database.ts'
import { SettingsInvalid } from './platform/settings.ts'

const { values: given } = parseArgs({
  options: { wallet: { type: 'string', default: 'hot' }, 'new-keystore': { type: 'string' }, 'next-key': { type: 'string' } },
})
const DRILLS = {
  hot: { rotate: rotateHotKey, addressOf: ({ hotWallet }: ChainDeployment) => hotWallet },
  treasury: { rotate: rotateTreasuryKey, addressOf: ({ treasury }: ChainDeployment) => treasury },
}

try {
  await rotate()
} catch (error) {
  if (!(error instanceof SettingsInvalid)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function rotate(): Promise<void> {
  if (given.wallet !== 'hot' && given.wallet !== 'treasury') throw new SettingsInvalid('--wallet is hot or treasury.')
  const drill = DRILLS[given.wallet]
  const { chain, databaseUrl } = readRotationSettings(process.env)
  const deployment = readDeployment(chain.deploymentFile)
  const { keys, next } = await openRotationKeys(process.env, { newKeystore: given['new-keystore'], nextKey: given['next-key'] })
  const { db, close } = openDatabase({ connectionString: databaseUrl }, { maxConnections: 1 })
  try {
    const client = chainClient(chain.rpcUrl)
    const { maximumFeeWei } = chain
    const moved = await drill.rotate({ db, client, deployment, keys, next, maximumFeeWei, say: (step) => console.log(step) })
    const kept = `${chain.deploymentFile}.before-${drill.addressOf(deployment)}`
    if (!existsSync(kept)) writeFileSync(kept, readFileSync(chain.deploymentFile))
    writeFileSync(`${chain.deploymentFile}.writing`, `${JSON.stringify(moved, null, 2)}\n`)
    renameSync(`${chain.deploymentFile}.writing`, chain.deploymentFile)
    console.log(`Written to ${chain.deploymentFile}: give it to the other processes, set the signer's new key, and start them.`)
  } finally {
    await close()
  }
}
