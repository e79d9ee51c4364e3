/** Used part of the monthly limit (KYC-02); while balances are hidden, only the limit. */
import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/error-text.ts'
import { depositVolumeQuery, type Volume, withdrawalVolumeQuery } from '../api/limits.ts'
import { defaultFraction, formatFigure } from '../ui/amount-format.ts'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import classes from './limits-card.module.css'
import { useHiddenBalances } from './portfolio/hidden-balances.ts'

/** Shown before the answer arrives: 1,300,000,000 pesos (KYC-02), in cents. */
const BEFORE_LOAD: Volume = { used: 0n, maximum: 130_000_000_000n }

export function LimitsCard() {
  const { t } = useTranslation('money')
  const deposits = useQuery(depositVolumeQuery)
  const withdrawals = useQuery(withdrawalVolumeQuery)
  const failed = [deposits, withdrawals].find(({ isLoadingError }) => isLoadingError)
  return (
    <Card title={t('limits.title')}>
      {failed ? (
        <ErrorState message={errorText(failed.error)} onRetry={() => void Promise.all([deposits.refetch(), withdrawals.refetch()])} />
      ) : (
        <div className={classes.limits}>
          <Limit name={t('limits.deposits')} volume={deposits.data ?? BEFORE_LOAD} />
          <Limit name={t('limits.withdrawals')} volume={withdrawals.data ?? BEFORE_LOAD} />
        </div>
      )}
    </Card>
  )
}

function Limit({ name, volume: { used, maximum } }: { name: string; volume: Volume }) {
  const { t } = useTranslation('money')
  const isHidden = useHiddenBalances()
  const most = { maximum: maximum === null ? '' : pesos(maximum) }
  const text = isHidden
    ? t(maximum === null ? 'limits.none' : 'limits.upTo', most)
    : t(maximum === null ? 'limits.unlimited' : 'limits.of', { used: pesos(used), ...most })
  return (
    <div>
      <div className={classes.head}>
        <span>{name}</span>
        <span className={classes.figures}>{text}</span>
      </div>
      {maximum !== null && !isHidden && <Progress value={percentOf(used, maximum)} aria-label={name} size="md" />}
    </div>
  )
}

const pesos = (cents: bigint): string => formatFigure(cents, 2, defaultFraction(cents, 2, true))
const percentOf = (used: bigint, maximum: bigint): number => (maximum === 0n ? 0 : Math.min(100, Number((used * 1000n) / maximum) / 10))
