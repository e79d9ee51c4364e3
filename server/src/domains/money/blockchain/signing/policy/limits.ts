/** Limits of the signer: the most that an attacker with every other part of the system gets signed. */
import type { Moved } from './verdict.ts'

export interface Limits {
  readonly operation: bigint
  /** Limit of 24 hours. */
  readonly day: bigint
}

/** Null within the limits. */
export function reasonOfLimit({ amount }: Moved, signedOfDay: bigint, { operation, day }: Limits): string | null {
  if (amount > operation) return 'more than one operation may move'
  return signedOfDay + amount > day ? 'more than a day may move' : null
}
