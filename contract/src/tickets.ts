/** State of a contact form message. Part of the module `notifications`; support answers from its own mailbox. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const TICKET_STATES = ['received', 'in_progress', 'answered'] as const
const ticketState = z.enum(TICKET_STATES)
export type TicketState = z.output<typeof ticketState>
/** Page of the link that is shown after sending and mailed to the sender: `/contact-us/ticket/<token>`. */
export const TICKET_PATH = '/contact-us/ticket'

const step = z.object({ state: ticketState, at: z.iso.datetime() })
export type TicketStep = z.output<typeof step>

export const TicketStatus = z.object({
  ticket: z.string(),
  state: ticketState,
  /** Oldest first, beginning with `received`. */
  steps: z.array(step),
})
export type TicketStatus = z.output<typeof TicketStatus>

export const SupportTicket = z.object({
  number: z.string(),
  /** As typed, unverified. */
  sender: z.string(),
  subject: z.string(),
  message: z.string(),
  /** Account that was signed in when it was sent. */
  accountId: z.uuid().nullable(),
  state: ticketState,
  receivedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
})
export type SupportTicket = z.output<typeof SupportTicket>

const number = z.string().max(20)

export const tickets = {
  status: endpoint({
    method: 'POST',
    path: '/api/contact/ticket',
    role: 'PUBLIC',
    summary: 'How far a ticket is, with the token of its link; a POST, so that the token stands in no log',
    body: z.object({ token: z.string().max(100) }),
    response: TicketStatus,
    errors: ['notifications.ticket_not_found'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/administrative/contact/tickets',
    role: 'ROLE_ADMIN',
    permission: 'support.tickets',
    summary: 'Tickets, newest first',
    query: z.object({
      state: ticketState.optional(),
      before: number.optional().meta({ description: 'Older than the ticket with this number' }),
      size: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: z.object({ results: z.array(SupportTicket), hasMore: z.boolean() }),
    errors: ['request.invalid'],
  }),
  mark: endpoint({
    method: 'PUT',
    path: '/api/administrative/contact/tickets/:number/state',
    role: 'ROLE_ADMIN',
    permission: 'support.tickets',
    audit: 'support.ticket_state_changed',
    summary: 'Say how far a ticket is: its sender sees it by the link. The same state again changes nothing',
    params: z.object({ number }),
    body: z.object({ state: z.enum(['in_progress', 'answered']) }),
    response: SupportTicket,
    errors: ['request.not_found', 'request.invalid'],
  }),
}
