/** Management calls for operators. `info` contains only the profile (SEC-17). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

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
    role: 'PUBLIC',
    summary: 'Whether this process can serve: 200 when the database answers, 503 otherwise',
    response: z.object({ status: z.literal('UP') }),
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
