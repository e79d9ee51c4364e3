/** Prices of one BTC and one USDT in pesos, with source and age. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { priceQuery } from '../../../api/pricing.ts'
import { SOURCE_NAME } from '../../../parts/price-source-names.ts'
import { Age } from '../../../ui/age.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FigureSkeleton } from '../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TokenIcon } from '../../../ui/token-icon.tsx'
import classes from './home.module.css'
import { bitcoinInCop, type CardPrice, dollarInCop } from './price-in-cop.ts'

const TWO_DECIMALS = { minimum: 2, maximum: 2 }

export function PriceCards() {
  const { t } = useTranslation('home')
  const bitcoin = useQuery(priceQuery('BTCUSDT'))
  const dollar = useQuery(priceQuery('COPUSDT'))
  const readAtMs = Math.min(bitcoin.dataUpdatedAt, dollar.dataUpdatedAt)
  const failed = [bitcoin, dollar].find(({ isLoadingError }) => isLoadingError)
  const retry = () => void Promise.all([bitcoin.refetch(), dollar.refetch()])

  function content(priceOf: (bitcoinPrice: NonNullable<typeof bitcoin.data>, dollarPrice: NonNullable<typeof dollar.data>) => CardPrice) {
    if (!bitcoin.data || !dollar.data) return <FigureSkeleton />
    return <Price price={priceOf(bitcoin.data, dollar.data)} readAtMs={readAtMs} />
  }

  if (failed)
    return (
      <Card title={t('prices')}>
        <ErrorState message={errorText(failed.error)} onRetry={retry} />
      </Card>
    )
  return (
    <div className={classes.prices}>
      <PriceCard symbol="BTC">{content(bitcoinInCop)}</PriceCard>
      <PriceCard symbol="USDT">{content((_bitcoin, price) => dollarInCop(price))}</PriceCard>
    </div>
  )
}

function PriceCard({ symbol, children }: { symbol: string; children: ReactNode }) {
  const { t } = useTranslation('home')
  return (
    <Card>
      <div className={classes.price}>
        <span className={classes.priceHead}>
          <TokenIcon symbol={symbol} />
          <span translate="no">{t('priceOf', { symbol })}</span>
        </span>
        {children}
      </div>
    </Card>
  )
}

function Price({ price, readAtMs }: { price: CardPrice; readAtMs: number }) {
  const { t } = useTranslation('home')
  return (
    <>
      <p className={classes.priceFigure}>
        <Amount value={price.cents} asset="COP" fraction={TWO_DECIMALS} />
      </p>
      <p className={classes.priceNote}>
        {price.stale && <StatusBadge kind="waiting">{t('stale')}</StatusBadge>}
        <span>
          {price.sources.map((source) => SOURCE_NAME[source]).join(' × ')} · <Age ageMs={price.ageMs} readAtMs={readAtMs} />
        </span>
      </p>
    </>
  )
}
