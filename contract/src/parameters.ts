/** Code lists for the forms. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const ListItem = z.object({ id: z.int(), name: z.string() })

export const parameters = {
  banks: endpoint({
    method: 'GET',
    path: '/payment/api/parameters/banks',
    role: 'SIGNED_IN',
    summary: 'Colombian banks for bank accounts; id 1 is AV Villas, the default of the form',
    response: z.array(ListItem),
    errors: [],
  }),
  codes: endpoint({
    method: 'GET',
    path: '/api/parameters/codes-admon/',
    role: 'SIGNED_IN',
    summary: 'A code list: 2 identification types, 3 account types, 4 occupations, 5 economic activities, 7 to 9 labels of the back-office',
    query: z.object({ id: z.coerce.number().int().min(0).max(1_000) }),
    response: z.array(ListItem.extend({ code: z.string().nullable() })),
    errors: ['parameters.list_unknown', 'request.invalid'],
  }),
  departments: endpoint({
    method: 'GET',
    path: '/api/parameters/departments',
    role: 'SIGNED_IN',
    summary: 'The 33 departments of Colombia (DIVIPOLA); id 1 is Bogotá, the default of the form',
    response: z.array(ListItem),
    errors: [],
  }),
  cities: endpoint({
    method: 'GET',
    path: '/api/parameters/department/cities',
    role: 'SIGNED_IN',
    summary: 'Municipalities of a department (DIVIPOLA)',
    query: z.object({ id: z.coerce.number().int().min(0).max(100_000) }),
    response: z.array(ListItem),
    errors: ['parameters.department_unknown', 'request.invalid'],
  }),
  countries: endpoint({
    method: 'GET',
    path: '/api/parameters/countries',
    role: 'SIGNED_IN',
    summary: 'Extension: countries in Spanish by their ISO 3166-1 alpha-2 code',
    response: z.array(z.object({ code: z.string(), name: z.string() })),
    errors: [],
  }),
}
