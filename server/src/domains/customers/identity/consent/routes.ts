/** HTTP routes of consent: the requested texts, and their acceptance. */
import { consents as contract } from '@tunjo/contract/consents'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { readConsents } from '../core/consent/read-consents.ts'
import type { IdentityContext } from '../core/context.ts'
import { acceptConsents } from './accept-consents.ts'

export function consentRoutes(context: IdentityContext): Route[] {
  return implement(contract, {
    read: ({ caller }) => readConsents(context, context.db, caller),
    accept: ({ body, caller, http }) => acceptConsents(context, { ...caller, ...body, ip: http.ip }),
  })
}
