/** Interface of identity for other modules, and the ports that they implement. */
import type { HoldReason } from '@tunjo/contract/credentials'
import type { AccountState } from '@tunjo/contract/identity'
import type { Permission, StaffRole } from '@tunjo/contract/permissions'
import type { AuditActor } from '../../../../platform/audit/index.ts'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { Page } from '../../../../platform/database/list-query.ts'
import type { Authenticate } from '../../../../platform/http/guards/session.ts'
import type { StepUpGate } from '../../../../platform/http/guards/step-up.ts'
import type { Refusal } from '../../../../platform/http/refusal.ts'
import type { Authority, Route } from '../../../../platform/http/route.ts'
import type { MountedModule } from '../../../../platform/module.ts'
import type { Fact, Kind, Work } from '../../../../platform/unit-of-work/index.ts'
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
  /** Staff roles of an officer. Without one, no access to data of other people. */
  readonly staffRoles?: readonly StaffRole[]
}

/** Withdrawals wait until then. */
export interface WithdrawalCooldown {
  readonly until: Date
  readonly reason: HoldReason
}
/** An account as a group of use cases read it. */
export interface AccountInGroup extends Pick<Person, 'id' | 'email' | 'createdAt' | 'state'> {
  /** The latest withdrawal cooldown that is not over. */
  readonly hold: WithdrawalCooldown | null
  /** Fingerprint of the columns that decide about money. */
  readonly mark: string
}
/** For use cases that run in groups (platform/unit-of-work). */
export interface IdentityInGroups {
  /** Fact of an account, by names of the keys: id of the account, moment of the decision. */
  account(key: string, now: string): Fact<AccountInGroup | null>
  // biome-ignore lint/suspicious/noExplicitAny: rows of several types
  readonly kinds: readonly Kind<any>[]
  /** Fact of the refusal that `checkConsent` answers, by the name of the key that is the id of the account. */
  consent(key: string): Fact<Refusal | null>
  /**
   * Reject the command when the account changed since it was read, or has a withdrawal cooldown. `inCooldown`: for commands that one does
   * not prevent.
   */
  keep(work: Work, account: AccountInGroup, options?: { readonly inCooldown?: boolean }): void
}
/** Null when nothing prevents the closing of the account. */
export type ClosingCheck = (tx: Transaction, accountId: string) => Promise<Refusal | null>

/** `email` as accounts have it. `other`: a customer, or an account that was closed. */
export interface AddressUse {
  readonly email: string
  /** Account that uses the address, for the language of its mails; null for a free one. */
  readonly accountId: string | null
  readonly use: 'free' | 'officer' | 'other'
}
export interface NewOfficer {
  readonly email: string
  readonly passwordHash: string
  readonly roles: readonly StaffRole[]
  /** Null for an operator, by the link of a first administrator. */
  readonly invitedBy: string | null
}

export interface AdministratorAsked {
  readonly email: string
  readonly name: string
  /** Requester, for the audit trail. */
  readonly by: string
}
/** Links that an operator creates while there are fewer than two administrators. */
export interface FirstAdministrators {
  /** Null for a link that does not work. */
  offered(connection: Connection, tokenHash: string): Promise<{ email: string; name: string; roles: readonly StaffRole[] } | null>
  /** False when the link does not work, or two administrators exist. Recorded in the audit trail. */
  join(tx: Transaction, use: { tokenHash: string; passwordHash: string }): Promise<boolean>
}

/** Permissions of officers inside ROLE_ADMIN. */
export interface Staff {
  /** Refuses an invalid e-mail. Only the mailbox may be notified of `other`. */
  useOfAddress(connection: Connection, typed: string): Promise<AddressUse>
  /** Returns the hash; refuses a weak password. */
  newPassword(password: string, email: string): Promise<string>
  readonly firstAdministrators: FirstAdministrators
  /** Recorded in the audit trail. Null when another account has the address. */
  createOfficer(tx: Transaction, officer: NewOfficer): Promise<string | null>
  list(connection: Connection, asked: StaffAsked): Promise<Page<StaffMember>>
  rolesOf(connection: Connection, accountId: string): Promise<StaffRole[]>
  /** Empty for customers. */
  permissionsOf(connection: Connection, accountId: string): Promise<Permission[]>
  /** Accounts of officers who may sign in and hold the permission. */
  officersWith(connection: Connection, permission: Permission): Promise<string[]>
  /** The same, and locks the set of such officers until the end of the transaction. */
  lockOfficersWith(tx: Transaction, permission: Permission): Promise<string[]>
  /** True for a suspended officer too, but not for a closed account. */
  isOfficer(connection: Connection, accountId: string): Promise<boolean>
  /** Recorded in the audit trail. Revokes roles that are not named. Takes effect on live tokens within 5 seconds. */
  setRoles(tx: Transaction, change: { accountId: string; roles: readonly StaffRole[]; by: AuditActor; reason: string }): Promise<void>
}

