/** Facts of a security notice: when, from where, and until when withdrawals wait: as a notice says them. */
import { dateForPeople } from '../../../platform/date-for-people.ts'

export const changeFacts = (at: Date, place: string, until: Date) => ({ when: dateForPeople(at), place, until: dateForPeople(until) })
