import type { AccountState } from '@tunjo/contract/identity'
import type { Connection, Transaction } from '../../platform/database.ts'
import type { Authenticate } from '../../platform/http/mount.ts'
import type { Authority } from '../../platform/http/route.ts'
import type { MountedModule } from '../../platform/module.ts'

export interface Person {
  readonly id: string
  readonly email: string
  readonly createdAt: Date
  readonly state: AccountState
}

export interface NewAccount {
  readonly id?: string
  readonly email: string
  readonly password: string
  /** The first entry is the highest. */
  readonly authorities: readonly Authority[]
  readonly state: AccountState
  readonly activated: boolean
  readonly langKey: string
}

export interface Identity extends MountedModule {
  /** For the mount: null without a bearer token, refuses a token that is expired, forged or of an ended session. */
  readonly authenticate: Authenticate
  /** Creates the account when its e-mail has none; an existing account stays as it is. Answers the account's id. */
  ensureAccount(account: NewAccount): Promise<string>
  /** Null for an unknown id. */
  person(accountId: string, connection?: Connection): Promise<Person | null>
  /** Suspended and closed end every session of the account; live tokens notice within 5 seconds. */
  setState(tx: Transaction, accountId: string, state: AccountState): Promise<void>
  /** Ends every session of the account, so that no token outlives a change of role. */
  setAuthorities(tx: Transaction, accountId: string, authorities: readonly Authority[]): Promise<void>
}
