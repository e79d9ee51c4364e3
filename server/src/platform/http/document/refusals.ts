/** Refusal codes of a call: those its contract names, and those its guards add. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import { ERRORS, type ErrorCode } from '@tunjo/contract/errors'
import { OPEN_ROLES } from '../guards/authorize.ts'

const OF_TRAITS: readonly (readonly [has: (endpoint: Endpoint) => unknown, codes: readonly ErrorCode[]])[] = [
  [() => true, ['request.too_many']],
  [({ role }) => !OPEN_ROLES.has(role), ['identity.not_signed_in', 'identity.session_expired']],
  [({ role }) => role === 'ROLE_USER' || role === 'ROLE_ADMIN', ['identity.not_authorized', 'identity.second_factor_needed']],
  [({ permission }) => permission, ['access.permission_missing']],
  [({ owner }) => owner, ['request.not_found']],
  [({ params, query, body, upload, bytes }) => params ?? query ?? body ?? upload ?? bytes, ['request.invalid']],
  [({ body, upload }) => body && !upload, ['request.malformed_json']],
  [({ body, upload, bytes }) => body ?? upload ?? bytes, ['request.too_large', 'request.unsupported_media_type']],
  [({ idempotent }) => idempotent, ['request.idempotency_key_invalid', 'request.idempotency_key_reused']],
  [({ money }) => money, ['request.duplicate', 'request.idempotency_key_invalid', 'request.idempotency_key_reused']],
  [({ stepUp }) => stepUp, ['identity.step_up_required', 'identity.step_up_invalid']],
]

/** Codes by status, in the order of the statuses. */
export function refusalsOf(endpoint: Endpoint): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = new Set([...endpoint.errors, ...OF_TRAITS.flatMap(([has, ofTrait]) => (has(endpoint) ? ofTrait : []))])
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of [...codes].sort((one, other) => ERRORS[one] - ERRORS[other]))
    byStatus.set(ERRORS[code], [...(byStatus.get(ERRORS[code]) ?? []), code])
  return byStatus
}
