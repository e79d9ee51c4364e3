/** The module on a test's database and chain, with its jobs running. */

import type { EmbeddedChain } from '../../../../../dev/embedded/chain/embedded-chain.ts'
import { SIGNER_ROLE } from '../../../../../dev/embedded/database/postgres.ts'
import { readWallets } from '../../../chain/mnemonic.ts'
import { createAudit } from '../../../platform/audit/index.ts'
import { type ConnectionSettings, openDatabase } from '../../../platform/database/database.ts'
import { createOutbox } from '../../../platform/events/outbox.ts'
import { createJobs, type Jobs } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/module.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { readPlatformSettings } from '../../../platform/process/config.ts'
import { PROCESS_ROLES } from '../../../platform/process/process-roles.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { createSecrets } from '../../../platform/secrets/secrets.ts'
import { type Clock, systemClock } from '../../../platform/time/clock.ts'
import { createUnitOfWork } from '../../../platform/unit-of-work/index.ts'
import { createLedger } from '../ledger/index.ts'
import { readChainSettings } from './config.ts'
import { createBlockchain } from './create-blockchain.ts'
import { readSignerSettings } from './signing/config.ts'
import type { SigningKeys } from './signing/keys.ts'
import { replaceStuckTransactions } from './signing/replace-stuck-transactions.ts'
import { signOperation } from './signing/signer.ts'
import { type RunningSigner, startSigner } from './signing/start-signer.ts'
import type { Blockchain, SigningWallet } from './types.ts'

export { SWEEPS_OF_ADDRESS_MAX } from './signing/policy/sweep.ts'

export type TestPlatform = Omit<Platform, 'mail' | 'files' | 'uploads'>

export interface TestBlockchain {
  readonly platform: TestPlatform
  readonly blockchain: Blockchain
  readonly start: () => void
  stop(): Promise<void>
}

/** All modules over one database have the same key, like all processes of the product. */
export const SECRETS = createSecrets(Buffer.alloc(32))

/** A signer that is called operation by operation, at a time of the test's choice. */
export function testSigner(
  connection: ConnectionSettings,
  chain: Pick<EmbeddedChain, 'client' | 'deployment' | 'env'>,
  clock: Clock = systemClock,
  keys: SigningKeys = readWallets(chain.env.CHAIN_MNEMONIC_FILE),
) {
  const { db, close } = openDatabase(connection)
  const log = createLog({ level: 'silent', pretty: false })
  const jobs = createJobs({ db, clock, log })
  const settings = readSignerSettings(chain.env, { profile: 'demo' })
  const { client, deployment } = chain
  const outbox = createOutbox({ db, clock, log, jobs })
  const ledger = createLedger({ db, clock, log, secrets: SECRETS, env: {} })
  const context = {
    db,
    clock,
    log,
    outbox,
    ledger,
    seals: evidenceSeals(SECRETS),
    client,
    deployment,
    settings,
    finality: readChainSettings(chain.env, { profile: 'demo' }),
    feeCeilingWei: () => 100_000_000_000n,
    keys,
  }
  return {
    sign: (operationId: string) => signOperation(context, operationId),
    keepMoving: (wallet: SigningWallet) => replaceStuckTransactions(context, wallet),
    close,
  }
}

export function createTestBlockchain(
  connection: ConnectionSettings,
  env: EmbeddedChain['env'],
  signerEnv: Environment = {},
): TestBlockchain {
  const { db, close } = openDatabase(connection)
  const log = createLog({ level: process.env.TEST_LOG_LEVEL ?? 'silent', pretty: false })
  const jobs = quickened(createJobs({ db, clock: systemClock, log }))
  const settings = { ...readPlatformSettings({}, []), roles: new Set(PROCESS_ROLES) }
  const secrets = SECRETS
  const platform = {
    settings,
    env,
    db,
    clock: systemClock,
    log,
    jobs,
    outbox: createOutbox({ db, clock: systemClock, log, jobs }),
    audit: createAudit({ clock: systemClock, secrets }),
    secrets,
    units: createUnitOfWork({ db, clock: systemClock, log }),
  }
  const ledger = createLedger(platform)
  const blockchain = createBlockchain(platform, { ledger })
  const signerConnection = { ...connection, user: SIGNER_ROLE }
  let signer: Promise<RunningSigner> | null = null
  return {
    platform,
    blockchain,
    start() {
      jobs.start()
      signer = startSigner({
        ...platform,
        env: { ...env, ...signerEnv },
        connection: signerConnection,
        onStored: blockchain.follow,
        againAfterMs: QUICK_MS,
      })
    },
    async stop() {
      await (await signer)?.stop()
      await ledger.close()
      await jobs.stop()
      await platform.units.idle()
      await close()
    },
  }
}

const QUICK_MS = 500
/** Schedules that follow the chain run ten times as often, because its blocks come ten times as often: tests wait for nothing else. */
const quickened = (jobs: Jobs): Jobs => ({
  ...jobs,
  schedule: (schedule) => jobs.schedule({ ...schedule, everyMs: schedule.everyMs <= 5_000 ? schedule.everyMs / 10 : schedule.everyMs }),
})
