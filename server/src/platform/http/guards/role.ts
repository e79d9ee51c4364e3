/** Role guard: requires the authority of the call's role among those of the caller (SEC-05). */
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { Authority, Caller } from '../caller.ts'
import { refuse } from '../refusal.ts'

const AUTHORITY_OF_ROLE: Partial<Record<Endpoint['role'], Authority>> = { ROLE_USER: 'ROLE_USER', ROLE_ADMIN: 'ROLE_ADMIN' }

export function checkRole({ role }: Endpoint, caller: Caller): void {
  const needed = AUTHORITY_OF_ROLE[role]
  if (needed && !caller.authorities.includes(needed))
    refuse(caller.withheld?.includes(needed) ? 'identity.second_factor_needed' : 'identity.not_authorized')
}
