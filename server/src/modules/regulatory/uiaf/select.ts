/** Which operations are reported: each from the first threshold on, and those below it that together reach the second one. On plain values. */
import type { AssetCode } from '@tunjo/contract/money'
import type { UiafLine } from '@tunjo/contract/regulatory-files'
import type { Operation } from './operations.ts'

/** Millionths of a dollar, cut off, so that what is a hair below a threshold stays below. */
export type MicroUsd = bigint

const RATE_SCALE = 10n ** 8n

/** A USDT counts as a dollar. Null: nobody knows what it was worth. */
export function dollarValue({ asset, amount, receivedAsset, receivedAmount, copRate, btcRate }: Operation): MicroUsd | null {
  const sides = [{ asset, amount }, ...(receivedAsset && receivedAmount !== null ? [{ asset: receivedAsset, amount: receivedAmount }] : [])]
  // What is quoted in dollars first, then pesos; bitcoins by their own price last.
  const order: readonly AssetCode[] = ['USDT', 'COP', 'BTC']
  const [side] = sides.toSorted((one, other) => order.indexOf(one.asset) - order.indexOf(other.asset))
  if (!side) return null
  if (side.asset === 'USDT') return side.amount
  // Cents, to millionths.
  if (side.asset === 'COP') return copRate === null ? null : (side.amount * 10_000n * RATE_SCALE) / copRate
  // Satoshis, to millionths.
  return btcRate === null ? null : (side.amount * btcRate) / (100n * RATE_SCALE)
}

export function operationType({ kind, asset, receivedAsset }: Pick<Operation, 'kind' | 'asset' | 'receivedAsset'>): UiafLine['operation'] {
  if (kind !== 'SWAP') return kind
  if (asset === 'COP') return 'BUY'
  return receivedAsset === 'COP' ? 'SELL' : 'EXCHANGE'
}

export interface Reported {
  readonly operation: Operation
  readonly kind: UiafLine['kind']
  readonly value: MicroUsd
}
export interface Selection {
  readonly reported: readonly Reported[]
  /** Whose worth nobody knows: whether they are reported is not known either. */
  readonly unvalued: readonly Operation[]
}
export interface Thresholds {
  readonly individual: MicroUsd
  readonly multiple: MicroUsd
}

/** `operations`: all of one client. An operation that is reported alone is not counted with the others. */
export function select(operations: readonly Operation[], { individual, multiple }: Thresholds): Selection {
  const valued = operations.map((operation) => ({ operation, value: dollarValue(operation) }))
  const known = valued.flatMap(({ operation, value }) => (value === null ? [] : [{ operation, value }]))
  const below = known.filter(({ value }) => value < individual)
  const isMultiple = below.length > 1 && below.reduce((sum, { value }) => sum + value, 0n) >= multiple
  return {
    reported: known.flatMap(({ operation, value }): Reported[] => {
      if (value >= individual) return [{ operation, value, kind: 'individual' }]
      return isMultiple ? [{ operation, value, kind: 'multiple' }] : []
    }),
    unvalued: valued.filter(({ value }) => value === null).map(({ operation }) => operation),
  }
}
