/** Data table of the chart, its text alternative, newest first. */
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../ui/date-time.tsx'
import classes from './chart.module.css'
import type { ChartPoint } from './chart-points.ts'
import { priceText } from './price-text.ts'

export default function PriceTable({ points, label }: { points: readonly ChartPoint[]; label: string }) {
  const { t } = useTranslation('chart')
  const hasCandles = points[0]?.open !== null
  return (
    // The region scrolls, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            {hasCandles && (
              <>
                <th scope="col">{t('open')}</th>
                <th scope="col">{t('high')}</th>
                <th scope="col">{t('low')}</th>
              </>
            )}
            <th scope="col">{t(hasCandles ? 'close' : 'price')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ time, open, high, low, close }) => (
            <tr key={time}>
              <th scope="row">
                <DateTime value={new Date(time * 1000)} />
              </th>
              {hasCandles &&
                [open, high, low].map((price, index) => <td key={COLUMNS[index]}>{price === null ? '' : priceText(price)}</td>)}
              <td>{priceText(close)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const COLUMNS = ['open', 'high', 'low']
