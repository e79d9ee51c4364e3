/**
 * Permission guard: what an officer may do inside ROLE_ADMIN (SEC-31). Deny by default: an officer's call that names no permission is
 * refused for all.
 */
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { Caller } from '../caller.ts'
import { refuse } from '../refusal.ts'

export function checkPermission({ role, permission }: Endpoint, caller: Caller): void {
  if (role !== 'ROLE_ADMIN') return
  if (!permission || !caller.permissions?.includes(permission)) refuse('access.permission_missing', { permission: permission ?? '' })
}
