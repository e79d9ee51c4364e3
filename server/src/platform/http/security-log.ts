/** Write the security event of a call: one log line, which the log counts. */
import type { AuditAction } from '@tunjo/contract/audit'
import type { FastifyRequest } from 'fastify'
import type { PlatformSettings } from '../process/config.ts'
import type { SecurityEvent } from '../security/security-events.ts'
import type { Unrecorded } from './guards/audit.ts'
import { truncatedNetwork } from './network.ts'
import { Refused, type Suspicion } from './refusal.ts'

export type ReportRefusal = (error: unknown, request: FastifyRequest) => void
/** The work is done by then: a customer's money does not wait for it. Outside production it is a bug that fails visibly. */
export type ReportUnrecorded = (missing: Unrecorded, request: FastifyRequest) => void

const REJECTED: ReadonlySet<string> = new Set([
  'identity.not_signed_in',
  'identity.not_authorized',
  'identity.session_expired',
  'identity.second_factor_needed',
  'access.permission_missing',
])

export interface SecurityLog {
  readonly reportRefusal: ReportRefusal
  readonly reportUnrecorded: ReportUnrecorded
}

export function createSecurityLog({ profile }: Pick<PlatformSettings, 'profile'>): SecurityLog {
  const write = (event: SecurityEvent, request: FastifyRequest, more: { accountId?: string; auditAction?: AuditAction }) => {
    const { method, routeOptions, caller } = request
    const line = {
      securityEvent: event,
      method,
      // The pattern, never the address, which may hold the token of a link.
      route: routeOptions.url ?? 'none',
      role: routeOptions.config.role ?? null,
      network: truncatedNetwork(request.ip ?? ''),
      ...more,
      accountId: caller?.accountId ?? more.accountId ?? null,
    }
    request.log.warn(line, 'security event')
  }
  return {
    reportRefusal(error, request) {
      const suspicion = suspicionOf(error, request)
      if (suspicion) write(suspicion.event, request, { accountId: suspicion.accountId })
    },
    reportUnrecorded({ call, action }, request) {
      if (profile !== 'production') throw new Error(`${call} declares the audit action ${action} and has not recorded it`)
      write('audit_missing', request, { auditAction: action })
    },
  }
}

function suspicionOf(error: unknown, { routeOptions }: FastifyRequest): Suspicion | null {
  if (!(error instanceof Refused)) return null
  if (error.suspicion) return error.suspicion
  const isOfficersCall = routeOptions.config.role === 'ROLE_ADMIN'
  return isOfficersCall && REJECTED.has(error.refusal.code) ? { event: 'officer_call_refused' } : null
}
