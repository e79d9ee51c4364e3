/** Composition of parameters: lists that forms choose from, read once. */
import { TYPED_ALERTS } from '@tunjo/contract/alert-kinds'
import { parameters as contract } from '@tunjo/contract/parameters'
import { refuse } from '../../../platform/http/refusal.ts'
import { implement } from '../../../platform/http/route.ts'
import { BANKS } from './banks.ts'
import { CODE_LIST, readCodeLists } from './code-lists.ts'
import { readCountries, readCountryCodes } from './countries.ts'
import { readDivipola } from './divipola.ts'
import { IDENTIFICATION_TYPES } from './identification-types.ts'
import type { Parameters } from './types.ts'

export function createParameters(): Parameters {
  const banks = byId(BANKS)
  const lists = readCodeLists()
  const departments = byId(readDivipola())
  const cities = byId([...departments.values()].flatMap((department) => department.cities))
  const identificationTypes = byId(IDENTIFICATION_TYPES)
  const occupations = byId(lists.get(CODE_LIST.occupations) ?? [])
  const activities = byId(lists.get(CODE_LIST.economicActivities) ?? [])
  const activityCodes = new Map([...activities.values()].map((activity) => [activity.code, activity]))
  const natureLabels = byId(lists.get(9) ?? [])
  const alertTypes = new Map(Object.entries(TYPED_ALERTS).map(([alertId, list]) => [Number(alertId), byId(lists.get(list) ?? [])]))
  const countries = readCountries()
  const countryNames = new Map(countries.map(({ code, name }) => [code, name]))

  return {
    name: 'parameters',
    banks: BANKS,
    bank: (id) => banks.get(id) ?? null,
    identificationType: (id) => identificationTypes.get(id) ?? null,
    department: (id) => departments.get(id) ?? null,
    city: (id) => cities.get(id) ?? null,
    alertType: (alertId, typeId) => alertTypes.get(alertId)?.get(typeId) ?? null,
    natureLabel: (id) => natureLabels.get(id) ?? null,
    occupation: (id) => occupations.get(id) ?? null,
    economicActivity: (id) => activities.get(id) ?? null,
    economicActivityOfCode: (code) => activityCodes.get(code) ?? null,
    countryName: (code) => countryNames.get(code) ?? null,
    countryCode: readCountryCodes(),
    routes: implement(contract, {
      banks: async () => BANKS.map(named),
      codes: async ({ query }) => [...(lists.get(query.id) ?? refuse('parameters.list_unknown'))],
      departments: async () => [...departments.values()].map(named),
      cities: async ({ query }) => (departments.get(query.id) ?? refuse('parameters.department_unknown')).cities.map(named),
      countries: async () => [...countries],
    }),
  }
}

const byId = <T extends { readonly id: number }>(items: readonly T[]): ReadonlyMap<number, T> =>
  new Map(items.map((item) => [item.id, item]))
const named = ({ id, name }: { id: number; name: string }) => ({ id, name })
