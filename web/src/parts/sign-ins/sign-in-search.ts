/** From the filters of the table to what the server is asked. Days are those of Bogotá, whole. */
import { DEVICE_KINDS, SIGN_IN_RESULTS, SIGN_IN_SORTS } from '@tunjo/contract/devices'
import type { SignInsAsked } from '../../api/sign-ins.ts'
import { DAY } from '../../ui/server-table/table-address.ts'
import type { TableState } from '../../ui/server-table/table-state.ts'

/** Colombia keeps one offset the whole year. */
const OFFSET = '-05:00'

export const SIGN_IN_FILTERS = { from: DAY, to: DAY, result: SIGN_IN_RESULTS, deviceKind: DEVICE_KINDS }

export function signInsAsked({ search, filters, sort }: TableState): SignInsAsked {
  return {
    from: instant(filters.from, '00:00:00.000'),
    to: instant(filters.to, '23:59:59.999'),
    result: SIGN_IN_RESULTS.find((result) => result === filters.result),
    deviceKind: DEVICE_KINDS.find((kind) => kind === filters.deviceKind),
    text: search.trim() || undefined,
    sort: SIGN_IN_SORTS.find((key) => key === sort?.key),
    order: sort?.direction,
  }
}

/** Undefined without a day. */
function instant(day: string | undefined, time: string): string | undefined {
  const date = new Date(`${day}T${time}${OFFSET}`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
