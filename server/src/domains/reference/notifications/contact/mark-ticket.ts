/** Mark a ticket. Support answers from its mailbox, and records the state of a ticket here. The same state again changes nothing. */
import type { SupportTicket, TicketState } from '@tunjo/contract/tickets'
import type { PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Platform } from '../../../../platform/module.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import { moveTicket } from './move-ticket.ts'
import { findTicket, lockTicket } from './store.ts'

export interface Mark {
  readonly number: string
  readonly state: Exclude<TicketState, 'received'>
  readonly actor: PersonActor
}

export async function markTicket(
  { db, clock, audit }: Pick<Platform, 'db' | 'clock' | 'audit'>,
  { number, state, actor }: Mark,
): Promise<SupportTicket> {
  return inTransaction(db, async (tx) => {
    const ticket = (await lockTicket(tx, number)) ?? refuse('request.not_found')
    const moved = await moveTicket(tx, ticket, { to: state, at: clock.now(), actor: officer(actor.accountId) })
    const object = { type: 'ticket', id: number }
    if (moved === 'moved') {
      await audit.record(tx, { actor, action: 'support.ticket_state_changed', object, before: ticket.state, after: state })
    } else audit.unchanged()
    return (await findTicket(tx, number)) ?? refuse('request.not_found')
  })
}
