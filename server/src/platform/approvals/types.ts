/** Approvals as modules see them. */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import type { ApprovalChange } from '@tunjo/contract/approvals'
import type { NoticeFacts } from '@tunjo/contract/notice-text'
import type { Permission } from '@tunjo/contract/permissions'
import type { PersonActor } from '../audit/index.ts'
import type { Connection, Transaction } from '../database.ts'
import type { ApprovalOutcome } from '../http/guards/approval.ts'
import type { Caller } from '../http/route.ts'
import type { Operation } from '../idempotency.ts'
import type { MountedModule } from '../module.ts'
import type { Refusal } from '../refusal.ts'

/** JSON that reads the same after it was stored: no `bigint`, no `Date`. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export interface Execution {
  readonly requestId: string | null
  readonly makerId: string
  /** Who agreed. Null when no second officer was needed, or nobody was asked in an emergency. */
  readonly checkerId: string | null
  readonly reason: string
  /** What the second officer wrote. */
  readonly note: string | null
  /** Whose act this is in the audit trail: of whoever made it happen. */
  readonly actor: PersonActor
}

export interface RequestStep {
  readonly to: 'proposed' | 'refused' | 'withdrawn' | 'expired' | 'execution_failed'
  /** Null: time did it. */
  readonly by: string | null
  readonly note: string | null
  readonly at: Date
}

/** Of a kind that the law forbids to tell of (tipping-off). */
export interface Confidential {
  /** Whoever lacks it is told the same as of a request that never was, in requests and in the audit trail. */
  readonly permission: Permission
  /** Type of the object in the audit trail whose id is the target. */
  readonly objectType: string
  /** Targets about this officer, who learns of none of them whatever they may see. */
  targetsAbout(connection: Connection, accountId: string): Promise<readonly string[]>
}

/** What is kept from one officer. */
export interface HiddenRequests {
  readonly kinds: readonly { readonly kind: ApprovalKindName; readonly objectType: string }[]
  readonly targets: readonly { readonly kind: ApprovalKindName; readonly objectType: string; readonly target: string }[]
}

/** What a module registers for a kind of request. */
export interface ApprovalKind<P, R> {
  /** Needed to propose it and, with `approvals.decide`, to decide it. */
  readonly permission: Permission
  /** Of the params that were stored: a row of an older version must not reach `execute` unread. */
  parse(params: unknown): P
  /** One open request for each. */
  target(params: P): string
  /** The person concerned, when there is one. */
  subjectId(params: P): string | null
  /**
   * The facts that the decision rests on, locked for the rest of the transaction. Refuses what cannot be done. Looked at again before
   * the execution: when they are others, or there is a refusal, the request goes back to its maker.
   */
  facts(tx: Transaction, params: P): Promise<Json>
  /** With it nobody breaks the glass: what follows could not be brought back, or would let one officer make themselves two. */
  readonly isNeverAlone?: true
  /** Of a kind that one officer may execute in an emergency: why not this request. */
  checkAlone?(connection: Connection, params: P): Promise<Refusal | null>
  /** What brings back what one officer executed in an emergency, from the lines that were decided; null when nothing does. */
  reversal?(params: P, changes: readonly ApprovalChange[]): P | null
  /** Whether two officers are needed, by what is known now: asked once, when it is proposed, under the locks of the facts. */
  isNeeded(params: P, facts: Json, asked: { readonly tx: Transaction; readonly makerId: string }): boolean | Promise<boolean>
  execute(tx: Transaction, params: P, execution: Execution): Promise<R>
  /** For whoever decides, in the words of the back-office. Kept with the request: no personal data. */
  changes(params: P, facts: Json): readonly ApprovalChange[]
  /** The person concerned where the request must not name them, since others read it: asked whenever somebody acts, kept nowhere. */
  concerned?(connection: Connection, params: P): Promise<string | null>
  /** The thing itself moves with its request: when it is proposed, and when it ends without being executed. In the same transaction. */
  follow?(tx: Transaction, params: P, step: RequestStep): Promise<void>
  /**
   * The request has no subject, and what officers write about it is kept by the module alone, sealed: `follow` and `execute` are handed it,
   * and neither the request nor the audit trail has it. Never without a second officer.
   */
  readonly confidential?: Confidential
  /** An officer whom it is about learns neither of the request nor of what the audit trail says of the thing. */
  readonly keptFromSubject?: Omit<Confidential, 'permission'>
  /** Of whoever would approve, beside what holds for every kind: say, that they wrote what is decided. */
  checkDecider?(connection: Connection, params: P, officerId: string): Promise<Refusal | null>
  /** Whom it is about, where that is no account yet: read from what is sealed in the params whenever it is shown, and kept nowhere. */
  about?(params: P): readonly ApprovalChange[]
}

/** Officers, as the module that knows them tells. */
export interface StaffDirectory {
  permissionsOf(connection: Connection, accountId: string): Promise<readonly Permission[]>
  officersWith(connection: Connection, permission: Permission): Promise<readonly string[]>
  /** Empty when nobody has the id. */
  emailOf(connection: Connection, accountId: string): Promise<string>
}

type ApprovalNotice = Extract<NoticeFacts, { kind: `approvals.${string}` }>
export type TellOfficer = (tx: Transaction, accountId: string, notice: ApprovalNotice) => Promise<void>

export interface Proposal<P> {
  readonly params: P
  readonly caller: Caller
  /** Null: the call had no idempotency key. */
  readonly operation: Operation | null
  readonly reason: string
}

export interface Approvals extends MountedModule {
  register<P extends Json, R>(name: ApprovalKindName, kind: ApprovalKind<P, R>): void
  /** Does it, or keeps it for a second officer when the facts ask for one. */
  perform<R>(name: ApprovalKindName, proposal: Proposal<Json>): Promise<ApprovalOutcome<R>>
  /** Which of the targets somebody has asked for already. */
  waitingTargets(connection: Connection, name: ApprovalKindName, targets: readonly string[]): Promise<ReadonlySet<string>>
  /** Requests from before there were seals: once, at the first start after the upgrade. */
  sealOldRows(): Promise<void>
  /** Also of what the audit trail says about them. */
  hiddenFrom(connection: Connection, officer: Pick<Caller, 'accountId' | 'permissions'>): Promise<HiddenRequests>
}
