/** Top of Inicio: total balance, its market change in a day, and the actions. */
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsExchange, IconDownload, IconEye, IconEyeOff, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { totalQuery } from '../../../api/wallets.ts'
import { hideBalances, useHiddenBalances } from '../../../parts/portfolio/hidden-balances.ts'
import { OwnAmount } from '../../../parts/portfolio/own-amount.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { DayChange } from './day-change.tsx'
import { InFlightLine } from './in-flight-line.tsx'
import classes from './money-summary.module.css'
import { ValueChart } from './value-chart.tsx'

export function MoneySummary() {
  const { t } = useTranslation(['home', 'money'])
  const headingId = useId()
  const total = useQuery(totalQuery)
  return (
    <section className={classes.summary} aria-labelledby={headingId}>
      <div className={classes.figures}>
        <div className={classes.head}>
          <h2 id={headingId} className={classes.label}>
            {t('home:total')}
          </h2>
          <HideSwitch />
        </div>
        {total.isLoadingError && <ErrorState message={errorText(total.error)} onRetry={() => void total.refetch()} />}
        {total.data && (
          <>
            <p className={classes.total}>
              <OwnAmount value={total.data.totalCop ?? total.data.knownCop} asset="COP" size="xl" />
            </p>
            <p className={classes.change}>
              {total.data.totalCop === null ? (
                t('money:portfolio.partial', { assets: total.data.withoutPrice.join(', ') })
              ) : (
                <DayChange change={total.data.dayChange} />
              )}
            </p>
          </>
        )}
        <Actions />
        <InFlightLine />
      </div>
      <ValueChart />
    </section>
  )
}

function HideSwitch() {
  const { t } = useTranslation('money')
  const isHidden = useHiddenBalances()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-pressed={isHidden}
      aria-label={t('hidden.switch')}
      onClick={() => hideBalances(!isHidden)}
    >
      {isHidden ? <IconEyeOff size={20} aria-hidden /> : <IconEye size={20} aria-hidden />}
    </ActionIcon>
  )
}

function Actions() {
  const { t } = useTranslation('home')
  return (
    <div className={classes.actions}>
      <Button
        leftSection={<IconDownload size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/application/wallets" search={{ abrir: 'abono' }} {...props} />}
      >
        {t('action.deposit')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/application/wallets" search={{ abrir: 'retiro' }} {...props} />}
      >
        {t('action.withdraw')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconArrowsExchange size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/application/trade" {...props} />}
      >
        {t('action.swap')}
      </Button>
    </div>
  )
}
