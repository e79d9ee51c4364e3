/** Which fields of an entry are worth a line: a search lists every filter, and those that were left open say nothing. */
import type { AuditEntry } from '@tunjo/contract/audit-trail'

type Change = AuditEntry['changes'][number]

const FILTER = 'filter.'
/** How calls of lists write that a filter is left open. */
const OPEN: ReadonlySet<string | null> = new Set(['', '-1', '—', null])

export const shownChanges = (changes: readonly Change[]): Change[] =>
  changes
    .filter(({ field, after }) => !(field.startsWith(FILTER) && OPEN.has(after)))
    .map((change) => ({ ...change, field: change.field.startsWith(FILTER) ? change.field.slice(FILTER.length) : change.field }))
