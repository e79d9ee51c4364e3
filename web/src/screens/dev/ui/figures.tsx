/** Formats of amounts, times, percentages, hashes and addresses, and state badges. */
import { useTranslation } from 'react-i18next'
import { Address } from '../../../ui/address.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { Card } from '../../../ui/card.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { Hash } from '../../../ui/hash.tsx'
import { Percent } from '../../../ui/percent.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Summary } from '../../../ui/summary.tsx'
import classes from './dev-ui.module.css'
import { SAMPLE_ADDRESS, SAMPLE_HASH, SAMPLE_MOMENT } from './samples.ts'

const KINDS = ['done', 'waiting', 'failed', 'neutral'] as const
const BITCOIN = { code: 'BTC', scale: 8 }

export function Figures() {
  const { t } = useTranslation('dev-ui')
  return (
    <Card title={t('figures.title')}>
      <div className={classes.columns}>
        <Summary
          lines={[
            { name: t('figures.amount'), value: <Amount value={123_456_789n} asset="COP" /> },
            { name: t('figures.amountIn'), value: <Amount value={1_300_000_000n} asset="COP" direction="in" /> },
            { name: t('figures.amountOut'), value: <Amount value={45_000_000n} asset="COP" direction="out" /> },
            { name: t('figures.token'), value: <Amount value={1_234_500n} asset={BITCOIN} /> },
            { name: t('figures.big'), value: <Amount value={987_654_321_00n} asset="COP" size="lg" />, strong: true },
          ]}
        />
        <Summary
          lines={[
            { name: t('figures.date'), value: <DateTime value={SAMPLE_MOMENT} /> },
            { name: t('figures.day'), value: <DateTime value={SAMPLE_MOMENT} as="day" /> },
            { name: t('figures.percent'), value: <Percent part={2} total={3} /> },
            { name: t('figures.hash'), value: <Hash value={SAMPLE_HASH} what={t('figures.hashWhat')} /> },
            { name: t('figures.address'), value: <Address value={SAMPLE_ADDRESS} /> },
          ]}
        />
      </div>
      <div className={classes.row} style={{ marginTop: 16 }}>
        {KINDS.map((kind) => (
          <StatusBadge key={kind} kind={kind}>
            {t(`status.${kind}`)}
          </StatusBadge>
        ))}
      </div>
    </Card>
  )
}
