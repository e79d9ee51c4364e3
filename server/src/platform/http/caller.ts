/** Caller of a call: account, session, authorities and permissions. */
import type { Permission } from '@tunjo/contract/permissions'

export type Authority = 'ROLE_USER' | 'ROLE_ADMIN'

/** Who is calling, as the access token and the session say. */
export interface Caller {
  readonly accountId: string
  readonly sessionId: string
  readonly authorities: readonly Authority[]
  /** Of an officer's staff roles, as the database has them; without it, none. */
  readonly permissions?: readonly Permission[]
  /** What the account may do and this session may not until it enters with a second factor. */
  readonly withheld?: readonly Authority[]
}
