/** Ring chart of shares, with a table of the same figures next to it. */
import { RingProgress } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ring-chart.module.css'

export interface RingSlice {
  key: string
  name: string
  color: string
  /** Percentage with two decimals; only for drawing. */
  percent: number
  percentText: string
  amount: ReactNode
}

interface RingChartProps {
  label: string
  slices: readonly RingSlice[]
  center?: ReactNode
}

export function RingChart({ label, slices, center }: RingChartProps) {
  const { t } = useTranslation('ui')
  const sections = slices.filter((slice) => slice.percent > 0).map((slice) => ({ value: slice.percent, color: slice.color }))
  return (
    <div className={classes.chart}>
      <div aria-hidden>
        <RingProgress
          size={176}
          thickness={18}
          sections={sections}
          rootColor="var(--tunjo-line)"
          label={<div className={classes.center}>{center}</div>}
        />
      </div>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('chart.name')}</th>
            <th scope="col">{t('chart.amount')}</th>
            <th scope="col">{t('chart.share')}</th>
          </tr>
        </thead>
        <tbody>
          {slices.map((slice) => (
            <tr key={slice.key}>
              <th scope="row">
                <span className={classes.swatch} style={{ background: slice.color }} aria-hidden />
                {slice.name}
              </th>
              <td>{slice.amount}</td>
              <td>{slice.percentText}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
