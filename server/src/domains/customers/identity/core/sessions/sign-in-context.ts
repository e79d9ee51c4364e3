/** Sign-in context: the fields that every sign-in flow reads from the call and writes to the answer: two cookies and the token. */
import type { AccessToken } from '@tunjo/contract/identity'
import { sha256 } from '../../../../../platform/database/ids.ts'
import type { Caller, HttpContext } from '../../../../../platform/http/route.ts'
import type { IdentityContext } from '../context.ts'
import { readDeviceKey, writeDeviceKey } from '../devices/device-cookie.ts'
import { ABSOLUTE_LIFE_MS } from '../rules.ts'
import type { SignedIn, SignInContext } from './open-session.ts'
import { writeRefreshCookie } from './refresh-token.ts'

export function signInContextOf(
  { settings }: Pick<IdentityContext, 'settings'>,
  http: HttpContext,
  caller: Caller | null,
): Omit<SignInContext, 'accountId'> {
  const { ip, userAgent } = http
  return { ip, userAgent, deviceKey: readDeviceKey(http, settings), replacedSessionId: caller?.sessionId ?? null }
}

export function issueTokens({ settings, accessTokens }: IdentityContext, http: HttpContext, signedIn: SignedIn): Promise<AccessToken> {
  writeRefreshCookie(http, settings, signedIn.refreshToken, ABSOLUTE_LIFE_MS)
  writeDeviceKey(http, settings, signedIn.deviceKey)
  return accessTokens.issue({ ...signedIn, refreshHash: sha256(signedIn.refreshToken) })
}
