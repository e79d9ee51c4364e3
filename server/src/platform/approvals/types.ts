import type { Permission } from '@tunjo/contract/permissions'
import type { PersonActor } from '../audit/index.ts'
import type { Connection, Transaction } from '../database.ts'
import type { ApprovalOutcome } from '../http/guards/approval.ts'
import type { StepUpDescription } from '../http/guards/step-up.ts'
import type { Caller } from '../http/route.ts'
import type { MountedModule } from '../module.ts'

/** JSON that reads the same after it was stored: no `bigint`, no `Date`. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export interface Execution {
  readonly requestId: string | null
  readonly makerId: string
  /** Who agreed. Null when no second officer was needed, or nobody was asked in an emergency. */
  readonly checkerId: string | null
  readonly reason: string
  /** Whose act this is in the audit trail: of whoever made it happen. */
  readonly actor: PersonActor
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
  /** Whether two officers are needed, by what is known now. */
  isNeeded(params: P, facts: Json): boolean
  execute(tx: Transaction, params: P, execution: Execution): Promise<R>
  /** In the words of the back-office, for whoever decides. */
  describe(connection: Connection, params: P): Promise<StepUpDescription>
}

/** Officers, as the module that knows them tells. */
export interface StaffDirectory {
  permissionsOf(connection: Connection, accountId: string): Promise<readonly Permission[]>
  officersWith(connection: Connection, permission: Permission): Promise<readonly string[]>
  /** Empty when nobody has the id. */
  emailOf(connection: Connection, accountId: string): Promise<string>
}

export type ApprovalNotice =
  | { readonly kind: 'approvals.waiting'; readonly values: { readonly title: string } }
  | { readonly kind: 'approvals.decided'; readonly values: { readonly title: string; readonly outcome: string } }
  | { readonly kind: 'approvals.review_due'; readonly values: { readonly title: string; readonly due: string } }
export type TellOfficer = (tx: Transaction, accountId: string, notice: ApprovalNotice) => Promise<void>

export interface Proposal<P> {
  readonly params: P
  readonly caller: Caller
  readonly reason: string
}

export interface Approvals extends MountedModule {
  register<P extends Json, R>(name: string, kind: ApprovalKind<P, R>): void
  /** Does it, or keeps it for a second officer when the facts ask for one. */
  perform<R>(name: string, proposal: Proposal<Json>): Promise<ApprovalOutcome<R>>
}
