/** Facts of a security notice, in the notice's format: time, place, and the end of the withdrawal cooldown. */
import { formatDateTime } from '../../../../platform/time/format-date.ts'

export const changeFacts = (at: Date, place: string, until: Date) => ({ when: formatDateTime(at), place, until: formatDateTime(until) })
