/** SHA-256 of facts as canonical JSON: the order of the keys does not matter. */
import { sha256 } from '../database/ids.ts'
import type { Json } from './types.ts'

export const hashOf = (facts: Json): string => sha256(canonical(facts))

/** Round trip through JSON first, since the value may have been stored as JSON meanwhile. */
export const canonical = (facts: unknown): string => JSON.stringify(sorted(JSON.parse(JSON.stringify(facts))))

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]))
}
