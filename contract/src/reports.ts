/** Lists of all people for officers, and a person's own data (ID-07, ID-08, ID-09). */
import * as z from 'zod'
import { PageQuery, SignInFilters, SignInRow } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { accountState, authority } from './identity.ts'

export const UserRow = z.object({
  id: z.uuid(),
  email: z.string(),
  authorities: z.array(authority),
  createdAt: z.iso.datetime(),
  lastSignInAt: z.iso.datetime().nullable(),
  state: accountState,
})
export type UserRow = z.infer<typeof UserRow>

export const USER_SORTS = ['email', 'createdAt', 'lastSignInAt', 'state'] as const
export const UserFilters = z.object({
  role: authority.optional(),
  state: z
    .codec(z.enum(['1', '2', '3', '4']), accountState, {
      decode: (text) => accountState.parse(Number(text)),
      encode: (state) => `${state}` as const,
    })
    .optional(),
  /** Part of the e-mail, or the whole id. */
  text: z.string().max(100).optional(),
  sort: z.enum(USER_SORTS).default('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
})
/** With the person's id and their device's id; the device is known only for a successful sign-in. */
export const PersonSignIn = SignInRow.omit({ session: true }).extend({ userId: z.uuid(), live: z.boolean(), deviceId: z.uuid().nullable() })
export type PersonSignIn = z.infer<typeof PersonSignIn>
export const PersonSignInFilters = SignInFilters.extend({ userId: z.string().max(64).optional() })

const page = <R extends z.ZodType>(row: R) => z.object({ results: z.array(row), total: z.int(), pagesNumber: z.int() })

export const reports = {
  users: endpoint({
    method: 'GET',
    path: '/api/administrative/users',
    role: 'ROLE_ADMIN',
    permission: 'users.read',
    summary: 'Lista de usuarios: every account',
    allowance: 'report-search',
    query: UserFilters.extend(PageQuery.shape),
    response: page(UserRow),
    errors: ['request.invalid'],
  }),
  usersCsv: endpoint({
    method: 'GET',
    path: '/api/administrative/users/csv',
    role: 'ROLE_ADMIN',
    permission: 'reports.export',
    audit: 'reports.exported',
    summary: 'The same list as CSV (semicolons, decimal comma), at most 10,000 rows; the export is recorded',
    allowance: 'report-export',
    query: UserFilters,
    answer: 'csv',
    response: z.string(),
    errors: ['request.invalid'],
  }),
  signIns: endpoint({
    method: 'GET',
    path: '/api/administrative/sign-ins',
    role: 'ROLE_ADMIN',
    permission: 'users.read',
    summary: 'Acceso al dispositivo: sign-ins of all people',
    allowance: 'report-search',
    query: PersonSignInFilters.extend(PageQuery.shape),
    response: page(PersonSignIn),
    errors: ['request.invalid'],
  }),
  signInsCsv: endpoint({
    method: 'GET',
    path: '/api/administrative/sign-ins/csv',
    role: 'ROLE_ADMIN',
    permission: 'reports.export',
    audit: 'reports.exported',
    summary: 'The same list as CSV (semicolons, decimal comma), at most 10,000 rows; the export is recorded',
    allowance: 'report-export',
    query: PersonSignInFilters,
    answer: 'csv',
    response: z.string(),
    errors: ['request.invalid'],
  }),
  myData: endpoint({
    method: 'GET',
    path: '/api/my-data',
    role: 'SIGNED_IN',
    summary: 'Everything the product keeps about the caller (Ley 1581 de 2012, art. 8), by section',
    stepUp: { binds: [] },
    response: z.object({ generatedAt: z.iso.datetime(), sections: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))) }),
    errors: [],
  }),
}
