/** Platform services that every module gets, and what it returns to the composition root (server/src/composition/product.ts). */
import type { Audit } from './audit/index.ts'
import type { Database } from './database/database.ts'
import type { Outbox } from './events/outbox.ts'
import type { Files } from './files/index.ts'
import type { Route } from './http/route.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mailer } from './mail/mail.ts'
import type { Log } from './observability/log.ts'
import type { PlatformSettings } from './process/config.ts'
import type { Environment } from './process/settings.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { Clock } from './time/clock.ts'
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
