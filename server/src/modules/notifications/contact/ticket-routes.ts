import { tickets as contract } from '@tunjo/contract/tickets'
import { implement, type Route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { markTicket } from './mark-ticket.ts'
import { showTicket } from './show-ticket.ts'
import { listTickets } from './store.ts'

export function ticketRoutes({ db, clock }: Pick<Platform, 'db' | 'clock'>): Route[] {
  return implement(contract, {
    status: ({ body }) => showTicket({ db }, body.token),
    async list({ query: { state, before, size } }) {
      const found = await listTickets(db, { state, before, limit: size + 1 })
      return { results: found.slice(0, size), hasMore: found.length > size }
    },
    mark: ({ params, body, caller }) => markTicket({ db, clock }, { ...params, ...body, officerId: caller.accountId }),
  })
}
