/**
 * State of a ticket for the holder of its link. It shows nothing of what was typed: anyone could have typed it, and the product's page must
 * not show an outsider's words to the owner of the address.
 */
import type { TicketStatus } from '@tunjo/contract/tickets'
import { sha256 } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Platform } from '../../../../platform/module.ts'
import { historyOf } from '../../../../platform/state-machine/index.ts'
import { TICKET_STATES } from './states.ts'
import { findTicketByToken } from './store.ts'

export async function presentTicket({ db }: Pick<Platform, 'db'>, token: string): Promise<TicketStatus> {
  const ticket = (await findTicketByToken(db, sha256(token))) ?? refuse('notifications.ticket_not_found')
  const history = await historyOf(db, TICKET_STATES, ticket.number)
  return { ticket: ticket.number, state: ticket.state, steps: history.map(({ to, at }) => ({ state: to, at: at.toISOString() })) }
}
