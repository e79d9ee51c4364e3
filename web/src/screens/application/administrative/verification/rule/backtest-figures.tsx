/** Result of a backtest: new, missing and unchanged alerts, and their cost in officer time. */
import type { Backtest } from '@tunjo/contract/alert-backtests'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import classes from '../../../../../parts/alert-rules/rules.module.css'
import { group } from '../../../../../ui/amount-format.ts'

/** Below this, minutes are more precise than hours. */
const HOURS_FROM_MINUTES = 90

export function BacktestFigures({ backtest }: { backtest: Backtest }) {
  const { t } = useTranslation('alert-rules')
  const { onlyNew, onlyOld, both, minutesPerAlert, isMeasured, failures } = backtest
  const time = (alerts: number) => timeText(t, alerts * minutesPerAlert)
  return (
    <>
      <dl className={classes.figures} aria-label={t('backtest.figures')}>
        {(['onlyNew', 'onlyOld', 'both'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`backtest.${name}`)}</dt>
            <dd>{group(String(backtest[name]))}</dd>
          </div>
        ))}
      </dl>
      {onlyNew + onlyOld + both > 0 && (
        <p className={classes.text}>
          {t('backtest.cost', {
            proposed: time(onlyNew + both),
            present: time(onlyOld + both),
            minutes: minutesPerAlert,
            how: t(isMeasured ? 'backtest.measured' : 'backtest.estimated'),
          })}
        </p>
      )}
      {failures > 0 && <p className={classes.text}>{t('backtest.failures', { count: failures })}</p>}
    </>
  )
}

function timeText(t: TFunction<'alert-rules'>, minutes: number): string {
  const hours = Math.round(minutes / 60)
  return minutes < HOURS_FROM_MINUTES
    ? t('backtest.minutes', { count: minutes, figure: minutes })
    : t('backtest.hours', { count: hours, figure: group(String(hours)) })
}
