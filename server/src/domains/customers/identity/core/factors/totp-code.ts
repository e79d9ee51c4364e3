/** Codes of an authenticator app (RFC 6238). Every app supports SHA-1, six digits and 30 seconds. */
import { Secret, TOTP } from 'otpauth'

const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const SECRET_BYTES = 20
/** A clock may differ by half a minute. */
const WINDOW_STEPS = 1

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

export const totpUri = (secret: string, email: string): string =>
  new TOTP({ ...PARAMETERS, issuer: 'Tunjo', label: email, secret: Secret.fromBase32(secret) }).toString()

/** Time step of the code; null for a wrong code. */
export function stepOfCode(secret: string, typed: string, now: Date): bigint | null {
  const token = typed.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...PARAMETERS, token, secret: Secret.fromBase32(secret), timestamp, window: WINDOW_STEPS })
  return delta === null ? null : BigInt(Math.floor(timestamp / 1000 / PARAMETERS.period) + delta)
}
