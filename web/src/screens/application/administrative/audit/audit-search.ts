/** Server query from the filters of the address. Days are days in Bogotá. */
import { AUDIT_ACTION_NAMES } from '@tunjo/contract/audit-trail'
import type { AuditAsked } from '../../../../api/audit-trail.ts'
import { endOfDay, startOfDay } from '../../../../ui/bogota-day.ts'
import type { TableShape } from '../../../../ui/server-table/table-address.ts'
import type { TableState } from '../../../../ui/server-table/table-state.ts'

const NAME = /^\S{1,254}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

export const SHAPE: TableShape = {
  filters: { person: NAME, officer: NAME, action: [...AUDIT_ACTION_NAMES], only: ['changes'], from: DAY, to: DAY },
  sorts: [],
  pageSizes: [50],
}

export function auditAsked({ filters }: TableState): AuditAsked {
  const { person, officer, only, from, to } = filters
  const action = AUDIT_ACTION_NAMES.find((one) => one === filters.action)
  return {
    ...(person ? { person } : {}),
    ...(officer ? { officer } : {}),
    ...(action ? { action } : {}),
    ...(only === 'changes' ? { only } : {}),
    ...(from ? { from: startOfDay(from) } : {}),
    ...(to ? { to: endOfDay(to) } : {}),
  }
}
