/** Second factors: codes of an app, recovery codes, passkeys (ID-09, ID-10). Part of the module `identity`. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { PasskeyAnswer } from './identity.ts'
import { plainLine } from './plain-text.ts'

export const PASSKEY_NAME_LENGTH_MAX = 40
export const PASSKEYS_MAX = 10
export const RECOVERY_CODES = 10

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  addedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Synchronised by a password manager, so that it survives the loss of the device. */
  backedUp: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

/** Shown in mails and in what a person approves. */
export const PasskeyName = plainLine({ maximum: PASSKEY_NAME_LENGTH_MAX })
/** Shown once; only their hashes are stored. */
const RecoveryCodes = z.array(z.string())
const NewPasskeyOptions = z
  .looseObject({
    challenge: z.string(),
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  })
  .meta({ description: 'PublicKeyCredentialCreationOptionsJSON' })
const passkeyId = z.object({ id: z.string().max(64) })

export const factors = {
  factors: endpoint({
    method: 'GET',
    path: '/api/factors',
    role: 'SIGNED_IN',
    summary: 'Second factors of the caller',
    response: z.object({
      totp: z.object({ addedAt: z.iso.datetime() }).nullable(),
      passkeys: z.array(Passkey),
      recoveryCodesLeft: z.int(),
      /** Officers need a second factor outside the demo profile. */
      required: z.boolean(),
    }),
    errors: [],
  }),
  beginTotp: endpoint({
    method: 'POST',
    path: '/api/factors/totp',
    role: 'SIGNED_IN',
    summary: 'A new secret for an authenticator app (RFC 6238, SHA-1, 6 digits, 30 s); it counts once a code confirmed it',
    stepUp: { binds: [] },
    response: z.object({ secret: z.string().meta({ description: 'Base32' }), uri: z.string().meta({ description: 'otpauth://…' }) }),
    errors: ['identity.totp_already_on'],
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/api/factors/totp/confirm',
    role: 'SIGNED_IN',
    summary: 'First code of the app: the factor is on. Answers recovery codes when there were none',
    body: z.object({ code: z.string().max(20) }),
    response: z.object({ recoveryCodes: RecoveryCodes.nullable() }),
    errors: ['identity.second_factor_wrong', 'identity.totp_not_begun', 'identity.too_many_attempts'],
  }),
  removeTotp: endpoint({
    method: 'DELETE',
    path: '/api/factors/totp',
    role: 'SIGNED_IN',
    summary: 'Turn the authenticator app off; with the last factor the recovery codes go too',
    stepUp: { binds: [] },
    response: z.object({ removed: z.literal(true) }),
    errors: ['identity.factor_not_found', 'identity.last_factor_required'],
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/factors/recovery-codes',
    role: 'SIGNED_IN',
    summary: 'Ten new recovery codes; the old ones stop working',
    stepUp: { binds: [] },
    response: z.object({ recoveryCodes: RecoveryCodes }),
    errors: ['identity.factor_not_found'],
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/factors/passkeys/options',
    role: 'SIGNED_IN',
    summary: 'Challenge for a new passkey; five minutes',
    stepUp: { binds: [] },
    response: z.object({ challengeId: z.uuid(), options: NewPasskeyOptions }),
    errors: ['identity.too_many_passkeys'],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/factors/passkeys',
    role: 'SIGNED_IN',
    summary: 'The new passkey. Answers recovery codes when there were none',
    body: z.object({ challengeId: z.uuid(), passkey: PasskeyAnswer, name: PasskeyName }),
    response: z.object({ passkey: Passkey, recoveryCodes: RecoveryCodes.nullable() }),
    errors: ['identity.passkey_refused', 'identity.too_many_passkeys'],
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/api/factors/passkeys/:id',
    role: 'SIGNED_IN',
    summary: 'Another name for a passkey',
    params: passkeyId,
    body: z.object({ name: PasskeyName }),
    response: Passkey,
    errors: ['identity.factor_not_found', 'request.invalid', 'request.text_unseen'],
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/factors/passkeys/:id',
    role: 'SIGNED_IN',
    summary: 'Remove a passkey; with the last factor the recovery codes go too',
    stepUp: { binds: ['params.id'] },
    params: passkeyId,
    response: z.object({ removed: z.literal(true) }),
    errors: ['identity.factor_not_found', 'identity.last_factor_required'],
  }),
}
