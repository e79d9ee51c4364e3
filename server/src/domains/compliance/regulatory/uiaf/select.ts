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
  const [side] = sides.toSorted((one, other) => VALUES[one.asset].rank - VALUES[other.asset].rank)
  return side ? VALUES[side.asset].dollars(side.amount, { copRate, btcRate }) : null
}

interface Value {
  /** The side with the lower rank has the value: dollars first, then pesos, then what is valued by its own price. */
  readonly rank: number
  readonly dollars: (amount: bigint, rates: Pick<Operation, 'copRate' | 'btcRate'>) => MicroUsd | null
}

const VALUES: Readonly<Record<AssetCode, Value>> = {
  USDT: { rank: 1, dollars: (amount) => amount },
  // Cents, to millionths.
  COP: { rank: 2, dollars: (amount, { copRate }) => (copRate === null ? null : (amount * 10_000n * RATE_SCALE) / copRate) },
  // Satoshis, to millionths.
  BTC: { rank: 3, dollars: (amount, { btcRate }) => (btcRate === null ? null : (amount * btcRate) / (100n * RATE_SCALE)) },
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
