/** HTTP routes of activation: the link of the sign-up mail. */
import { activation as contract } from '@tunjo/contract/activation'
import { implement, type Route } from '../../../../platform/http/route.ts'
import type { IdentityContext } from '../core/context.ts'
import { issueTokens, signInContextOf } from '../core/sessions/sign-in-context.ts'
import { activate, activateWithNewPassword } from './activate.ts'

export function activationRoutes(context: IdentityContext): Route[] {
  return implement(contract, {
    async activate({ body, caller, http }) {
      return issueTokens(context, http, await activate(context, { ...body, ...signInContextOf(context, http, caller) }))
    },
    async activateWithNewPassword({ body, caller, http }) {
      return issueTokens(context, http, await activateWithNewPassword(context, { ...body, ...signInContextOf(context, http, caller) }))
    },
  })
}
