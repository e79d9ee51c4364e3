/** What identity offers other modules, and what it is told by them. */
import type { HoldReason } from '@tunjo/contract/credentials'
import type { AccountState } from '@tunjo/contract/identity'
import type { Permission, StaffRole } from '@tunjo/contract/permissions'
import type { AuditActor } from '../../../platform/audit/index.ts'
import type { Connection, Transaction } from '../../../platform/database.ts'
import type { Authenticate } from '../../../platform/http/guards/session.ts'
import type { StepUpGate } from '../../../platform/http/guards/step-up.ts'
import type { Authority, Route } from '../../../platform/http/route.ts'
import type { Page } from '../../../platform/list-query.ts'
import type { MountedModule } from '../../../platform/module.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { ClosedAccount, ClosedPage } from './account-store.ts'
import type { StaffAsked, StaffMember } from './staff-store.ts'

export interface Person {
  readonly id: string
  readonly email: string
  readonly createdAt: Date
  readonly state: AccountState
  /** Activated, and neither suspended, frozen nor closed. */
  readonly isActive: boolean
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
  /** What an officer may do. Without any, nothing of other people. */
  readonly staffRoles?: readonly StaffRole[]
}

/** Withdrawals wait until then. */
export interface WithdrawalCooldown {
  readonly until: Date
  readonly reason: HoldReason
}
/** Null when nothing stands against closing the account. */
export type ClosingCheck = (tx: Transaction, accountId: string) => Promise<Refusal | null>

/** `email` as accounts have it. `other`: a customer, or an account that was closed. */
export interface AddressUse {
  readonly email: string
  readonly use: 'free' | 'officer' | 'other'
}
export interface NewOfficer {
  readonly email: string
  readonly passwordHash: string
  readonly roles: readonly StaffRole[]
  /** Null: an operator, by the link of a first administrator. */
  readonly invitedBy: string | null
}

export interface AdministratorAsked {
  readonly email: string
  readonly name: string
  /** Who asks for it, for the audit trail. */
  readonly by: string
}
/** Links that an operator makes while there are fewer than two administrators. */
export interface FirstAdministrators {
  /** Null for a link that does not work. */
  offered(connection: Connection, tokenHash: string): Promise<{ email: string; name: string; roles: readonly StaffRole[] } | null>
  /** False when the link does not work, or two administrators exist. Recorded in the audit trail. */
  join(tx: Transaction, use: { tokenHash: string; passwordHash: string }): Promise<boolean>
}

/** What officers may do inside ROLE_ADMIN. */
export interface Staff {
  /** Refuses what is no e-mail. Nobody but the mailbox may be told of `other`. */
  useOfAddress(connection: Connection, typed: string): Promise<AddressUse>
  /** Its hash; refuses one that is too weak. */
  newPassword(password: string, email: string): Promise<string>
  readonly firstAdministrators: FirstAdministrators
  /** Recorded in the audit trail. Null when somebody has the address. */
  createOfficer(tx: Transaction, officer: NewOfficer): Promise<string | null>
  list(connection: Connection, asked: StaffAsked): Promise<Page<StaffMember>>
  rolesOf(connection: Connection, accountId: string): Promise<StaffRole[]>
  /** Empty for customers. */
  permissionsOf(connection: Connection, accountId: string): Promise<Permission[]>
  /** Accounts of officers who may enter and hold the permission. */
  officersWith(connection: Connection, permission: Permission): Promise<string[]>
  /** The same, and until the end of the transaction nobody becomes or stops being one. */
  lockOfficersWith(tx: Transaction, permission: Permission): Promise<string[]>
  /** Also of one who is suspended; not of one whose account is closed. */
  isOfficer(connection: Connection, accountId: string): Promise<boolean>
  /** Recorded in the audit trail. Takes those away that are not named. Live tokens feel it within 5 seconds. */
  setRoles(tx: Transaction, change: { accountId: string; roles: readonly StaffRole[]; by: AuditActor; reason: string }): Promise<void>
}

