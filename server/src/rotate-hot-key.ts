/**
 * Command `npm run keys:rotate`: moves the hot wallet to a new key, on the signer's machine, while the signer is stopped (docs/operations.md).
 *
 *   npm run keys:rotate -- --new-keystore /keys/hot-2.json     # SIGNER_KEY=keystore: makes the key when the file is not there
 *   npm run keys:rotate -- --next-key hot-2                    # pkcs11, kms: label or id of a key that was made there
 *
 * The settings of the signer, its database as DATABASE_SIGNER_URL. Writes CHAIN_DEPLOYMENT_FILE anew, with the old one beside it. Run again after
 * it was killed, it goes on where it was.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chainClient } from './chain/client.ts'
import { readDeployment } from './chain/deployment.ts'
import { openRotationKeys, readRotationSettings, rotateHotKey } from './modules/blockchain/index.ts'
import { openDatabase } from './platform/database.ts'
import { SettingsInvalid } from './platform/settings.ts'

const { values: given } = parseArgs({ options: { 'new-keystore': { type: 'string' }, 'next-key': { type: 'string' } } })

try {
  await rotate()
} catch (error) {
  if (!(error instanceof SettingsInvalid)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function rotate(): Promise<void> {
  const { chain, databaseUrl } = readRotationSettings(process.env)
  const deployment = readDeployment(chain.deploymentFile)
  const { keys, next } = await openRotationKeys(process.env, { newKeystore: given['new-keystore'], nextKey: given['next-key'] })
  const { db, close } = openDatabase({ connectionString: databaseUrl }, { maxConnections: 1 })
  try {
    const client = chainClient(chain.rpcUrl)
    const { maximumFeeWei } = chain
    const moved = await rotateHotKey({ db, client, deployment, keys, next, maximumFeeWei, say: (step) => console.log(step) })
    const kept = `${chain.deploymentFile}.before-${deployment.hotWallet}`
    if (!existsSync(kept)) writeFileSync(kept, readFileSync(chain.deploymentFile))
    writeFileSync(`${chain.deploymentFile}.writing`, `${JSON.stringify(moved, null, 2)}\n`)
    renameSync(`${chain.deploymentFile}.writing`, chain.deploymentFile)
    console.log(`Written to ${chain.deploymentFile}: give it to the other processes, set the signer's new key, and start them.`)
  } finally {
    await close()
  }
}
