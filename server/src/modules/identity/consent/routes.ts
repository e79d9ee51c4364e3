import { consents as contract } from '@tunjo/contract/consents'
import { implement, type Route } from '../../../platform/http/route.ts'
import type { IdentityContext } from '../context.ts'
import { acceptConsents } from './accept-consents.ts'
import { readConsents } from './read-consents.ts'

export function consentRoutes(context: IdentityContext): Route[] {
  return implement(contract, {
    read: ({ caller }) => readConsents(context, context.db, caller),
    accept: ({ body, caller, http }) => acceptConsents(context, { ...caller, ...body, ip: http.ip }),
  })
}
