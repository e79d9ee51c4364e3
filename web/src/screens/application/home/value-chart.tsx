/** Chart of the balances' value over time. It loads after the rest of the page, into a reserved place. */
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { VALUE_PERIODS, type ValueHistory, type ValuePeriod } from '@tunjo/contract/wallets'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { valueQuery } from '../../../api/wallets.ts'
import { useIsPageReady } from '../../../parts/page-ready.ts'
import { useHiddenBalances } from '../../../parts/portfolio/hidden-balances.ts'
import { OwnAmount } from '../../../parts/portfolio/own-amount.tsx'
import { formatCop } from '../../../ui/amount-format.ts'
import { DateTime, formatDate } from '../../../ui/date-time.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { ValueLine } from '../../../ui/value-line.tsx'
import classes from './money-summary.module.css'

export function ValueChart() {
  const { t } = useTranslation('home')
  const [period, setPeriod] = useState<ValuePeriod>('month')
  const isPageReady = useIsPageReady()
  const history = useQuery({ ...valueQuery(period), enabled: isPageReady })
  return (
    <div className={classes.chart}>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('value.period')}
        value={period}
        onChange={(value) => setPeriod(VALUE_PERIODS.find((each) => each === value) ?? 'month')}
        data={VALUE_PERIODS.map((value) => ({ value, label: t(`value.${value}`) }))}
      />
      <div className={classes.drawing}>{drawingOf(history)}</div>
    </div>
  )
}

function drawingOf({ data, error, refetch }: { data: ValueHistory | undefined; error: Error | null; refetch: () => unknown }): ReactNode {
  if (data) return <Drawing history={data} />
  if (error) return <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
  return <BlockSkeleton height={132} />
}

function Drawing({ history: { points } }: { history: ValueHistory }) {
  const { t } = useTranslation('home')
  const isHidden = useHiddenBalances()
  const [first, last] = [points.find(({ valueCop }) => valueCop !== null), points.at(-1)]
  if (!first || !last || points.every(({ valueCop }) => !valueCop)) return <p className={classes.empty}>{t('value.empty')}</p>
  const from = { date: formatDate(new Date(first.at), 'day'), value: formatCop(first.valueCop ?? 0n) }
  const label = isHidden || last.valueCop === null ? t('value.hidden') : t('value.label', { ...from, now: formatCop(last.valueCop) })
  return (
    <>
      <div className={classes.line}>
        <ValueLine label={label} values={points.map(({ valueCop }) => (valueCop === null ? null : Number(valueCop)))} />
      </div>
      <div className={classes.ends} aria-hidden>
        <span>
          <DateTime value={new Date(first.at)} as="day" /> ·{' '}
          <OwnAmount value={first.valueCop ?? 0n} asset="COP" withUnit={false} size="sm" />
        </span>
        <span>{t('value.now')}</span>
      </div>
    </>
  )
}
