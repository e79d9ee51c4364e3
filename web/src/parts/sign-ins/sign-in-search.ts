/** Server query from the filters of the table. Days are whole days of Bogotá. */
import { DEVICE_KINDS, SIGN_IN_RESULTS, SIGN_IN_SORTS } from '@tunjo/contract/devices'
import type { SignInsAsked } from '../../api/sign-ins.ts'
import { endOfDay, startOfDay } from '../../ui/bogota-day.ts'
import { DAY } from '../../ui/server-table/table-address.ts'
import type { TableState } from '../../ui/server-table/table-state.ts'

export const SIGN_IN_FILTERS = { from: DAY, to: DAY, result: SIGN_IN_RESULTS, deviceKind: DEVICE_KINDS }

export function signInsAsked({ search, filters, sort }: TableState): SignInsAsked {
  return {
    from: startOfDay(filters.from),
    to: endOfDay(filters.to),
    result: SIGN_IN_RESULTS.find((result) => result === filters.result),
    deviceKind: DEVICE_KINDS.find((kind) => kind === filters.deviceKind),
    text: search.trim() || undefined,
    sort: SIGN_IN_SORTS.find((key) => key === sort?.key),
    order: sort?.direction,
  }
}
