/** Owner guard: the account in the path must be the caller's; any other is the same 404 as an unknown id (R21, SEC-08). */
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { Caller } from '../caller.ts'
import { refuseSuspect } from '../refusal.ts'

export function checkOwner({ owner }: Endpoint, caller: Caller, params: Readonly<Record<string, string>>): void {
  if (owner && params[owner] !== caller.accountId) refuseSuspect('request.not_found', { event: 'owner_mismatch' })
}
