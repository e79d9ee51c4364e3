/** Texts of a yearly certificate: its lines for each asset, and the facts about the whole. */
import type { Locale } from '@tunjo/contract/locales'
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
import type { ClosingCopPrice } from '../../pricing/index.ts'
import type { AssetYear, Flow } from './certificate.ts'
import { CERTIFICATE_TEXTS } from './certificate-words.ts'
import { amountText, dayText, momentText } from './figures.ts'
import type { Fact } from './issue-document.ts'
import type { Year } from './year.ts'

export interface CertificateLine {
  readonly concept: string
  readonly count: number | null
  readonly units: bigint
  /** Cents; null where the line has no value in pesos. */
  readonly cop: bigint | null
}
/** Closing prices by asset; the current year has none. */
export type ClosingPrices = ReadonlyMap<AssetCode, ClosingCopPrice | null>

export function titleOf({ name, isPartial }: Year, locale: Locale): string {
  const { title, partialTitle } = CERTIFICATE_TEXTS[locale]
  return isPartial ? partialTitle(name) : title(name)
}

export function yearFacts({ start, end, isPartial, name }: Year, locale: Locale): Fact[] {
  const texts = CERTIFICATE_TEXTS[locale]
  const last = dayText(new Date(end.getTime() - 1), locale)
  return [
    { name: texts.year, value: isPartial ? texts.partialYear(name) : name },
    { name: texts.period, value: texts.fromTo(dayText(start, locale), last) },
    { name: texts.withheld, value: texts.nothingWithheld },
    { name: texts.scope, value: texts.scopeText },
  ]
}

export function linesOf(
  { asset, opening, closing, lines, cop, tradeFees }: AssetYear,
  closingCop: bigint | null,
  locale: Locale,
): CertificateLine[] {
  const words = CERTIFICATE_TEXTS[locale].lines
  const flow = (concept: string, { count, units }: Flow, value: bigint | null = null) => ({
    concept,
    // A reversal may belong to an operation of the year before.
    count: Math.max(0, count),
    units,
    cop: value,
  })
  const optional = (concept: string, one: Flow) => (one.count > 0 || one.units !== 0n ? [flow(concept, one)] : [])
  const balance = (concept: string, units: bigint, value: bigint | null = null) => ({ concept, count: null, units, cop: value })
  const isCop = asset === 'COP'
  return [
    balance(words.opening, opening),
    flow(words.deposits, lines.deposits),
    flow(isCop ? words.receivedForSales : words.boughtForPesos, lines.bought, isCop ? null : cop.bought),
    ...optional(words.boughtForAsset, lines.boughtForAsset),
    flow(isCop ? words.paidInPurchases : words.soldForPesos, lines.sold, isCop ? null : cop.sold),
    ...optional(words.soldForAsset, lines.soldForAsset),
    flow(words.withdrawals, lines.withdrawals),
    isCop ? flow(words.gmf, lines.gmf) : flow(words.withdrawalFees, lines.withdrawalFees),
    ...(isCop ? optional(words.withdrawalFees, lines.withdrawalFees) : []),
    ...optional(words.otherIn, lines.otherIn),
    ...optional(words.otherOut, lines.otherOut),
    balance(words.closing, closing, closingCop),
    balance(words.platformFee, tradeFees.house),
    balance(words.networkFee, tradeFees.network),
  ]
}

/** Price of the closing balance with its source and time; or the fact that there is none. */
export function priceFact(
  asset: Exclude<AssetCode, 'COP'>,
  { isPartial, name }: Year,
  price: ClosingCopPrice | null,
  locale: Locale,
): Fact {
  const texts = CERTIFICATE_TEXTS[locale].price
  const what = texts.of(asset)
  if (isPartial) return { name: what, value: texts.later }
  if (!price) return { name: what, value: texts.none(name) }
  const pair = asset === 'BTC' ? texts.ofBitcoin : texts.ofTether
  const source = price.isOfficial ? texts.official(pair) : texts.last(pair)
  const cents = price.price / 10n ** BigInt(price.scale - ASSETS.COP.scale)
  return { name: what, value: `${amountText('COP', cents)}, ${source}, ${texts.at(momentText(price.at, locale))}` }
}

/** Facts of the document about an asset, for a verification by its code. */
export const assetFacts = (asset: AssetCode, lines: readonly CertificateLine[], locale: Locale): Fact[] =>
  lines.map(({ concept, count, units, cop }) => ({
    name: `${asset}: ${concept}`,
    value: [
      count === null ? null : CERTIFICATE_TEXTS[locale].operations(count),
      amountText(asset, units),
      cop === null || asset === 'COP' ? null : amountText('COP', cop),
    ]
      .filter((part) => part !== null)
      .join(' · '),
  }))
