/** Moves of a ticket's state machine. No event is announced: its sender checks the link. */
import type { TicketState } from '@tunjo/contract/tickets'
import type { Transaction } from '../../../../platform/database/database.ts'
import { type Actor, type Aggregate, begin, move } from '../../../../platform/state-machine/index.ts'
import { TICKET_STATES } from './states.ts'

interface TicketRow {
  readonly number: string
  readonly state: TicketState
}

const TICKET: Aggregate<TicketState, TicketRow, 'changed_at'> = {
  machine: TICKET_STATES,
  table: 'contact_ticket',
  columns: ['changed_at'],
  keyOf: ({ number }) => ({ number }),
}

export const beginTicket = (tx: Transaction, number: string, { at, actor }: { at: Date; actor: Actor }): Promise<void> =>
  begin(tx, TICKET, { number, state: TICKET_STATES.initial }, { at, actor })

/** `ticket` must be locked. */
export const moveTicket = (tx: Transaction, ticket: TicketRow, change: { to: TicketState; at: Date; actor: Actor }) =>
  move(tx, TICKET, ticket, { ...change, set: { changed_at: change.at } })
