/**
 * Signed events of Wompi, for payments and payouts alike: SHA-256 of the values at `signature.properties` (read from `data`, in the
 * given order; the list may change) + `timestamp` + the events secret.
 *
 * The values are joined without separators, so one valid checksum matches other splits of the same characters. Therefore an event is
 * only a reason to ask the provider: none of its content is trusted.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'

const MAX_PROPERTIES = 30

const signedEvent = z.object({
  event: z.string(),
  data: z.record(z.string(), z.unknown()),
  signature: z.object({
    properties: z.array(z.string().max(100)).min(1).max(MAX_PROPERTIES),
    checksum: z.string().regex(/^[0-9a-fA-F]{64}$/),
  }),
  /** Seconds (payments) or milliseconds (payouts). */
  timestamp: z.int().positive(),
})

export interface SignedEvent {
  readonly name: string
  readonly data: Record<string, unknown>
  /** Lower-case hexadecimal. */
  readonly checksum: string
  readonly signedAt: Date
}

/** Null when the body is no event or the signature was not made with `secret`. */
export function readSignedEvent(rawBody: string, secret: string): SignedEvent | null {
  const parsed = signedEvent.safeParse(parseJson(rawBody))
  if (!parsed.success) return null
  const { event, data, signature, timestamp } = parsed.data
  const expected = eventChecksum({ data, properties: signature.properties, timestamp, secret })
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature.checksum.toLowerCase()))) return null
  return { name: event, data, checksum: expected, signedAt: instantOf(timestamp) }
}

export function eventChecksum({
  data,
  properties,
  timestamp,
  secret,
}: {
  data: object
  properties: readonly string[]
  timestamp: number
  secret: string
}): string {
  const values = properties.map((path) => String(valueAt(data, path)))
  return createHash('sha256')
    .update(`${values.join('')}${timestamp}${secret}`)
    .digest('hex')
}

export function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined), data)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const FIRST_MILLISECONDS = 100_000_000_000
const instantOf = (timestamp: number): Date => new Date(timestamp < FIRST_MILLISECONDS ? timestamp * 1_000 : timestamp)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
