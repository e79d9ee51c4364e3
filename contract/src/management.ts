/** Management calls for operators. `info` contains only the profile (SEC-17). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

const HealthCheck = z.object({
  name: z.string(),
  state: z.enum(['ok', 'failing']),
  /** Whether a failure of it alone makes this process not ready. */
  required: z.boolean(),
  reason: z.string().nullable(),
  measured: z.number().nullable(),
  limit: z.number().nullable(),
})

export const management = {
  info: endpoint({
    method: 'GET',
    path: '/management/info',
    role: 'PUBLIC',
    summary: 'Active profile, for the ribbon of the page',
    response: z.object({ 'display-ribbon-on-profiles': z.string(), activeProfiles: z.array(z.string()) }),
    errors: [],
  }),
  health: endpoint({
    method: 'GET',
    path: '/management/health',
    role: 'MACHINE',
    summary: 'Whether this process can serve: 200 when the database answers, 503 otherwise',
    response: z.object({ status: z.literal('UP') }),
    errors: ['server.unavailable'],
  }),
  live: endpoint({
    method: 'GET',
    path: '/management/live',
    role: 'MACHINE',
    summary: 'Liveness: the event loop of this process answers, whatever happened to the database, the chain or a provider',
    response: z.object({ status: z.literal('live') }),
    errors: [],
  }),
  ready: endpoint({
    method: 'GET',
    path: '/management/ready',
    role: 'MACHINE',
    summary: 'Readiness: 503 with the same body while a load balancer should send no calls here. Details for callers of the metrics only',
    response: z.object({
      /** `degraded`: a check fails that no other process would pass either. Only callers with the details receive it. */
      status: z.enum(['ready', 'degraded', 'not_ready']),
      checks: z.array(HealthCheck).optional(),
    }),
    errors: ['server.unavailable'],
  }),
  prometheus: endpoint({
    method: 'GET',
    path: '/management/prometheus',
    role: 'MACHINE',
    summary: 'Metrics, for callers on this machine or with the metrics token',
    answer: 'text',
    response: z.string(),
    errors: ['request.not_found'],
  }),
}
