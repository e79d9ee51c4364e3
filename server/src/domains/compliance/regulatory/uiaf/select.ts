/**
 * Reported operations of a client: all of them as multiple when they reach the second threshold together, else each that reaches the first.
 * On plain values. The order follows Resolución 314 de 2021 in secondary sources; no lawyer has verified it.
 */
import type { AssetCode } from '@tunjo/contract/money'
import type { UiafLine } from '@tunjo/contract/regulatory-files'
import type { Operation } from './operations.ts'

/** Millionths of a dollar, truncated, so that a value slightly below a threshold stays below. */
export type MicroUsd = bigint

const RATE_SCALE = 10n ** 8n

/** A USDT counts as a dollar. Null when the value is unknown. */
export function dollarValue({ asset, amount, receivedAsset, receivedAmount, copRate, btcRate }: Operation): MicroUsd | null {
  const sides = [{ asset, amount }, ...(receivedAsset && receivedAmount !== null ? [{ asset: receivedAsset, amount: receivedAmount }] : [])]
  // Assets quoted in dollars first, then pesos; bitcoins by their own price last.
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
  /** Operations of unknown value: it is unknown whether they have to be reported. */
  readonly unvalued: readonly Operation[]
}
export interface Thresholds {
  readonly individual: MicroUsd
  readonly multiple: MicroUsd
}

/**
 * `operations`: all of one client in a month. One alone is never multiple. Operations reported as multiple are not reported as individual
 * too.
 */
export function select(operations: readonly Operation[], { individual, multiple }: Thresholds): Selection {
  const valued = operations.map((operation) => ({ operation, value: dollarValue(operation) }))
  const known = valued.flatMap(({ operation, value }) => (value === null ? [] : [{ operation, value }]))
  const isMultiple = known.length > 1 && known.reduce((sum, { value }) => sum + value, 0n) >= multiple
  return {
    reported: isMultiple
      ? known.map((one) => ({ ...one, kind: 'multiple' }))
      : known.filter(({ value }) => value >= individual).map((one) => ({ ...one, kind: 'individual' })),
    unvalued: valued.filter(({ value }) => value === null).map(({ operation }) => operation),
  }
}
