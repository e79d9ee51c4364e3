/** Market change of the person's holdings in 24 hours. Deposits and withdrawals are no gain and no loss. */
import type { BalanceTotal } from '@tunjo/contract/wallets'
import { useTranslation } from 'react-i18next'
import { useHiddenBalances } from '../../../parts/portfolio/hidden-balances.ts'
import { Amount } from '../../../ui/amount.tsx'
import classes from './money-summary.module.css'

export function DayChange({ change }: { change: BalanceTotal['dayChange'] }) {
  const { t } = useTranslation('home')
  const isHidden = useHiddenBalances()
  if (!change) return t('change.unknown')
  const { cop, percentage } = change
  if (cop === 0n) return t('change.none')
  const share = percentage.replace('-', '').replace('.', ',').replace('%', ' %')
  return (
    <span className={classes.direction} data-direction={cop > 0n ? 'up' : 'down'}>
      <span aria-hidden>{cop > 0n ? '▲' : '▼'}</span>{' '}
      {!isHidden && (
        <>
          <Amount value={cop > 0n ? cop : -cop} asset="COP" direction={cop > 0n ? 'in' : 'out'} withUnit={false} />{' '}
        </>
      )}
      {t('change.share', { share: isHidden ? share : `(${share})` })}
    </span>
  )
}
