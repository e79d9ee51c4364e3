/** Surroundings of a process: its database, and where chain and providers answer. */
import type { DatabaseAccess } from '../platform/database/prepare-database.ts'
import type { Environment } from '../platform/process/settings.ts'

export interface ProductParts {
  readonly database: DatabaseAccess
  /** Settings that point the adapters to the embedded parts of a demo; empty in production. */
  readonly env: Environment
  /** Whether this process keeps the embedded parts; others attach to them. */
  readonly isKeeper: boolean
  stop(): Promise<void>
}
