/** The module on a test's database and chain, with its jobs running. */
import type { EmbeddedChain } from '../../chain/embedded/embedded-chain.ts'
import { createAudit } from '../../platform/audit/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { PROCESS_ROLES, readPlatformSettings } from '../../platform/config.ts'
import { type ConnectionSettings, openDatabase } from '../../platform/database.ts'
import { createJobs } from '../../platform/jobs.ts'
import { createLog } from '../../platform/log.ts'
import type { Platform } from '../../platform/module.ts'
import { createOutbox } from '../../platform/outbox.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { createBlockchain } from './create-blockchain.ts'
import type { Blockchain } from './types.ts'

export type TestPlatform = Omit<Platform, 'mail' | 'files' | 'uploads'>

export interface TestBlockchain {
  readonly platform: TestPlatform
  readonly blockchain: Blockchain
  readonly start: () => void
  stop(): Promise<void>
}

export function createTestBlockchain(connection: ConnectionSettings, env: EmbeddedChain['env']): TestBlockchain {
  const { db, close } = openDatabase(connection)
  const log = createLog({ level: process.env.TEST_LOG_LEVEL ?? 'silent', pretty: false })
  const jobs = createJobs({ db, clock: systemClock, log })
  const settings = { ...readPlatformSettings({}, []), roles: new Set(PROCESS_ROLES) }
  const secrets = createSecrets(Buffer.alloc(32))
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
  }
  const blockchain = createBlockchain(platform)
  return {
    platform,
    blockchain,
    start: () => jobs.start(),
    async stop() {
      await jobs.stop()
      await close()
    },
  }
}
