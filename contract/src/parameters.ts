/** Code lists for the forms. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

const listItem = z.object({ id: z.int(), name: z.string() })

export const parameters = {
  banks: endpoint({
    method: 'GET',
    path: '/payment/api/parameters/banks',
    role: 'SIGNED_IN',
    summary: 'Colombian banks for bank accounts; id 1 is AV Villas, the default of the form',
    response: z.array(listItem),
    errors: [],
  }),
}
