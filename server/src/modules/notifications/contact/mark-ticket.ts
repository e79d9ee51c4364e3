/** Support answers from its mailbox, and says here how far a ticket is. The same state again changes nothing. */
import type { SupportTicket, TicketState } from '@tunjo/contract/tickets'
import type { Platform } from '../../../platform/module.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findTicket, insertStep, stepsOf } from './store.ts'

export interface Mark {
  readonly number: string
  readonly state: Exclude<TicketState, 'received'>
  readonly officerId: string
}

/** Officers who meet here. */
const TRIES = 20

export async function markTicket(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { number, state, officerId }: Mark,
): Promise<SupportTicket> {
  for (let turn = 0; turn < TRIES; turn++) {
    // Of the two looks, the one at the steps is first: who comes in between takes the position, and this one looks again.
    const position = (await stepsOf(db, number)).length + 1
    const ticket = (await findTicket(db, number)) ?? refuse('request.not_found')
    if (ticket.state === state || (await insertStep(db, { number, position, state, at: clock.now(), officerId }))) break
  }
  return (await findTicket(db, number)) ?? refuse('request.not_found')
}