/** How an account is entered, for officers. */
export interface AccessFacts {
  readonly id: string
  readonly email: string
  readonly isOfficer: boolean
  readonly state: AccountState
  readonly activatedAt: Date | null
  readonly lastSignInAt: Date | null
  readonly frozenAt: Date | null
  readonly hasApp: boolean
  readonly passkeys: number
  readonly liveSessions: number
  readonly withdrawalsHeldUntil: Date | null
}
/** By an officer: recorded with the reason, and told to the person without it. */
export interface AccessChange {
  readonly accountId: string
  readonly actor: AuditActor
  readonly reason: string
}
/** What an officer does about the way in. The caller has locked the account and knows that it may be done. */
export interface Access {
  /** In a transaction the account stays as it is until its end. */
  facts(connection: Connection, accountId: string): Promise<AccessFacts | null>
  block(tx: Transaction, change: AccessChange): Promise<void>
  unblock(tx: Transaction, change: AccessChange & { readonly state: AccountState }): Promise<void>
  freeze(tx: Transaction, change: AccessChange): Promise<void>
  endSessions(tx: Transaction, change: AccessChange): Promise<void>
  resetFactors(tx: Transaction, change: AccessChange): Promise<void>
}

/** What somebody whose account is shut may do with the link of a mail: write to us about it. */
export interface Appeals {
  /** Whose link it is. Wrong ones count as guesses of their network. @throws Refused `identity.appeal_expired`, `identity.too_many_attempts` */
  open(token: string, ip: string): Promise<string>
  /** The same in a transaction, before whose end nobody opens the account. @throws Refused `identity.appeal_expired` */
  check(tx: Transaction, token: string): Promise<void>
  /** A link for a mail to them; null when the account is not shut. */
  linkFor(tx: Transaction, accountId: string): Promise<string | null>
}

export interface StateChange {
  readonly accountId: string
  readonly state: AccountState
  /** An account that is in another state at this moment stays as it is. */
  readonly onlyFrom?: AccountState
  readonly actor: AuditActor
  readonly reason?: string
}

export interface Identity extends MountedModule {
  readonly stepUp: {
    /** The calls that may be approved; before the server listens. */
    register(routes: readonly Route[]): void
    readonly gate: StepUpGate
  }
  readonly staff: Staff
  readonly access: Access
  readonly appeals: Appeals
  /** The latest hold that is not over; null when there is none. Reads in the caller's transaction. */
  withdrawalHold(connection: Connection, accountId: string): Promise<WithdrawalCooldown | null>
  /**
   * `identity.consent_needed` while a text that is in force waits for this person's acceptance: for what begins something new with money.
   * Null for officers.
   */
  checkConsent(connection: Connection, accountId: string): Promise<Refusal | null>
  /** Modules above say what must be settled before a person may close the account. */
  addClosingCheck(check: ClosingCheck): void
  /** For the mount: null without a bearer token, refuses a token that is expired, forged or of an ended session. */
  readonly authenticate: Authenticate
  /** Whether this session of this account may still act: for links that stand in for a token (platform/files). */
  isSessionLive(accountId: string, sessionId: string): Promise<boolean>
  /** Creates the account when its e-mail has none; an existing account stays as it is. Answers the account's id. */
  ensureAccount(account: NewAccount): Promise<string>
  /** Null for an unknown id. Read in a transaction, nobody changes the account before its end. */
  person(accountId: string, connection?: Connection): Promise<Person | null>
  /** Where their mail goes and in which language. Null for an unknown id. */
  addressOf(accountId: string): Promise<{ email: string; langKey: string } | null>
  /**
   * Suspended and closed end every session of the account; live tokens notice within 5 seconds. With `onlyFrom`, an account that is in
   * another state at this moment stays as it is.
   */
  setState(tx: Transaction, change: StateChange): Promise<void>
  /** Accounts that were closed before a moment, in that order, a page at a time. */
  closedAccounts(connection: Connection, page: ClosedPage): Promise<ClosedAccount[]>
  /** Null for an open account. Nobody opens or closes it before the end of the transaction. */
  closedAt(tx: Transaction, accountId: string): Promise<Date | null>
  /** Ends every session of the account, so that no token outlives a change of role. */
  setAuthorities(tx: Transaction, accountId: string, authorities: readonly Authority[], actor: AuditActor): Promise<void>
}
