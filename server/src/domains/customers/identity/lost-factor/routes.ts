/** HTTP routes of an MFA reset: its request, and the link of the mail. */
import { lostFactor as contract } from '@tunjo/contract/mfa-reset'
import { implement, type Route } from '../../../../platform/http/route.ts'
import type { IdentityContext } from '../core/context.ts'
import { confirmRemoval } from './confirm-removal.ts'
import { requestRemoval } from './request-removal.ts'

export function lostFactorRoutes(context: IdentityContext): Route[] {
  return implement(contract, {
    async request({ body, http }) {
      await requestRemoval(context, body.challenge, http)
      return { mailSent: true as const }
    },
    confirm: async ({ body, http }) => ({ dueAt: (await confirmRemoval(context, body.token, http.ip)).toISOString() }),
  })
}
