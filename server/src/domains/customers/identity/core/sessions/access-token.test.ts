import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../../platform/database/ids.ts'
import { movableClock } from '../../../../../platform/time/clock.ts'
import { ACCESS_TOKEN_LIFE_MS } from '../rules.ts'
import { type AccessTokens, createAccessTokens } from './access-token.ts'
import type { Keys } from './keys.ts'

const ORIGIN = 'https://tunjo.example'
const clock = movableClock()
const subject = { accountId: newId(), sessionId: newId() }
let keys: Keys
let tokens: AccessTokens
beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { extractable: true })
  keys = { access: { id: 'key-1', ...pair }, refresh: Buffer.alloc(32) }
  tokens = createAccessTokens({ keys: async () => keys, clock, origin: ORIGIN })
})

const seconds = () => Math.floor(clock.now().getTime() / 1_000)
/** A token like that of `issue`, but for the named fields. */
const tokenWith = ({
  kid = 'key-1',
  typ = 'at+jwt',
  issuer = ORIGIN,
  audience = ORIGIN,
  key = keys.access.privateKey,
  sid = subject.sessionId,
} = {}) =>
  new SignJWT({ sid })
    .setProtectedHeader({ alg: 'EdDSA', typ, kid })
    .setSubject(subject.accountId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(seconds())
    .setExpirationTime(seconds() + 60)
    .sign(key)

describe('SEC-02 an access token', () => {
  it('SEC-02 is good for its five minutes, and not a second longer', async () => {
    const { accessToken } = await tokens.issue({ ...subject, refreshHash: 'hash' })
    expect(await tokens.verify(accessToken)).toEqual({ fault: null, subject, refreshHash: 'hash' })
    expect(await tokens.verify(await tokenWith())).toEqual({ fault: null, subject, refreshHash: null })
    clock.advance(ACCESS_TOKEN_LIFE_MS)
    expect(await tokens.verify(accessToken)).toMatchObject({ fault: 'token_expired' })
  })

  it.each([
    ['for another service', { audience: 'https://other.example' }],
    ['of another issuer', { issuer: 'https://other.example' }],
    ['of another kind', { typ: 'JWT' }],
    ['of a key that we do not name', { kid: 'key-2' }],
    ['without a session', { sid: 7 as never }],
  ])('SEC-02 %s is refused, though it is signed with our key', async (_what, change) => {
    expect(await tokens.verify(await tokenWith(change))).toEqual({ fault: 'token_forged' })
  })

  it('SEC-02 with any other algorithm or key is refused: none, a shared secret, a self-made key', async () => {
    const claims = { sid: subject.sessionId }
    const none = new UnsecuredJWT(claims)
      .setSubject(subject.accountId)
      .setIssuer(ORIGIN)
      .setAudience(ORIGIN)
      .setExpirationTime('1m')
      .encode()
    const shared = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'key-1' })
      .setSubject(subject.accountId)
      .setIssuer(ORIGIN)
      .setAudience(ORIGIN)
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(Buffer.from('key-1'.padEnd(32)))
    const { privateKey: own } = await generateKeyPair('EdDSA')
    for (const token of [none, shared, await tokenWith({ key: own }), '', 'a.b.c'])
      expect(await tokens.verify(token)).toEqual({ fault: 'token_forged' })
  })
})
