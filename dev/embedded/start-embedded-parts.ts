/**
 * Embedded parts of a demo machine: PostgreSQL, an EVM node, the providers' sandboxes. The first process that runs in a DATA_DIR starts and
 * keeps them; further processes (`--roles=worker`) attach to the addresses it stored. Each part is left out when its setting names a real
 * one.
 */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { deploymentPath } from '../../server/src/chain/deployment.ts'
import { databaseAccess } from '../../server/src/composition/database-access.ts'
import type { ProductParts } from '../../server/src/composition/product-parts.ts'
import type { DatabaseAccess } from '../../server/src/platform/database/prepare-database.ts'
import type { Log } from '../../server/src/platform/observability/log.ts'
import type { PlatformSettings } from '../../server/src/platform/process/config.ts'
import { FolderInUse, lockFolder } from '../../server/src/platform/process/folder-lock.ts'
import type { Environment } from '../../server/src/platform/process/settings.ts'
import type { Clock } from '../../server/src/platform/time/clock.ts'
import { startSandbox } from '../sandbox/index.ts'
import { SANDBOX_SECRETS } from '../sandbox/secrets.ts'
import { settingsOfSandbox, webhooksOf } from '../sandbox-settings.ts'
import { startEmbeddedChain } from './chain/embedded-chain.ts'
import { mnemonicPath } from './chain/wallets.ts'
import { startEmbeddedPostgres } from './database/postgres.ts'
import { startOnStablePort } from './stable-port.ts'

const ATTACH_TIMEOUT_MS = 2_000
const LOOK_EVERY_MS = 200
const KEEPER_STARTS_WITHIN_MS = 60_000

interface Description {
  database: DatabaseAccess
  env: Environment
}

export async function startEmbeddedParts(settings: PlatformSettings, env: Environment, log: Log, clock: Clock): Promise<ProductParts> {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o711 })
  const note = join(settings.dataDir, 'embedded.json')
  const turn = await keepOrAttach(settings.dataDir, note)
  if ('running' in turn) return { ...turn.running, isKeeper: false, stop: async () => undefined }

  // Left by a keeper that was killed: no process may attach to its parts.
  rmSync(note, { force: true })
  const stops: (() => Promise<void>)[] = [async () => turn.disown()]
  const stopAll = async () => {
    for (const stop of stops.reverse()) await stop().catch((error) => log.error({ err: error }, 'an embedded part did not stop'))
  }
  try {
    const [database, chain, providers] = await Promise.all([
      startDatabase(settings, log, stops),
      env.CHAIN_RPC_URL ? null : startChain(settings, log, stops),
      startProviders(settings, log, clock, stops),
    ])
    const parts: Description = { database, env: { ...providers, ...chain } }
    writeNote(note, parts)
    return {
      ...parts,
      isKeeper: true,
      async stop() {
        rmSync(note, { force: true })
        await stopAll()
      },
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}

/**
 * The first process owns the folder and keeps the parts; another one waits until they run. Starting any part without owning the folder
 * would take it away from the keeper.
 */
async function keepOrAttach(dataDir: string, note: string): Promise<{ disown(): void } | { running: Description }> {
  const deadline = Date.now() + KEEPER_STARTS_WITHIN_MS
  for (;;) {
    try {
      return { disown: lockFolder(dataDir) }
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() > deadline) throw error
    }
    const running = await runningElsewhere(note)
    if (running) return { running }
    await delay(LOOK_EVERY_MS)
  }
}

/** Null while the sandbox, which lives in the keeper's process, does not answer. */
async function runningElsewhere(file: string): Promise<Description | null> {
  if (!existsSync(file)) return null
  const note = JSON.parse(readFileSync(file, 'utf8')) as Description
  const answer = await fetch(note.env.SANDBOX_URL ?? '', { signal: AbortSignal.timeout(ATTACH_TIMEOUT_MS) }).catch(() => null)
  return answer ? note : null
}

/** Written completely before it gets its name. */
function writeNote(file: string, parts: Description): void {
  writeFileSync(`${file}.writing`, JSON.stringify(parts), { mode: 0o600 })
  renameSync(`${file}.writing`, file)
}

async function startDatabase(settings: PlatformSettings, log: Log, stops: (() => Promise<void>)[]): Promise<DatabaseAccess> {
  if (settings.databaseUrl) return databaseAccess(settings.databaseUrl, settings)
  const postgres = await startEmbeddedPostgres({ dataDir: settings.dataDir, log })
  stops.push(() => postgres.stop())
  return { owner: postgres.connection, application: postgres.applicationConnection, signer: postgres.signerConnection }
}

async function startChain({ dataDir }: PlatformSettings, log: Log, stops: (() => Promise<void>)[]): Promise<Environment> {
  const chain = await startEmbeddedChain({ dataDir, log })
  stops.push(() => chain.stop())
  return {
    CHAIN_RPC_URL: chain.rpcUrl,
    CHAIN_DEPLOYMENT_FILE: deploymentPath(dataDir),
    CHAIN_MNEMONIC_FILE: mnemonicPath(dataDir),
  }
}

/** They use the product's clock: an event dated by another one would look too old once the clock is moved. */
async function startProviders(
  { dataDir, publicUrl }: PlatformSettings,
  log: Log,
  clock: Clock,
  stops: (() => Promise<void>)[],
): Promise<Environment> {
  const webhookUrls = webhooksOf(publicUrl)
  // The previous port: processes that attached to the keeper before it was restarted keep working.
  const sandbox = await startOnStablePort(join(dataDir, 'sandbox.port'), (port) =>
    startSandbox({ port, dataDir, webhookUrls, secrets: SANDBOX_SECRETS, log, clock }),
  )
  stops.push(() => sandbox.stop())
  return settingsOfSandbox(sandbox)
}
