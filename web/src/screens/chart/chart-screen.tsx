/** /chart/:tokenIn/:tokenOut (contract addresses): the price of one token in the other, designed for an iframe (EX-09). */
import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconChartCandle, IconChartLine, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chainAssetsQuery } from '../../api/blockchain.ts'
import { displaySymbol } from '../../api/display-symbol.ts'
import { errorText } from '../../api/error-text.ts'
import { usePageTitle } from '../../parts/frames/use-page-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { usePathParam } from '../../ui/use-path-param.ts'
import { Change } from './change.tsx'
import classes from './chart.module.css'
import { type ChartPair, chartPair, RANGES, type RangeName, summarize } from './chart-points.ts'
import { priceText } from './price-text.ts'
import { useChartPoints } from './use-chart-points.ts'

const Drawing = lazyComponent(async () => (await import('./drawing.tsx')).default, { waiting: <Waiting /> })
/** Loaded on the click, since few people use it. */
const PriceTable = lazyComponent(async () => (await import('./price-table.tsx')).default, { waiting: <Waiting /> })

export default function ChartScreen() {
  const { t } = useTranslation('chart')
  const tokenIn = usePathParam('tokenIn')
  const tokenOut = usePathParam('tokenOut')
  const assets = useQuery(chainAssetsQuery)
  usePageTitle()
  const pair = pairOf()
  return (
    <main className={classes.page}>
      {pair ? (
        <PairChart pair={pair} />
      ) : (
        <>
          <VisuallyHidden component="h1">{t('heading')}</VisuallyHidden>
          {withoutPair()}
        </>
      )}
    </main>
  )

  function pairOf(): ChartPair | null {
    const symbolOf = (address: string) =>
      displaySymbol(assets.data?.find((asset) => asset.address?.toLowerCase() === address.toLowerCase())?.symbol ?? '')
    return chartPair(symbolOf(tokenIn), symbolOf(tokenOut))
  }

  function withoutPair() {
    if (assets.data) return <EmptyState icon={<IconChartLine size={28} stroke={1.5} />} title={t('unknownTitle')} text={t('unknownText')} />
    if (assets.error) return <ErrorState message={errorText(assets.error)} onRetry={() => void assets.refetch()} />
    return <Waiting />
  }
}

function PairChart({ pair }: { pair: ChartPair }) {
  const { t } = useTranslation('chart')
  const names = { base: pair.base, quote: pair.quote }
  const [range, setRange] = useState<RangeName>('day')
  const [isTable, setTable] = useState(false)
  const { points, error, retry } = useChartPoints(pair, range)
  const summary = points && summarize(points)
  return (
    <>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{t('title', names)}</h1>
          <p className={classes.price}>
            {summary ? priceText(summary.close) : '—'} <span className={classes.unit}>{pair.quote}</span>
            {summary && <Change bps={summary.changeBps} />}
          </p>
        </div>
        <SegmentedControl
          size="sm"
          aria-label={t('range')}
          data={Object.keys(RANGES).map((name) => ({ value: name, label: t(name as RangeName) }))}
          value={range}
          onChange={(value) => setRange(value as RangeName)}
        />
      </header>
      <div className={classes.body}>{content()}</div>
      <footer className={classes.foot}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={isTable ? <IconChartCandle size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          onClick={() => setTable(!isTable)}
        >
          {t(isTable ? 'drawing' : 'table')}
        </Button>
        <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer" className={classes.credit}>
          {t('credit')}
        </a>
      </footer>
    </>
  )

  function content() {
    if (!points) return error ? <ErrorState message={errorText(error)} onRetry={retry} /> : <Waiting />
    if (!summary) return <EmptyState icon={<IconChartLine size={28} stroke={1.5} />} title={t('emptyTitle')} text={t('emptyText')} />
    const { open, close, low, high } = summary
    const label = t('image', { ...names, open: priceText(open), close: priceText(close), low: priceText(low), high: priceText(high) })
    return isTable ? (
      <PriceTable points={points} label={t('tableLabel', names)} />
    ) : (
      <Drawing key={range} points={points} label={label} withClock={range !== 'year'} />
    )
  }
}

/** Empty placeholder: a grey block of this size would be more prominent than the chart. */
function Waiting() {
  const { t } = useTranslation('ui')
  return <div role="status" aria-label={t('loading')} className={classes.drawing} />
}
