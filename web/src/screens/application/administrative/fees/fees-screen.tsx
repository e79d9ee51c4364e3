/**
 * /application/administrative/fees, 'Taker/Maker fees' (ADM-15): current costs of an exchange, a sample calculation, and collected fees.
 */
import { useQuery } from '@tanstack/react-query'
import type { TradeFees } from '@tunjo/contract/trade-fees'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { displaySymbol } from '../../../../api/display-symbol.ts'
import { errorText } from '../../../../api/error-text.ts'
import { tradeFeesQuery } from '../../../../api/trade-fees.ts'
import { AssetAmount } from '../../../../parts/asset-amount.tsx'
import { formatPercent, formatUsd } from '../../../../parts/price-figures.ts'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import classes from './fees.module.css'
import { SampleCard } from './sample-card.tsx'
import { VersionsCard } from './versions-card.tsx'

export default function FeesScreen() {
  const { t } = useTranslation('fees')
  const fees = useQuery(tradeFeesQuery)
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      {fees.isPending && <RowsSkeleton rows={6} />}
      {fees.isLoadingError && <ErrorState message={errorText(fees.error)} onRetry={() => void fees.refetch()} />}
      {fees.data && (
        <div className={classes.cards}>
          <Card title={t('schedule')}>
            <DataTable
              label={t('schedule')}
              columns={columnsOf(t)}
              rows={fees.data.pairs}
              rowKey={({ sold, bought }) => `${sold}-${bought}`}
            />
          </Card>
          <VersionsCard />
          <SampleCard />
          <Taken taken={fees.data.taken} />
        </div>
      )}
    </>
  )
}

type Pair = TradeFees['pairs'][number]

const columnsOf = (t: TFunction<'fees'>): Column<Pair>[] => [
  { key: 'pair', header: t('pair'), render: ({ sold, bought }) => t('way', { from: sold, to: bought }), isLead: true },
  { key: 'taker', header: t('taker'), align: 'right', render: ({ taker }) => formatPercent(taker) },
  { key: 'maker', header: t('maker'), align: 'right', render: ({ maker }) => formatPercent(maker) },
  { key: 'pools', header: t('pools'), render: ({ routes }) => <Routes routes={routes} /> },
  { key: 'minimum', header: t('minimum'), align: 'right', render: ({ sold, minimum }) => <AssetAmount asset={sold} text={minimum} /> },
]

function Routes({ routes }: Pick<Pair, 'routes'>) {
  return (
    <ul className={classes.routes}>
      {routes.map(({ path, percent }) => (
        <li key={path.join()}>
          {formatPercent(percent)} <span className={classes.path}>{path.map(displaySymbol).join(' → ')}</span>
        </li>
      ))}
    </ul>
  )
}

function Taken({ taken: { from, networkFees, houseFees, paidUsd, gasUsd } }: Pick<TradeFees, 'taken'>) {
  const { t } = useTranslation('fees')
  return (
    <Card title={t('taken')}>
      <p className={classes.note}>
        {t('takenText')} <DateTime value={new Date(from)} />
      </p>
      <Summary
        label={t('taken')}
        lines={[
          ...(houseFees.length === 0 ? [{ name: t('platform'), value: t('nothing') }] : []),
          ...houseFees.map(({ asset, orders, amount }) => ({
            name: t('platformIn', { asset, count: orders }),
            value: <AssetAmount asset={asset} text={amount} />,
          })),
          ...networkFees.map(({ asset, orders, amount }) => ({
            name: t('network', { asset, count: orders }),
            value: <AssetAmount asset={asset} text={amount} />,
          })),
          { name: t('paid'), value: formatUsd(paidUsd, 'down') },
          { name: t('gas'), value: formatUsd(gasUsd, 'up') },
        ]}
      />
    </Card>
  )
}
