/** Server query from the filters of the table. */
import { ACCOUNT_STATE, authority } from '@tunjo/contract/identity'
import { USER_SORTS } from '@tunjo/contract/reports'
import type { UsersAsked } from '../../../../api/reports.ts'
import type { TableState } from '../../../../ui/server-table/table-state.ts'

export const ROLES = authority.options
export const STATES = Object.values(ACCOUNT_STATE)

export function usersAsked({ search, filters, sort }: TableState): UsersAsked {
  return {
    role: ROLES.find((role) => role === filters.role),
    state: STATES.find((state) => String(state) === filters.state),
    text: search.trim() || undefined,
    sort: USER_SORTS.find((key) => key === sort?.key),
    order: sort?.direction,
  }
}
