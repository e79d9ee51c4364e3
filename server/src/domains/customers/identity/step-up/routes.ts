/** HTTP routes of step-up: begin, verify, another code. */
import { stepUp as contract, GRANT_LIFE_SECONDS } from '@tunjo/contract/step-up'
import { localeOf } from '../../../../platform/http/preferred-locale.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import type { IdentityContext } from '../core/context.ts'
import { readDeviceKey } from '../core/devices/device-cookie.ts'
import { beginStepUp } from './begin-step-up.ts'
import type { GuardedRoutes } from './guarded-routes.ts'
import { resendCode } from './resend-code.ts'
import { verifyStepUp } from './verify-step-up.ts'

export function stepUpRoutes(context: IdentityContext, routes: GuardedRoutes): Route[] {
  return implement(contract, {
    begin: ({ body, caller, http }) => beginStepUp(context, routes, caller, { ...body, locale: localeOf(http) }),
    verify: async ({ params, body, caller, http }) => ({
      grant: await verifyStepUp(context, caller, params.id, { ...body, deviceKey: readDeviceKey(http, context.settings) }),
      expiresInSeconds: GRANT_LIFE_SECONDS,
    }),
    resend: async ({ params, caller }) => ({ sentTo: await resendCode(context, caller, params.id) }),
  })
}
