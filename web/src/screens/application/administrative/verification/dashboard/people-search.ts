/** Server query from the filters in the address. */
import { ASSIGNMENTS, NOVELTIES, REVIEW_STATES, RISKS, TIMES } from '@tunjo/contract/compliance-people'
import { PERSON_KINDS } from '@tunjo/contract/compliance-person'
import type { PeopleAsked } from '../../../../../api/people.ts'
import type { TableShape } from '../../../../../ui/server-table/table-address.ts'
import type { TableState } from '../../../../../ui/server-table/table-state.ts'

export const LEVELS = [1, 2, 3] as const
export const ALERTS = ['No', 'Si'] as const

export const PEOPLE_SHAPE: TableShape = {
  filters: {
    idUser: /^[\w-]{1,64}$/,
    type: PERSON_KINDS,
    level: LEVELS.map(String),
    alert: ALERTS,
    risk: RISKS,
    novelty: NOVELTIES,
    state: REVIEW_STATES,
    time: TIMES,
    assigned: ASSIGNMENTS,
  },
  sorts: [],
  pageSizes: [50, 25, 100],
  hasViews: true,
}

export function peopleAsked({ search, filters }: TableState): PeopleAsked {
  const oneOf = <V extends string>(values: readonly V[], key: string) => values.find((value) => value === filters[key]) ?? -1
  return {
    document: search.trim().slice(0, 20),
    idUser: filters.idUser ?? '',
    type: oneOf(PERSON_KINDS, 'type'),
    level: LEVELS.find((level) => String(level) === filters.level) ?? -1,
    alert: oneOf(ALERTS, 'alert'),
    risk: oneOf(RISKS, 'risk'),
    novelty: oneOf(NOVELTIES, 'novelty'),
    state: oneOf(REVIEW_STATES, 'state'),
    time: oneOf(TIMES, 'time'),
    assigned: oneOf(ASSIGNMENTS, 'assigned'),
  }
}
