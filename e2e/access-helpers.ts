/** People and factors created by HTTP, for journeys with another subject. */
import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { mailLink } from './mailbox.ts'
import { post, stepUpGrant } from './sign-in.ts'

/** Register and activate a person; answers the e-mail. */
export async function newPerson(url: string, password: string): Promise<string> {
  const email = `${randomUUID()}@correo.example`
  const since = new Date()
  await post(url, '/api/sign-up', { email, password, termsAccepted: true })
  const link = await mailLink(url, email, '/users/activate/', since)
  await post(url, '/api/activate', { token: link.split('/').at(-1), password })
  return email
}

export interface TotpOn {
  secret: string
  recoveryCodes: string[]
}
/** Turn on TOTP for a person without factors: the mailed code approves it. */
export async function turnTotpOn(url: string, email: string, token: string): Promise<TotpOn> {
  const grant = await stepUpGrant(url, token, 'POST /api/factors/totp', {}, email)
  const { secret } = await post<{ secret: string }>(url, '/api/factors/totp', undefined, token, { 'step-up-grant': grant })
  const code = new TOTP({ secret }).generate()
  const { recoveryCodes } = await post<{ recoveryCodes: string[] }>(url, '/api/factors/totp/confirm', { code }, token)
  return { secret, recoveryCodes }
}

/** Virtual authenticator that recognises its owner and stores passkeys. */
export async function authenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const CREATE = `async (options) =>
  (await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })).toJSON()`

/** Add a passkey of the page's authenticator. `recoveryCode` approves it for a person who has a factor. */
export function addPasskey(page: Page, url: string, email: string, token: string, recoveryCode?: string): Promise<void> {
  const create = (options: object) => page.evaluate<object>(`(${CREATE})(${JSON.stringify(options)})`)
  return registerPasskey(url, email, token, create, recoveryCode)
}

/** Add a passkey that `create` makes from the options of the server. */
export async function registerPasskey(
  url: string,
  email: string,
  token: string,
  create: (options: object) => Promise<object> | object,
  recoveryCode?: string,
): Promise<void> {
  const call = 'POST /api/factors/passkeys/options'
  const grant = recoveryCode ? await grantByRecovery(url, token, call, recoveryCode) : await stepUpGrant(url, token, call, {}, email)
  const begun = await post<{ challengeId: string; options: object }>(url, '/api/factors/passkeys/options', undefined, token, {
    'step-up-grant': grant,
  })
  const passkey = await create(begun.options)
  await post(url, '/api/factors/passkeys', { challengeId: begun.challengeId, passkey, name: 'Prueba' }, token)
}

async function grantByRecovery(url: string, token: string, call: string, code: string): Promise<string> {
  const { id } = await post<{ id: string }>(url, '/api/step-up', { call }, token)
  const { grant } = await post<{ grant: string }>(url, `/api/step-up/${id}/verify`, { method: 'recovery', code }, token)
  return grant
}
