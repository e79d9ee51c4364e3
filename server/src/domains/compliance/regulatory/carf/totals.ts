/** Totals of a customer's year by asset and bucket, to the base unit, with pesos and the number of transactions. On plain values. */
import type { AssetCode } from '@tunjo/contract/money'
import { type Bucket, bucketOf, isOutgoing, type Posting } from './buckets.ts'

export interface Total {
  readonly asset: AssetCode
  readonly bucket: Bucket
  readonly transactions: number
  /** Base units. */
  readonly units: bigint
  /** Cents, truncated for each operation; null when the price of one is unknown. */
  readonly cents: bigint | null
}
interface Operation {
  readonly asset: AssetCode
  readonly bucket: Bucket
  readonly first: Posting
  units: bigint
}

/** Every posting falls into one total; a reversal lessens the total of what it undid. Only its excess over an earlier year is negative. */
export function totalsOf(postings: readonly Posting[]): Total[] {
  const pesos = pesosOfTrades(postings)
  const totals = new Map<string, Total>()
  for (const operation of operationsOf(postings)) {
    const { asset, bucket, units } = operation
    const key = `${asset} ${bucket}`
    const had = totals.get(key) ?? { asset, bucket, transactions: 0, units: 0n, cents: 0n }
    const cents = centsOf(operation, pesos)
    totals.set(key, {
      ...had,
      transactions: had.transactions + (units > 0n ? 1 : 0),
      units: had.units + units,
      cents: had.cents === null || cents === null ? null : had.cents + cents,
    })
  }
  return [...totals.values()].toSorted((one, other) => order(one).localeCompare(order(other)))
}
const order = ({ asset, bucket }: Total): string => `${asset} ${bucket}`

/** Change of the customer's balance of an asset that the totals stand for. */
export const netOf = (totals: readonly Total[], asset: AssetCode): bigint =>
  totals.filter((one) => one.asset === asset).reduce((sum, { bucket, units }) => (isOutgoing(bucket) ? sum - units : sum + units), 0n)

/** Postings of one operation in one bucket together: what was undone is no transaction, and has the price of what it undid. */
function operationsOf(postings: readonly Posting[]): Operation[] {
  const operations = new Map<string, Operation>()
  for (const posting of postings) {
    const bucket = bucketOf(posting)
    const { asset, amount, ref, id } = posting
    const key = `${asset} ${bucket} ${ref ?? id}`
    const operation = operations.get(key) ?? { asset, bucket, first: posting, units: 0n }
    operation.units += isOutgoing(bucket) ? -amount : amount
    operations.set(key, operation)
  }
  return [...operations.values()]
}

function pesosOfTrades(postings: readonly Posting[]): Map<string, bigint> {
  const pesos = new Map<string, bigint>()
  for (const { ref, code, asset, amount } of postings)
    if (ref !== null && asset === 'COP' && (code === 'trading.sold' || code === 'trading.bought'))
      pesos.set(ref, (pesos.get(ref) ?? 0n) + amount)
  return pesos
}

const SCALE = 10n ** 8n
/** An exchange against pesos has the pesos of its other side; everything else the close of the day before, of the dollar and of bitcoin. */
function centsOf({ asset, bucket, units, first }: Operation, pesos: ReadonlyMap<string, bigint>): bigint | null {
  if (asset === 'COP') return units
  if (units === 0n) return 0n
  if (bucket === 'fiatIn' || bucket === 'fiatOut') {
    const other = first.ref === null ? undefined : pesos.get(first.ref)
    return other === undefined ? null : bucket === 'fiatIn' ? -other : other
  }
  return first.copRate === null ? null : CENTS[asset](units, { copRate: first.copRate, btcRate: first.btcRate })
}

interface Rates {
  readonly copRate: bigint
  readonly btcRate: bigint | null
}

const CENTS: Readonly<Record<Exclude<AssetCode, 'COP'>, (units: bigint, rates: Rates) => bigint | null>> = {
  // Millionths of a dollar.
  USDT: (units, { copRate }) => (units * copRate) / (SCALE * 10_000n),
  // Satoshis.
  BTC: (units, { copRate, btcRate }) => (btcRate === null ? null : (units * btcRate * copRate * 100n) / (SCALE * SCALE * SCALE)),
}
