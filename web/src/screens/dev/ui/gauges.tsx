/** The five counts of the verification dashboard, the two volumes of a person, and a ring chart. */
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../ui/amount.tsx'
import { formatCop } from '../../../ui/amount-format.ts'
import { Card } from '../../../ui/card.tsx'
import { Gauge } from '../../../ui/gauge.tsx'
import { formatShare } from '../../../ui/percent-format.ts'
import { RingChart } from '../../../ui/ring-chart.tsx'
import classes from './dev-ui.module.css'

const COUNTS = [
  ['pending', 41],
  ['notFinished', 187],
  ['finished', 1_204],
  ['inProgress', 96],
  ['toUpdate', 0],
] as const
const TOTAL = COUNTS.reduce((sum, [, count]) => sum + count, 0)
const MAXIMUM_CENTS = 130_000_000_000n
const SHARES = [
  ['BTC', 62, 'var(--mantine-color-gold-5)'],
  ['COP', 38, 'var(--mantine-primary-color-filled)'],
] as const

export function Gauges() {
  const { t } = useTranslation('dev-ui')
  return (
    <Card title={t('gauges.title')}>
      <div className={classes.gauges}>
        {COUNTS.map(([name, count]) => (
          <Gauge key={name} label={t(`gauges.${name}`)} part={count} total={TOTAL} shape="circle" size={104} />
        ))}
      </div>
      <div className={classes.columns}>
        <Gauge label={t('gauges.deposits')} part={84_512_345_600n} total={MAXIMUM_CENTS} format={formatCop} size={152} />
        <Gauge
          label={t('gauges.withdrawals')}
          part={131_000_000_000n}
          total={MAXIMUM_CENTS}
          format={formatCop}
          size={152}
          color="var(--mantine-color-error)"
        />
        <RingChart
          label={t('gauges.portfolio')}
          slices={SHARES.map(([name, percent, color]) => ({
            key: name,
            name,
            color,
            percent,
            percentText: formatShare(percent, 100),
            amount: <Amount value={BigInt(percent) * 1_000_000n} asset="COP" withUnit={false} />,
          }))}
        />
      </div>
    </Card>
  )
}
