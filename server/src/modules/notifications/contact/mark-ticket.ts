/** Support answers from its mailbox, and says here how far a ticket is. The same state again changes nothing. */
import type { SupportTicket, TicketState } from '@tunjo/contract/tickets'
import { inTransaction } from '../../../platform/database.ts'
import type { Platform } from '../../../platform/module.ts'
import { refuse } from '../../../platform/refusal.ts'
import { officer } from '../../../platform/state-machine/index.ts'
import { moveTicket } from './move-ticket.ts'
import { findTicket, lockTicket } from './store.ts'

export interface Mark {
  readonly number: string
  readonly state: Exclude<TicketState, 'received'>
  readonly officerId: string
}

export async function markTicket(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { number, state, officerId }: Mark,
): Promise<SupportTicket> {
  return inTransaction(db, async (tx) => {
    const ticket = (await lockTicket(tx, number)) ?? refuse('request.not_found')
    await moveTicket(tx, ticket, { to: state, at: clock.now(), actor: officer(officerId) })
    return (await findTicket(tx, number)) ?? refuse('request.not_found')
  })
}
