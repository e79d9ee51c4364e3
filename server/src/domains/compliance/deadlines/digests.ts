/** Recipients of the notices, as a decision on plain values. */
import type { WorkKind } from '@tunjo/contract/deadline-kinds'
import type { WorkCounts } from '@tunjo/contract/deadline-work'

export type Threshold = 'near' | 'overdue'
export interface FoundWork {
  readonly kind: WorkKind
  readonly threshold: Threshold
  /** Account that the work is about. */
  readonly accountId: string
  readonly assigneeId: string | null
}
export type Digest = Readonly<Record<Threshold, WorkCounts>>

/**
 * Near the deadline the holder of the work is notified, or all officers with the permission while it has no holder; past it all officers
 * with the permission. An officer may be a customer too, and must not learn of work about themselves.
 */
export function digestsOf(found: readonly FoundWork[], officers: Readonly<Record<WorkKind, readonly string[]>>): Map<string, Digest> {
  const digests = new Map<string, Record<Threshold, Partial<Record<WorkKind, number>>>>()
  for (const { kind, threshold, accountId, assigneeId } of found) {
    const able = officers[kind]
    const isWarned = threshold === 'near' && assigneeId !== null && able.includes(assigneeId)
    for (const officerId of isWarned ? [assigneeId] : able) {
      if (officerId === accountId) continue
      const digest = digests.get(officerId) ?? { near: {}, overdue: {} }
      digest[threshold][kind] = (digest[threshold][kind] ?? 0) + 1
      digests.set(officerId, digest)
    }
  }
  return digests
}
