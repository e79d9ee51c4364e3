/** Typed fee schedule of an officer, and the rates parsed from it. */
import { FEE_BPS_MAX, FEE_PAIRS, type FeePair, FeeRates, type FeeTier } from '@tunjo/contract/fee-schedule'

export interface TierDraft {
  readonly fromCop: string
  readonly taker: string
  readonly maker: string
}
export type FeeDraft = Readonly<Record<FeePair, readonly TierDraft[]>>

export const percentOfBps = (bps: number): string => String(bps / 100).replace('.', ',')
export const figureOf = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, '.')

const tierDraft = ({ fromCop, takerBps, makerBps }: FeeTier): TierDraft => ({
  fromCop: figureOf(fromCop),
  taker: percentOfBps(takerBps),
  maker: percentOfBps(makerBps),
})
export const draftOf = (rates: FeeRates): FeeDraft => ({
  'BTC-COP': rates['BTC-COP'].map(tierDraft),
  'COP-USDT': rates['COP-USDT'].map(tierDraft),
  'BTC-USDT': rates['BTC-USDT'].map(tierDraft),
})

/** Null when it is no percentage of at most two decimals within bounds. */
export function bpsOf(text: string): number | null {
  const found = /^(\d)(?:[.,](\d{1,2}))?$/.exec(text.trim())
  if (!found) return null
  const bps = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return bps <= FEE_BPS_MAX ? bps : null
}

/** Null while the draft is invalid: a rate out of bounds, or tiers that do not rise. */
export function ratesOf(draft: FeeDraft): FeeRates | null {
  const pairs = FEE_PAIRS.map((pair) => [
    pair,
    draft[pair].map(({ fromCop, taker, maker }) => ({
      fromCop: fromCop.replaceAll('.', '').trim(),
      takerBps: bpsOf(taker),
      makerBps: bpsOf(maker),
    })),
  ])
  const read = FeeRates.safeParse(Object.fromEntries(pairs))
  return read.success ? read.data : null
}
