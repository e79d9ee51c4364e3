/** Platform services that every module gets, and what it returns to the composition root (server/src/product.ts). */
import type { Audit } from './audit/index.ts'
import type { Clock } from './clock.ts'
import type { PlatformSettings } from './config.ts'
import type { Database } from './database.ts'
import type { Files } from './files/index.ts'
import type { Route } from './http/route.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import type { Outbox } from './outbox.ts'
import type { Secrets } from './secrets.ts'
import type { Environment } from './settings.ts'
import type { UnitOfWork } from './unit-of-work/index.ts'
import type { Uploads } from './uploads/index.ts'

export interface Platform {
  readonly settings: PlatformSettings
  readonly env: Environment
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Jobs
  readonly outbox: Outbox
  readonly audit: Audit
  readonly mail: Mailer
  readonly files: Files
  readonly secrets: Secrets
  readonly uploads: Uploads
  readonly units: UnitOfWork
}

/** The part of a module that the composition root mounts; each module's own type adds what other modules may call. */
export interface MountedModule {
  readonly name: string
  readonly routes: readonly Route[]
}
