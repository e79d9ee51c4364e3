/** Checksums, implemented independently of the product's adapter: a shared mistake would pass its own test. */
import { createHash } from 'node:crypto'

function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** SHA-256 of reference + amount + currency + [expiration] + integrity secret, with nothing in between. */
export function integritySignature(parts: {
  reference: string
  amountInCents: number
  currency: string
  expirationTime?: string | undefined
  secret: string
}): string {
  return sha256Hex(`${parts.reference}${parts.amountInCents}${parts.currency}${parts.expirationTime ?? ''}${parts.secret}`)
}

/** SHA-256 of the values at `properties` (read from `data`, in that order) + timestamp + events secret. */
export function eventChecksum(parts: { data: unknown; properties: string[]; timestamp: number; secret: string }): string {
  const values = parts.properties.map((path) => String(valueAt(parts.data, path)))
  return sha256Hex(`${values.join('')}${parts.timestamp}${parts.secret}`)
}

function valueAt(data: unknown, path: string): unknown {
  let value: unknown = data
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key]
  return value
}
