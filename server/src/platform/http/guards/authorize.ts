/**
 * Authorization: which callers may make a call (R22, SEC-06). Checked by the mount before the body is read, and by code that answers for a
 * call before it is made.
 */
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { Caller } from '../caller.ts'
import { refuse } from '../refusal.ts'
import { checkOwner } from './owner.ts'
import { checkPermission } from './permission.ts'
import { checkRole } from './role.ts'

export const OPEN_ROLES: ReadonlySet<Endpoint['role']> = new Set(['PUBLIC', 'MACHINE', 'DEMO'])

export function authorize(endpoint: Endpoint, caller: Caller | null, params: Readonly<Record<string, string>>): void {
  if (OPEN_ROLES.has(endpoint.role)) return
  if (!caller) refuse('identity.not_signed_in')
  checkRole(endpoint, caller)
  checkPermission(endpoint, caller)
  checkOwner(endpoint, caller, params)
}
