/** Public types of approvals. */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import type { ApprovalChange } from '@tunjo/contract/approvals'
import type { NoticeFacts } from '@tunjo/contract/notice-text'
import type { Permission } from '@tunjo/contract/permissions'
import type { PersonActor } from '../audit/index.ts'
import type { Connection, Transaction } from '../database/database.ts'
import type { Operation } from '../database/idempotency.ts'
import type { ApprovalOutcome } from '../http/guards/approval.ts'
import type { Refusal } from '../http/refusal.ts'
import type { Caller } from '../http/route.ts'
import type { MountedModule } from '../module.ts'
import type { Catalogue } from '../phrases/catalogue.ts'

/** JSON that is unchanged after it was stored: no `bigint`, no `Date`. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export interface Execution {
  readonly requestId: string | null
  readonly makerId: string
  /** Checker. Null when no second officer was needed, or in an emergency. */
  readonly checkerId: string | null
  readonly reason: string
  /** Note of the second officer. */
  readonly note: string | null
  /** Actor in the audit trail: the person whose call executed it. */
  readonly actor: PersonActor
}

export interface RequestStep {
  readonly to: 'proposed' | 'refused' | 'withdrawn' | 'expired' | 'execution_failed'
  /** Null when it expired. */
  readonly by: string | null
  readonly note: string | null
  readonly at: Date
}

/** Confidentiality of a kind that the law forbids to disclose (tipping-off). */
export interface Confidential {
  /** An officer without it gets the same refusal as for a request that never existed, in requests and in the audit trail. */
  readonly permission: Permission
  /** Type of the object in the audit trail whose id is the target. */
  readonly objectType: string
  /** Targets about this officer, hidden from them whatever permissions they hold. */
  targetsAbout(connection: Connection, accountId: string): Promise<readonly string[]>
}

/** Requests that are hidden from one officer. */
export interface HiddenRequests {
  readonly kinds: readonly { readonly kind: ApprovalKindName; readonly objectType: string }[]
  readonly targets: readonly { readonly kind: ApprovalKindName; readonly objectType: string; readonly target: string }[]
}

/** Kind of request, as a module registers it. */
export interface ApprovalKind<P, R> {
  /** Needed to propose it and, with `approvals.decide`, to decide it. */
  readonly permission: Permission
  /** Parses stored params: a row of an older version must not reach `execute` unchecked. */
  parse(params: unknown): P
  /** At most one open request per target. */
  target(params: P): string
  /** The person concerned, when there is one. */
  subjectId(params: P): string | null
  /**
   * The facts that the decision depends on, locked for the rest of the transaction. Refuses what cannot be done. Read again before the
   * execution: when they changed, or there is a refusal, the request goes back to its maker.
   */
  facts(tx: Transaction, params: P): Promise<Json>
  /** Forbids breaking the glass: the effects could not be reversed, or would let one officer act as two. */
  readonly isNeverAlone?: true
  /** Why this request may not be executed by one officer in an emergency; for kinds that allow it. */
  checkAlone?(connection: Connection, params: P): Promise<Refusal | null>
  /** Params of the reversal of what one officer executed in an emergency, from the lines that were decided; null when there is none. */
  reversal?(params: P, changes: readonly ApprovalChange[]): P | null
  /** Whether two officers are needed, by the current facts: evaluated once, when it is proposed, under the locks of the facts. */
  isNeeded(params: P, facts: Json, asked: { readonly tx: Transaction; readonly makerId: string }): boolean | Promise<boolean>
  execute(tx: Transaction, params: P, execution: Execution): Promise<R>
  /** Lines for the deciding officer. Stored with the request, sealed, in the default language: no personal data. */
  changes(params: P, facts: Json): readonly ApprovalChange[]
  /** Phrases of the lines, for officers who read another language. */
  readonly words?: Catalogue
  /** The person concerned where the request must not name them, since others read it: evaluated at each action, never stored. */
  concerned?(connection: Connection, params: P): Promise<string | null>
  /** Move the state of the target with its request: when it is proposed, and when it ends without execution. In the same transaction. */
  follow?(tx: Transaction, params: P, step: RequestStep): Promise<void>
  /**
   * The request has no subject, and the module alone stores what officers write about it, sealed: `follow` and `execute` receive the text,
   * neither the request nor the audit trail has it. Always needs a second officer.
   */
  readonly confidential?: Confidential
  /** Hides the request, and the audit entries of its target, from the officer who is its subject. */
  readonly keptFromSubject?: Omit<Confidential, 'permission'>
  /** Additional check of the officer who would approve, for example that they are not the author of what is decided. */
  checkDecider?(connection: Connection, params: P, officerId: string): Promise<Refusal | null>
  /** Person concerned who has no account yet: read from the sealed params each time it is shown, never stored. */
  about?(params: P): readonly ApprovalChange[]
}

/** Directory of officers, implemented by the staff module. */
export interface StaffDirectory {
  permissionsOf(connection: Connection, accountId: string): Promise<readonly Permission[]>
  officersWith(connection: Connection, permission: Permission): Promise<readonly string[]>
  /** Empty when the id is unknown. */
  emailOf(connection: Connection, accountId: string): Promise<string>
}

type ApprovalNotice = Extract<NoticeFacts, { kind: `approvals.${string}` }>
export type NotifyOfficer = (tx: Transaction, accountId: string, notice: ApprovalNotice) => Promise<void>

export interface Proposal<P> {
  readonly params: P
  readonly caller: Caller
  /** Null when the call had no idempotency key. */
  readonly operation: Operation | null
  readonly reason: string
}

export interface Approvals extends MountedModule {
  register<P extends Json, R>(name: ApprovalKindName, kind: ApprovalKind<P, R>): void
  /** Execute it, or store it for a second officer when the facts require one. */
  perform<R>(name: ApprovalKindName, proposal: Proposal<Json>): Promise<ApprovalOutcome<R>>
  /** Subset of the targets that have an open request. */
  waitingTargets(connection: Connection, name: ApprovalKindName, targets: readonly string[]): Promise<ReadonlySet<string>>
  /** Seal requests from before seals existed: once, at the first start after the upgrade. */
  sealOldRows(): Promise<void>
  /** Requests hidden from this officer, and audit entries about them. */
  hiddenFrom(connection: Connection, officer: Pick<Caller, 'accountId' | 'permissions'>): Promise<HiddenRequests>
}
