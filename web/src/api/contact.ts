/** The contact form's call, and the state of a request that was sent. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { notifications } from '@tunjo/contract/notifications'
import { tickets } from '@tunjo/contract/tickets'
import { send } from './transport.ts'

const calls = client({ contact: notifications.contact, status: tickets.status }, send)

export interface ContactMessage {
  sender: string
  subject: string
  message: string
}
export interface SentTicket {
  ticket: string
  /** Our page with its state. */
  statusPath: string
}

export const sendContact = (message: ContactMessage): Promise<SentTicket> => calls.contact({ body: message })

export const ticketQuery = (token: string) =>
  queryOptions({
    queryKey: ['ticket', token],
    queryFn: ({ signal }) => calls.status({ body: { token } }, { signal }),
  })
