/** Who may make a call. Asked by the mount before the body is read, and by whoever answers for a call before it is made. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import { refuse } from '../refusal.ts'
import type { Authority, Caller } from './route.ts'

const AUTHORITY_OF_ROLE: Partial<Record<Endpoint['role'], Authority>> = { ROLE_USER: 'ROLE_USER', ROLE_ADMIN: 'ROLE_ADMIN' }
export const OPEN_ROLES: ReadonlySet<Endpoint['role']> = new Set(['PUBLIC', 'PROVIDER', 'DEMO'])

export function authorize(endpoint: Endpoint, caller: Caller | null, params: Readonly<Record<string, string>>): void {
  if (OPEN_ROLES.has(endpoint.role)) return
  if (!caller) refuse('identity.not_signed_in')
  const needed = AUTHORITY_OF_ROLE[endpoint.role]
  if (needed && !caller.authorities.includes(needed))
    refuse(caller.withheld?.includes(needed) ? 'identity.second_factor_needed' : 'identity.not_authorized')
  if (endpoint.owner && params[endpoint.owner] !== caller.accountId) refuse('request.not_found')
}
