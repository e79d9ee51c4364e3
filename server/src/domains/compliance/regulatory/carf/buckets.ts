/**
 * Bucket of a customer's posting in the yearly report of crypto-assets (CARF): exactly one for every posting, on plain values. Pesos are
 * fiat money and not reported. The meanings follow the OECD's schema 1.5; no lawyer has verified them.
 */
import type { AssetCode } from '@tunjo/contract/money'
import type { CarfKind } from '@tunjo/contract/regulatory-carf'

/** `pesos`: not reported. `unknown`: a code without a bucket, which keeps the file from being approved. */
export type Bucket = CarfKind | 'pesos' | 'unknown'

export interface Posting {
  readonly id: string
  /** Operation that it belongs to, if any. */
  readonly ref: string | null
  readonly code: string
  /** True when it undoes another posting of the same code. */
  readonly isReversal: boolean
  readonly asset: AssetCode
  /** Base units; negative when they leave the customer. */
  readonly amount: bigint
  /** Asset on the other side of an exchange. */
  readonly counterAsset: AssetCode | null
  /** Pesos for a dollar, and dollars for a bitcoin, times 10^8: the last close of a day before the posting. */
  readonly copRate: bigint | null
  readonly btcRate: bigint | null
}

const BUCKET_OF: Readonly<Record<string, Bucket>> = {
  'crypto.deposit': 'transferInUnknown',
  'crypto.deposit_reversed': 'transferInUnknown',
  'crypto.found_credited': 'transferInUnknown',
  // What the customer spent of a credit that the chain lost stays with them: the platform gave it.
  'crypto.deposit_written_off': 'transferInOther',
  'crypto.write_off_recovered': 'transferInOther',
  'crypto.withdrawal': 'transferOutUnknown',
  'crypto.withdrawal_given_back': 'transferOutUnknown',
  'crypto.found_charged': 'transferOutUnknown',
  'crypto.withdrawal_fee': 'fees',
  'crypto.withdrawal_fee_given_back': 'fees',
}

export function bucketOf({ code, asset, amount, isReversal, counterAsset }: Posting): Bucket {
  if (asset === 'COP') return 'pesos'
  if (code === 'crypto.inside') return amount > 0n !== isReversal ? 'transferInOther' : 'transferOutOther'
  if (counterAsset !== null && code === 'trading.sold') return counterAsset === 'COP' ? 'fiatOut' : 'cryptoOut'
  if (counterAsset !== null && code === 'trading.bought') return counterAsset === 'COP' ? 'fiatIn' : 'cryptoIn'
  return BUCKET_OF[code] ?? 'unknown'
}

const OUTGOING: ReadonlySet<Bucket> = new Set(['fiatOut', 'cryptoOut', 'transferOutUnknown', 'transferOutOther', 'fees'])
/** Whether a bucket counts what left the customer. A posting in the other direction lessens it. */
export const isOutgoing = (bucket: Bucket): boolean => OUTGOING.has(bucket)
