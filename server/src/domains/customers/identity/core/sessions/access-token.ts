/** Access tokens: signed, five minutes, and valid only while their session is (ASVS 9, SEC-02). */
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../../../../platform/time/clock.ts'
import { ACCESS_TOKEN_LIFE_MS } from '../rules.ts'
import type { Keys } from './keys.ts'

export interface TokenSubject {
  accountId: string
  sessionId: string
}
/** `refreshHash`: SHA-256 of the refresh token that was issued together with the access token. */
export interface IssuedTo extends TokenSubject {
  refreshHash: string
}
export interface AccessTokens {
  issue(issuedTo: IssuedTo): Promise<{ accessToken: string; tokenType: 'Bearer'; expiresInSeconds: number }>
  verify(token: string): Promise<VerifiedToken>
}
export type VerifiedToken =
  /** `refreshHash` is null for a token that does not name one. */
  | { fault: null; subject: TokenSubject; refreshHash: string | null }
  /** `accountId` of a token with the signature of the product. */
  | { fault: 'token_forged' | 'token_expired'; accountId?: string }

const TYPE = 'at+jwt'
const ALGORITHM = 'EdDSA'

export function createAccessTokens({ keys, clock, origin }: { keys: () => Promise<Keys>; clock: Clock; origin: string }): AccessTokens {
  return {
    async issue({ accountId, sessionId, refreshHash }) {
      const { access } = await keys()
      const issuedAtSeconds = Math.floor(clock.now().getTime() / 1000)
      const expiresInSeconds = ACCESS_TOKEN_LIFE_MS / 1000
      const accessToken = await new SignJWT({ sid: sessionId, rth: refreshHash })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: access.id })
        .setSubject(accountId)
        .setIssuer(origin)
        .setAudience(origin)
        .setIssuedAt(issuedAtSeconds)
        .setExpirationTime(issuedAtSeconds + expiresInSeconds)
        .sign(access.privateKey)
      return { accessToken, tokenType: 'Bearer', expiresInSeconds }
    },
    async verify(token) {
      const { access } = await keys()
      try {
        const { payload, protectedHeader } = await jwtVerify(token, access.publicKey, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: origin,
          audience: origin,
          requiredClaims: ['sub', 'sid', 'exp', 'iat'],
          currentDate: clock.now(),
        })
        if (protectedHeader.kid !== access.id || !payload.sub || typeof payload.sid !== 'string') return { fault: 'token_forged' }
        const refreshHash = typeof payload.rth === 'string' ? payload.rth : null
        return { fault: null, subject: { accountId: payload.sub, sessionId: payload.sid }, refreshHash }
      } catch (error) {
        // Expiry is checked only after the signature.
        if (error instanceof errors.JWTExpired)
          return { fault: 'token_expired', ...(error.payload.sub && { accountId: error.payload.sub }) }
        if (error instanceof errors.JOSEError) return { fault: 'token_forged' }
        throw error
      }
    },
  }
}
