import { activation as contract } from '@tunjo/contract/activation'
import { implement, type Route } from '../../../platform/http/route.ts'
import type { IdentityContext } from '../context.ts'
import { letIn, visitOf } from '../sign-in/visit.ts'
import { activate, activateWithNewPassword } from './activate.ts'

export function activationRoutes(context: IdentityContext): Route[] {
  return implement(contract, {
    async activate({ body, caller, http }) {
      return letIn(context, http, await activate(context, { ...body, ...visitOf(context, http, caller) }))
    },
    async activateWithNewPassword({ body, caller, http }) {
      return letIn(context, http, await activateWithNewPassword(context, { ...body, ...visitOf(context, http, caller) }))
    },
  })
}
