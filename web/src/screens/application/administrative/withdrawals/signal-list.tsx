/** Risk signals of a withdrawal, as words in its row. */
import type { WithdrawalInQueue } from '@tunjo/contract/withdrawal-queue'
import { useTranslation } from 'react-i18next'
import { type Signal, signalsOf } from './signals.ts'
import { pesosOf } from './withdrawal-figure.tsx'
import classes from './withdrawals.module.css'

export function SignalList({ withdrawal }: { withdrawal: WithdrawalInQueue }) {
  const { t } = useTranslation('officer-money')
  const signals = signalsOf(withdrawal, pesosOf(withdrawal))
  const word = (signal: Signal) =>
    signal === 'alerts' ? t('signal.alerts', { count: withdrawal.risk.openAlerts.length }) : t(`signal.${signal}`)
  if (signals.length === 0) return <span className={classes.quiet}>{t('withdrawals.noSignals')}</span>
  return <span className={classes.signals}>{signals.map(word).join(' · ')}</span>
}
