/** Changed fields of an audit entry, from its values before and after. */
import type { AuditEntry } from '@tunjo/contract/audit-trail'
import type { AuditValue } from '../../../platform/audit/index.ts'

type Change = AuditEntry['changes'][number]

export function changesOf(before: AuditValue, after: AuditValue): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  // The values after a change contain every changed field: a missing one is unchanged.
  const names = is.size > 0 ? [...is.keys()] : [...was.keys()]
  return names.flatMap((field) => {
    const change = { field, before: was.get(field) ?? null, after: is.get(field) ?? null }
    return change.before === change.after ? [] : [change]
  })
}

/** `filter.text` for a value inside another; a list is one value. */
function fieldsOf(value: AuditValue, path = ''): Map<string, string> {
  if (value === null) return new Map(path === '' ? [] : [[path, '—']])
  if (typeof value !== 'object') return new Map([[path || 'value', String(value)]])
  if (isList(value)) return new Map([[path || 'value', value.map(textOf).join(', ')]])
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => (inner === undefined ? [] : [...fieldsOf(inner, path ? `${path}.${name}` : name)])),
  )
}

const isList = (value: object): value is readonly AuditValue[] => Array.isArray(value)
const textOf = (value: AuditValue): string => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value))
