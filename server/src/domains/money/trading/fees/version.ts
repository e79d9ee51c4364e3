/** Version of the platform fee. Plain values. */

import { figureOfText, formatFigure } from '@tunjo/contract/amount-text'
import { FEE_PAIRS, type FeePair, type FeeRates, type FeeTier, FIRST_FEE_RATES } from '@tunjo/contract/fee-schedule'
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { type Refusal, refusal } from '../../../../platform/http/refusal.ts'
import { type Decision, type Version as Effective, mayBegin } from '../../../../platform/versions/effective.ts'
import { APPROVAL_WORDS } from '../approval-words.ts'

export interface Version extends Effective {
  readonly rates: FeeRates
}
export type DecidedVersion = Version & { readonly decision: Decision | null }

/** Included in the product. */
export const FIRST_VERSION: DecidedVersion = { version: 1, rates: FIRST_FEE_RATES, from: new Date(0), decision: null }

/** Earlier quotes are never changed. */
export const checkDay = (fromDay: string | null, now: Date): Refusal | null =>
  mayBegin(fromDay, now) ? null : refusal('trading.fees_date_out_of_bounds')

export const checkChanges = (newest: FeeRates, wanted: FeeRates): Refusal | null =>
  changedPairs(newest, wanted).length === 0 ? refusal('trading.fees_same') : null

export const changedPairs = (before: FeeRates, after: FeeRates): FeePair[] =>
  FEE_PAIRS.filter((pair) => textOfTiers(before[pair]) !== textOfTiers(after[pair]))

/** Text of the tiers: `0,25 % taker, 0,1 % maker; desde 50.000.000 COP: …` */
export const textOfTiers = (tiers: readonly FeeTier[], locale: Locale = DEFAULT_LOCALE): string =>
  tiers
    .map(({ fromCop, takerBps, makerBps }) => {
      const from = fromCop === '0' ? '' : APPROVAL_WORDS[locale].tierFrom(`${figureOfText(fromCop)} COP`)
      return `${from}taker ${percentOf(takerBps)} %, maker ${percentOf(makerBps)} %`
    })
    .join('; ')

const percentOf = (bps: number): string => formatFigure(BigInt(bps), 2)