/** Sign-in facts of an account, for officers. */
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
/** Change by an officer: recorded with the reason, and notified to the person without it. */
export interface AccessChange {
  readonly accountId: string
  readonly actor: AuditActor
  readonly reason: string
}
/** Account access actions of officers. The caller has locked the account and checked that the action is allowed. */
export interface Access {
  /** In a transaction the account stays unchanged until its end. */
  facts(connection: Connection, accountId: string): Promise<AccessFacts | null>
  block(tx: Transaction, change: AccessChange): Promise<void>
  unblock(tx: Transaction, change: AccessChange & { readonly state: AccountState }): Promise<void>
  freeze(tx: Transaction, change: AccessChange): Promise<void>
  endSessions(tx: Transaction, change: AccessChange): Promise<void>
  resetFactors(tx: Transaction, change: AccessChange): Promise<void>
}

/** Appeal of a customer whose account is shut, by the link of a mail: a message to us about it. */
export interface Appeals {
  /**
   * Account of the link. Wrong links count as guesses of their network. @throws Refused `identity.appeal_expired`,
   * `identity.too_many_attempts`
   */
  open(token: string, ip: string): Promise<string>
  /** The same in a transaction, before whose end the account is not opened. @throws Refused `identity.appeal_expired` */
  check(tx: Transaction, token: string): Promise<void>
  /** A link for a mail to the customer; null when the account is not shut. */
  linkFor(tx: Transaction, accountId: string): Promise<string | null>
}

export interface StateChange {
  readonly accountId: string
  readonly state: AccountState
  /** An account in another state stays unchanged. */
  readonly onlyFrom?: AccountState
  readonly actor: AuditActor
  readonly reason?: string
}

export interface Identity extends MountedModule {
  readonly stepUp: {
    /** Registers the calls that may be approved; before the server listens. */
    register(routes: readonly Route[]): void
    readonly gate: StepUpGate
  }
  readonly staff: Staff
  readonly access: Access
  readonly appeals: Appeals
  readonly inGroups: IdentityInGroups
  /** Latest hold that has not expired; null when there is none. Reads in the caller's transaction. */
  withdrawalHold(connection: Connection, accountId: string): Promise<WithdrawalCooldown | null>
  /**
   * `identity.consent_needed` while a text in force waits for this customer's acceptance: for calls that begin something new with money.
   * Null for officers.
   */
  checkConsent(connection: Connection, accountId: string): Promise<Refusal | null>
  /** Adds a condition of a module above that must be settled before an account is closed. */
  addClosingCheck(check: ClosingCheck): void
  /** For the mount: null without a bearer token, refuses a token that is expired, forged or of an ended session. */
  readonly authenticate: Authenticate
  /** Whether this session of this account may still act: for links that replace a token (platform/files). */
  isSessionLive(accountId: string, sessionId: string): Promise<boolean>
  /** Creates the account when its e-mail has none; an existing account stays unchanged. Returns the account's id. */
  ensureAccount(account: NewAccount): Promise<string>
  /** Null for an unknown id. Read in a transaction, the account cannot change before its end. */
  person(accountId: string, connection?: Connection): Promise<Person | null>
  /** E-mail and language of the person. Null for an unknown id. */
  addressOf(accountId: string): Promise<{ email: string; langKey: string } | null>
  /**
   * Suspending and closing end every session of the account; live tokens end within 5 seconds. With `onlyFrom`, an account in another state
   * stays unchanged.
   */
  setState(tx: Transaction, change: StateChange): Promise<void>
  /** Accounts that were closed before a moment, in that order, a page at a time. */
  closedAccounts(connection: Connection, page: ClosedPage): Promise<ClosedAccount[]>
  /** Null for an open account. The account is not opened or closed before the end of the transaction. */
  closedAt(tx: Transaction, accountId: string): Promise<Date | null>
  /** Ends every session of the account, so that no token outlives a change of role. */
  setAuthorities(tx: Transaction, accountId: string, authorities: readonly Authority[], actor: AuditActor): Promise<void>
}
