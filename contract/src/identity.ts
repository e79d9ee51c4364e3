/** Accounts and sessions: sign-up, sign-in, refresh and sign-out (ID-01, ID-02, ID-04, ID-10). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const PASSWORD_LENGTH = { minimum: 10, maximum: 128 } as const
/** Idle time after which a session ends (R3). */
export const IDLE_LIFE_MINUTES = 30
/** `1` on a call without user activity: it does not extend the idle time of the session. */
export const BACKGROUND_HEADER = 'X-Background'
/** Path of the refresh cookie; it is sent only there. */
export const SESSION_PATH = '/api/session'

/** 1 and 2 come from the specification; a suspended or closed account cannot sign in and loses its sessions immediately. */
export const ACCOUNT_STATE = { unverified: 1, verified: 2, suspended: 3, closed: 4 } as const
export const accountState = z.literal(Object.values(ACCOUNT_STATE))
export type AccountState = z.infer<typeof accountState>

export const authority = z.enum(['ROLE_USER', 'ROLE_ADMIN'])

const Email = z
  .string()
  .max(254)
  .meta({ examples: ['persona@correo.example'] })
const Password = z.string().max(1024)

export const Account = z.object({
  id: z.uuid(),
  email: z.string(),
  /** The first entry is the highest. */
  authorities: z.array(authority),
  state: accountState,
  activated: z.boolean(),
  langKey: z.string(),
  /**
   * From an officer's staff roles (contract/src/permissions.ts); empty for customers. For the menu only: the server checks at each call.
   */
  permissions: z.array(z.string()),
})
export type Account = z.infer<typeof Account>

export const AccessToken = z.object({
  accessToken: z.string().meta({ description: 'Bearer token; keep it in memory only' }),
  tokenType: z.literal('Bearer'),
  expiresInSeconds: z.number().int(),
})
export type AccessToken = z.infer<typeof AccessToken>

/** JSON forms of WebAuthn (W3C WebAuthn Level 3), created and read by its library on both sides. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() }).meta({ description: 'PublicKeyCredentialRequestOptionsJSON' })
export type PasskeyOptions = z.infer<typeof PasskeyOptions>
export const PasskeyAnswer = z
  .record(z.string(), z.unknown())
  .meta({ description: 'RegistrationResponseJSON or AuthenticationResponseJSON' })

export const SIGN_IN_FACTORS = ['passkey', 'totp', 'recovery'] as const
/** The password was correct; the session also needs the second factor. */
export const SecondFactorAsked = z.object({
  secondFactor: z.object({
    /** For `/api/sign-in/second-factor`; valid for five minutes. */
    challenge: z.string(),
    methods: z.array(z.enum(SIGN_IN_FACTORS)),
    passkey: PasskeyOptions.nullable(),
  }),
})
export type SecondFactorAsked = z.infer<typeof SecondFactorAsked>

const MAY_NOT_ENTER = [
  'identity.not_activated',
  'identity.account_suspended',
  'identity.account_closed',
  'identity.staff_account_closed',
  'identity.account_frozen',
  'identity.reset_required',
  'identity.device_blocked',
  'identity.too_many_attempts',
] as const

export const identity = {
  signUp: endpoint({
    method: 'POST',
    path: '/api/sign-up',
    role: 'PUBLIC',
    summary: 'Register. The answer is the same whether or not the e-mail has an account; only the mail differs',
    body: z.object({ email: Email, password: Password, termsAccepted: z.boolean() }),
    response: z.object({ mailSent: z.literal(true) }),
    errors: [
      'identity.email_invalid',
      'identity.password_too_short',
      'identity.password_too_long',
      'identity.password_too_common',
      'identity.terms_not_accepted',
      'identity.too_many_attempts',
    ],
  }),
  resendActivation: endpoint({
    method: 'POST',
    path: '/api/activation/resend',
    role: 'PUBLIC',
    summary: 'Another activation mail. The answer is the same whether or not there is something to activate',
    body: z.object({ email: Email }),
    response: z.object({ mailSent: z.literal(true) }),
    errors: ['identity.email_invalid', 'identity.too_many_attempts'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/sign-in',
    role: 'PUBLIC',
    summary: 'Sign in. Sets the refresh cookie, which only `/api/session` receives, unless a second factor is on: then it is asked for',
    body: z.object({ email: Email, password: Password }),
    response: z.union([AccessToken, SecondFactorAsked]),
    errors: ['identity.wrong_credentials', 'identity.second_factor_expired', ...MAY_NOT_ENTER],
  }),
  secondFactor: endpoint({
    method: 'POST',
    path: '/api/sign-in/second-factor',
    role: 'PUBLIC',
    summary: 'Second step of a sign-in: the code of the app, a recovery code, or a passkey',
    body: z.object({
      challenge: z.string().max(100),
      method: z.enum(SIGN_IN_FACTORS),
      code: z.string().max(40).optional(),
      passkey: PasskeyAnswer.optional(),
    }),
    response: AccessToken,
    errors: ['identity.second_factor_wrong', 'identity.second_factor_expired', ...MAY_NOT_ENTER],
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/sign-in/passkey/options',
    role: 'PUBLIC',
    summary: 'Challenge for a sign-in by passkey, without an e-mail; five minutes',
    allowance: 'passkey-options',
    response: z.object({ challengeId: z.uuid(), options: PasskeyOptions }),
    errors: ['identity.too_many_attempts'],
  }),
  signInByPasskey: endpoint({
    method: 'POST',
    path: '/api/sign-in/passkey',
    role: 'PUBLIC',
    summary: 'Sign in with a passkey alone: it is both factors, since the device checked its owner',
    body: z.object({ challengeId: z.uuid(), passkey: PasskeyAnswer }),
    response: AccessToken,
    errors: ['identity.passkey_refused', ...MAY_NOT_ENTER],
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/api/session/refresh',
    role: 'PUBLIC',
    summary: 'New access token for the refresh cookie, which is replaced',
    response: AccessToken,
    errors: [
      'identity.session_expired',
      'identity.session_idle',
      'identity.session_revoked',
      'identity.session_credentials_changed',
      'identity.session_reused',
    ],
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/session/sign-out',
    role: 'PUBLIC',
    summary: 'End the session everywhere: refresh cookie and access tokens stop working',
    response: z.object({ signedOut: z.literal(true) }),
    errors: [],
  }),
  account: endpoint({
    method: 'GET',
    path: '/api/account',
    role: 'SIGNED_IN',
    summary: 'The signed-in account',
    // SEC-16: a device is recognised by its cookie.
    query: z.object({ userDevice: z.string().max(512).optional().meta({ description: 'Accepted and ignored' }) }),
    response: Account,
    errors: ['identity.not_signed_in', 'identity.session_expired'],
  }),
}
