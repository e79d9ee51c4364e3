/**
 * Operation id behind the data of every call: contracts read their declared arguments and ignore the rest. So each effect on the chain is
 * assigned to its operation after a restored backup, even between two equal swaps.
 */
import { concat, type Hex, size, slice } from 'viem'

const ID_BYTES = 16

export const withTrailer = (data: Hex, operationId: string): Hex => concat([data, `0x${operationId.replaceAll('-', '')}`])

/** Null for a call that is too short to have one. */
export function operationIdIn(data: Hex): string | null {
  if (size(data) < ID_BYTES) return null
  const hex = slice(data, size(data) - ID_BYTES).slice(2)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
