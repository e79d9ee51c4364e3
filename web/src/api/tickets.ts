/** State of a contact form ticket. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { tickets } from '@tunjo/contract/tickets'
import { send } from './transport.ts'

const calls = client({ status: tickets.status }, send)

export const TICKET_UNKNOWN = 'notifications.ticket_not_found'

export const ticketQuery = (token: string) =>
  queryOptions({
    queryKey: ['ticket', token],
    queryFn: ({ signal }) => calls.status({ body: { token } }, { signal }),
    meta: { explains: TICKET_UNKNOWN },
  })
