/** Facts of a security notice, in the notice's format: time, place, and the end of the withdrawal hold. */
import { dateForPeople } from '../../../platform/date-for-people.ts'

export const changeFacts = (at: Date, place: string, until: Date) => ({ when: dateForPeople(at), place, until: dateForPeople(until) })
