/**
 * Audit guard: a call that declares `audit` has recorded that action, in the name of its caller, when it answers; a call that waits for a
 * second officer has recorded its proposal; one that changed nothing declares it (`audit.unchanged`). Thus the audit trail holds what the
 * contract declares.
 */
import type { AuditAction } from '@tunjo/contract/audit'
import type { Endpoint } from '@tunjo/contract/endpoint'
import { type CallEntries, collectingEntries } from '../../audit/index.ts'
import type { Caller } from '../caller.ts'
import type { Outcome } from './approval.ts'

/** Call that succeeded without its action in the trail. */
export interface Unrecorded {
  readonly call: string
  readonly action: AuditAction
}

export async function audited<T>(
  endpoint: Endpoint,
  caller: Caller | null,
  onUnrecorded: (missing: Unrecorded) => void,
  run: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (!endpoint.audit) return run()
  const { answer: outcome, ...collected } = await collectingEntries(run)
  const action = outcome.isDone ? endpoint.audit : 'approvals.proposed'
  if (!isRecorded(collected, action, caller)) onUnrecorded({ call: `${endpoint.method} ${endpoint.path}`, action })
  return outcome
}

const isRecorded = ({ entries, isUnchanged }: CallEntries, action: AuditAction, caller: Caller | null): boolean =>
  isUnchanged || entries.some((entry) => entry.action === action && (caller === null || entry.accountId === caller.accountId))
