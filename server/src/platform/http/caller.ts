/** Caller of a call: account, session, authorities and permissions. */
import type { Permission } from '@tunjo/contract/permissions'

export type Authority = 'ROLE_USER' | 'ROLE_ADMIN'

/** The caller as the access token and the session name them. */
export interface Caller {
  readonly accountId: string
  readonly sessionId: string
  readonly authorities: readonly Authority[]
  /** Permissions of an officer's staff roles, as stored in the database; none when absent. */
  readonly permissions?: readonly Permission[]
  /** Authorities of the account that this session lacks until it enters with a second factor. */
  readonly withheld?: readonly Authority[]
}
