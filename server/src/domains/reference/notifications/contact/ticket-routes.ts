/** HTTP routes of contact tickets: their state for the sender, their list for support. */
import { tickets as contract } from '@tunjo/contract/tickets'
import { personActor } from '../../../../platform/audit/index.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import type { Platform } from '../../../../platform/module.ts'
import { markTicket } from './mark-ticket.ts'
import { presentTicket } from './present-ticket.ts'
import { listTickets } from './store.ts'

export function ticketRoutes({ db, clock, audit }: Pick<Platform, 'db' | 'clock' | 'audit'>): Route[] {
  return implement(contract, {
    status: ({ body }) => presentTicket({ db }, body.token),
    async list({ query: { state, before, size } }) {
      const found = await listTickets(db, { state, before, limit: size + 1 })
      return { results: found.slice(0, size), hasMore: found.length > size }
    },
    mark: ({ params, body, caller, http }) => markTicket({ db, clock, audit }, { ...params, ...body, actor: personActor(caller, http) }),
  })
}
