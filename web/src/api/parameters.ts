/** Code lists of the forms. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { parameters } from '@tunjo/contract/parameters'
import { send } from './transport.ts'

const calls = client(parameters, send)
/** They change only with a release of the product. */
const staleTime = Number.POSITIVE_INFINITY

export const banksQuery = queryOptions({
  queryKey: ['parameters', 'banks'],
  queryFn: ({ signal }) => calls.banks({}, { signal }),
  staleTime,
})

/** Numbers of the lists (API-01). */
const LISTS = {
  identificationTypes: 2,
  occupations: 4,
  economicActivities: 5,
  irregularities: 7,
  financialAlerts: 8,
  natureLabels: 9,
} as const

export const codesQuery = (list: keyof typeof LISTS) =>
  queryOptions({
    queryKey: ['parameters', 'codes', list],
    queryFn: ({ signal }) => calls.codes({ query: { id: LISTS[list] } }, { signal }),
    staleTime,
  })
export const departmentsQuery = queryOptions({
  queryKey: ['parameters', 'departments'],
  queryFn: ({ signal }) => calls.departments({}, { signal }),
  staleTime,
})
export const citiesQuery = (departmentId: number) =>
  queryOptions({
    queryKey: ['parameters', 'cities', departmentId],
    queryFn: ({ signal }) => calls.cities({ query: { id: departmentId } }, { signal }),
    staleTime,
  })
export const countriesQuery = queryOptions({
  queryKey: ['parameters', 'countries'],
  queryFn: ({ signal }) => calls.countries({}, { signal }),
  staleTime,
})
