/** A platform over a test database, and modules behind a real HTTP server on a free port. */
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createAudit } from '../../server/src/platform/audit/index.ts'
import type { OpenDatabase } from '../../server/src/platform/database/database.ts'
import { createOutbox } from '../../server/src/platform/events/outbox.ts'
import { createFiles, createFreeSpace, localFolder } from '../../server/src/platform/files/index.ts'
import type { Authenticate } from '../../server/src/platform/http/guards/session.ts'
import type { StepUpGate } from '../../server/src/platform/http/guards/step-up.ts'
import type { Route } from '../../server/src/platform/http/route.ts'
import { createHttpServer } from '../../server/src/platform/http/server.ts'
import { createJobs } from '../../server/src/platform/jobs/jobs.ts'
import { createMailer } from '../../server/src/platform/mail/mail.ts'
import type { Platform } from '../../server/src/platform/module.ts'
import { createLog } from '../../server/src/platform/observability/log.ts'
import type { Metrics } from '../../server/src/platform/observability/metrics.ts'
import type { PlatformSettings } from '../../server/src/platform/process/config.ts'
import { createSecrets } from '../../server/src/platform/secrets/secrets.ts'
import { type MovableClock, movableClock } from '../../server/src/platform/time/clock.ts'
import { createUnitOfWork } from '../../server/src/platform/unit-of-work/index.ts'
import { createUploads } from '../../server/src/platform/uploads/index.ts'
import { memoryFolder } from './temporary-folder.ts'

export interface TestPlatform extends Platform {
  readonly clock: MovableClock
  /** Remove its folder. The database belongs to the test. */
  remove(): void
}

/** Two of them over one database are two processes of the product. */
export function createTestPlatform({ db }: Pick<OpenDatabase, 'db'>, overrides: Partial<PlatformSettings> = {}): TestPlatform {
  const dataDir = memoryFolder('platform')
  const settings: PlatformSettings = {
    profile: 'demo',
    port: 0,
    host: '127.0.0.1',
    healthPort: 0,
    healthHost: '127.0.0.1',
    drainMs: 0,
    publicUrl: 'http://localhost:8080',
    dataDir,
    freeMinimumBytes: 0,
    databaseUrl: null,
    databaseMigrationUrl: null,
    databaseSignerUrl: null,
    databaseSignerRole: null,
    logLevel: 'silent',
    mailUrl: null,
    mailFrom: 'Tunjo <no-responder@tunjo.example>',
    coreUrl: null,
    coreToken: null,
    trustedProxies: [],
    webBrotli: false,
    legacyBodyKey: null,
    roles: new Set(['web', 'core', 'worker']),
    ...overrides,
  }
  const clock = movableClock()
  const log = createLog({ level: settings.logLevel, pretty: false })
  const jobs = createJobs({ db, clock, log })
  // The same for every platform of a test: two of them over one database are one product.
  const secrets = createSecrets(Buffer.alloc(32, 7))
  return {
    settings,
    env: {},
    db,
    clock,
    log,
    jobs,
    outbox: createOutbox({ db, clock, log, jobs }),
    audit: createAudit({ clock, secrets }),
    // Tests of the production profile read their mails too.
    mail: createMailer({ ...settings, profile: 'demo' }),
    files: createFiles({ db, clock, secrets, backend: localFolder(join(dataDir, 'files')), freeSpace: createFreeSpace(settings) }),
    secrets,
    uploads: createUploads({ env: {}, log }),
    units: createUnitOfWork({ db, clock, log }),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

export interface TestServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  close(): Promise<void>
}

/** Without `authenticate` every caller is anonymous; without `stepUp` no factor is requested. */
export async function startTestServer(
  platform: Platform,
  routes: readonly Route[],
  authenticate: Authenticate = async () => null,
  stepUp: StepUpGate = async () => undefined,
  metrics?: Metrics,
  webFolder: string | null = null,
): Promise<TestServer> {
  const { settings, db, clock, log, uploads } = platform
  const app = await createHttpServer({
    settings,
    db,
    clock,
    log,
    uploads,
    routes,
    authenticate,
    stepUp,
    ...(metrics && { metrics }),
    webFolder,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => app.close() }
}
