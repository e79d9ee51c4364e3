/** Decision rules on plain values: the hot wallet's deviation from its target, and the movement that corrects it. */
import { REASON_LENGTH } from '@tunjo/contract/officer-reason'
import type { MovementKind } from '@tunjo/contract/treasury'
import type { Refusal } from '../../../platform/http/refusal.ts'
import { checkLength } from '../../../platform/phrases/visible-text.ts'

export const checkReason = (reason: string): Refusal | null =>
  checkLength(reason, REASON_LENGTH, { tooShort: 'treasury.reason_invalid', tooLong: 'treasury.reason_invalid' })

export interface Band {
  readonly target: bigint
  readonly low: bigint
  readonly high: bigint
}
export const bandOf = (target: bigint, percent: bigint): Band => ({
  target,
  low: (target * (100n - percent)) / 100n,
  high: (target * (100n + percent)) / 100n,
})

export type Side = 'above' | 'within' | 'below'
export const sideOf = (hot: bigint, { low, high }: Band): Side => (hot > high ? 'above' : hot < low ? 'below' : 'within')

/** Movement back to the target, out of the cold wallet's balance for a refill. Null within the band, and when nothing could be moved. */
export function suggestionOf(
  { hot, cold }: { hot: bigint; cold: bigint },
  band: Band,
): { readonly kind: MovementKind; readonly amount: bigint } | null {
  const side = sideOf(hot, band)
  if (side === 'above') return { kind: 'sweep', amount: hot - band.target }
  const missing = band.target - hot
  const amount = missing < cold ? missing : cold
  return side === 'below' && amount > 0n ? { kind: 'refill', amount } : null
}

/** A sweep leaves the target there. */
export const sweepableOf = (hot: bigint, { target }: Pick<Band, 'target'>): bigint => (hot > target ? hot - target : 0n)
