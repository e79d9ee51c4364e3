/** HTTP routes of sign-up, sign-in, refresh and sign-out. They combine flows that are independent of each other. */
import { identity as contract } from '@tunjo/contract/identity'
import { sha256 } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type HttpContext, implement, type Route } from '../../../platform/http/route.ts'
import { findAccount } from './core/account-store.ts'
import type { IdentityContext } from './core/context.ts'
import { readDeviceKey } from './core/devices/device-cookie.ts'
import { isForeignPage } from './core/rules.ts'
import { clearRefreshCookie, readRefreshCookie, writeRefreshCookie } from './core/sessions/refresh-token.ts'
import { issueTokens, signInContextOf } from './core/sessions/sign-in-context.ts'
import { requestMail } from './credentials/request-mail.ts'
import { refreshSession } from './sessions/refresh-session.ts'
import { signOut } from './sessions/sign-out.ts'
import { secondFactor } from './sign-in/second-factor.ts'
import { signIn } from './sign-in/sign-in.ts'
import { passkeyOptions, signInByPasskey } from './sign-in/sign-in-by-passkey.ts'
import { signUp } from './sign-up/sign-up.ts'

export function identityRoutes(context: IdentityContext): Route[] {
  const { settings, accessTokens, db } = context
  return implement(contract, {
    async signUp({ body, http }) {
      await signUp(context, { ...body, ip: http.ip, deviceKey: readDeviceKey(http, settings) })
      return { mailSent: true as const }
    },
    async resendActivation({ body, http }) {
      await requestMail(context, 'activation', body.email, http.ip)
      return { mailSent: true as const }
    },
    async signIn({ body, caller, http }) {
      const entered = await signIn(context, { ...body, ...signInContextOf(context, http, caller) })
      return 'secondFactor' in entered ? entered : issueTokens(context, http, entered)
    },
    async secondFactor({ body: { challenge, ...proof }, caller, http }) {
      return issueTokens(context, http, await secondFactor(context, { challenge, proof, ...signInContextOf(context, http, caller) }))
    },
    passkeyOptions: () => passkeyOptions(context),
    async signInByPasskey({ body, caller, http }) {
      return issueTokens(context, http, await signInByPasskey(context, { ...body, ...signInContextOf(context, http, caller) }))
    },
    async refresh({ http }) {
      refuseForeignPage(http)
      const refreshed = await refreshSession(context, readRefreshCookie(http, settings))
      if (typeof refreshed === 'string') {
        clearRefreshCookie(http, settings)
        refuse(refreshed)
      }
      writeRefreshCookie(http, settings, refreshed.refreshToken, refreshed.lifeMs)
      return accessTokens.issue({ ...refreshed, refreshHash: sha256(refreshed.refreshToken) })
    },
    async signOut({ caller, http }) {
      refuseForeignPage(http)
      await signOut(context, readRefreshCookie(http, settings), caller?.sessionId ?? null)
      clearRefreshCookie(http, settings)
      // Not "cookies": the device would be unknown at the next sign-in. The refresh cookie is cleared above.
      http.setHeader('clear-site-data', '"storage"')
      return { signedOut: true as const }
    },
    async account({ caller }) {
      const account = await findAccount(db, caller.accountId)
      if (!account) refuse('identity.session_expired')
      const { id, email, authorities, state, langKey, activatedAt } = account
      return { id, email, authorities, state, langKey, activated: activatedAt !== null, permissions: [...(caller.permissions ?? [])] }
    },
  })
}

function refuseForeignPage({ headers }: HttpContext): void {
  if (isForeignPage(headers['sec-fetch-site'])) refuse('identity.session_expired')
}
