/** How long a customer's papers are kept after the relation ended. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const retention = {
  show: endpoint({
    method: 'GET',
    path: '/api/account/retention',
    role: 'SIGNED_IN',
    summary: 'For how many years after the account is closed its documents are kept; then they are destroyed',
    response: z.object({ years: z.int() }),
    errors: [],
  }),
}
