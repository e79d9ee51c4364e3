/** Writes the security event of a refusal: one log line and one count. */
import type { FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
import { Refused, type Suspicion } from '../refusal.ts'
import { truncatedNetwork } from './network.ts'

export type ReportRefusal = (error: unknown, request: FastifyRequest) => void

const NOT_LET_IN: ReadonlySet<string> = new Set([
  'identity.not_signed_in',
  'identity.not_authorized',
  'identity.session_expired',
  'identity.second_factor_needed',
  'access.permission_missing',
])

export function createSecurityLog(metrics: Pick<Metrics, 'securityEvent'> | undefined): ReportRefusal {
  return (error, request) => {
    const suspicion = suspicionOf(error, request)
    if (!suspicion) return
    metrics?.securityEvent(suspicion.event)
    const { method, routeOptions, caller, id: requestId } = request
    const line = {
      securityEvent: suspicion.event,
      requestId,
      method,
      // The pattern, never the address: that may hold the token of a link.
      route: routeOptions.url ?? 'none',
      role: routeOptions.config.role ?? null,
      accountId: caller?.accountId ?? suspicion.accountId ?? null,
      network: truncatedNetwork(request.ip ?? ''),
    }
    request.log.warn(line, 'security event')
  }
}

function suspicionOf(error: unknown, { routeOptions }: FastifyRequest): Suspicion | null {
  if (!(error instanceof Refused)) return null
  if (error.suspicion) return error.suspicion
  const isOfficersCall = routeOptions.config.role === 'ROLE_ADMIN'
  return isOfficersCall && NOT_LET_IN.has(error.refusal.code) ? { event: 'officer_call_refused' } : null
}
