/** Sources and ages of the reference prices of a swap. Where one is in doubt, the exchange stops and says so; reading never stops. */
import { useQuery } from '@tanstack/react-query'
import type { Pair, PriceRefusal } from '@tunjo/contract/pricing'
import { useTranslation } from 'react-i18next'
import { priceQuery } from '../../../api/pricing.ts'
import { SOURCE_NAME } from '../../../parts/price-source-names.ts'
import { Age } from '../../../ui/age.tsx'
import classes from './swap-panel.module.css'

const PAIR_NAME: Readonly<Record<Pair, string>> = { BTCUSDT: 'BTC/USDT', COPUSDT: 'USDT/COP' }
const REASON = {
  'pricing.sources_disagree': 'sources.frozen',
  'pricing.sources_too_few': 'sources.few',
  'pricing.price_stale': 'sources.old',
} as const satisfies Record<PriceRefusal, string>

export function PriceSources({ symbols }: { symbols: readonly string[] }) {
  const { t } = useTranslation('trade')
  const bitcoin = useReference('BTCUSDT', symbols.includes('BTC'))
  const dollar = useReference('COPUSDT', symbols.includes('COP'))
  const prices = [bitcoin, dollar].filter((price) => price !== null)
  const refusal = prices.find((price) => price.refusal)?.refusal
  const isOneSource = new Set(prices.map(({ source }) => source)).size === 1
  // A source of several pairs is named once, with the age of the older price.
  const shown = isOneSource ? prices.toSorted((one, other) => bornAt(one) - bornAt(other)).slice(0, 1) : prices
  return (
    <>
      {shown.length > 0 && (
        <span className={classes.quiet}>
          {t('sources.label')}{' '}
          {shown.map(({ pair, source, ageMs, readAtMs }, index) => (
            <span key={pair}>
              {index > 0 && ' · '}
              {!isOneSource && <span translate="no">{PAIR_NAME[pair]} </span>}
              {SOURCE_NAME[source]}, <Age ageMs={ageMs} readAtMs={readAtMs} />
            </span>
          ))}
        </span>
      )}
      {refusal && (
        <p className={classes.hint} role="status">
          {t(REASON[refusal])}
        </p>
      )}
    </>
  )
}

const bornAt = ({ readAtMs, ageMs }: { readAtMs: number; ageMs: number }): number => readAtMs - ageMs

function useReference(pair: Pair, enabled: boolean) {
  const { data, dataUpdatedAt: readAtMs } = useQuery({ ...priceQuery(pair), enabled })
  return enabled && data ? { ...data, readAtMs } : null
}
