/** Sources and ages of the reference prices of a swap. Where one is in doubt, the exchange stops and says so; reading never stops. */
import { useQuery } from '@tanstack/react-query'
import type { Pair } from '@tunjo/contract/pricing'
import { useTranslation } from 'react-i18next'
import { priceQuery } from '../../../api/pricing.ts'
import { SOURCE_NAME } from '../../../parts/price-source-names.ts'
import { Age } from '../../../ui/age.tsx'
import classes from './swap-panel.module.css'

export function PriceSources({ symbols }: { symbols: readonly string[] }) {
  const { t } = useTranslation('trade')
  const bitcoin = useReference('BTCUSDT', symbols.includes('BTC'))
  const dollar = useReference('COPUSDT', symbols.includes('COP'))
  const prices = [bitcoin, dollar].filter((price) => price !== null)
  const doubtful = prices.find(({ stale }) => stale)
  return (
    <>
      {prices.length > 0 && (
        <span className={classes.quiet}>
          {t('sources.label')}{' '}
          {prices.map(({ pair, source, ageMs, readAtMs }, index) => (
            <span key={pair}>
              {index > 0 && ' · '}
              {SOURCE_NAME[source]}, <Age ageMs={ageMs} readAtMs={readAtMs} />
            </span>
          ))}
        </span>
      )}
      {doubtful && (
        <p className={classes.hint} role="status">
          {t(doubtful.frozen ? 'sources.frozen' : 'sources.old')}
        </p>
      )}
    </>
  )
}

function useReference(pair: Pair, enabled: boolean) {
  const { data, dataUpdatedAt: readAtMs } = useQuery({ ...priceQuery(pair), enabled })
  return enabled && data ? { ...data, readAtMs } : null
}
