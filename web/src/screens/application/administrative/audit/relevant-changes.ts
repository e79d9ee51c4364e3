/** Relevant changes of an audit entry: a search records every filter, and unused filters are left out. */
import type { AuditEntry } from '@tunjo/contract/audit-trail'

type Change = AuditEntry['changes'][number]

const FILTER = 'filter.'
/** Values that list calls send for an unused filter. */
const OPEN: ReadonlySet<string | null> = new Set(['', '-1', '—', null])

export const relevantChanges = (changes: readonly Change[]): Change[] =>
  changes
    .filter(({ field, after }) => !(field.startsWith(FILTER) && OPEN.has(after)))
    .map((change) => ({ ...change, field: change.field.startsWith(FILTER) ? change.field.slice(FILTER.length) : change.field }))
