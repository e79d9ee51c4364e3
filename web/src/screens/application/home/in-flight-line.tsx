/** One line for all operations in flight. Its place is always reserved, so that the layout does not shift. */
import { IconChevronRight, IconClockHour4 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OwnAmount } from '../../../parts/portfolio/own-amount.tsx'
import classes from './money-summary.module.css'
import { useInFlight } from './use-in-flight.ts'

export function InFlightLine() {
  const { t } = useTranslation(['home', 'money'])
  const { count, only, to } = useInFlight()
  if (count === 0) return <p className={classes.flight}>{t('home:inFlight.none')}</p>
  return (
    <Link to={to} className={classes.flight} data-moving>
      <IconClockHour4 size={18} aria-hidden />
      <span>
        {only ? (
          <>
            {t(`money:kind.${only.kind}`)} <OwnAmount value={only.amount} asset="COP" /> {t('home:inFlight.one')}
          </>
        ) : (
          t('home:inFlight.some', { count })
        )}
      </span>
      <IconChevronRight size={18} aria-hidden className={classes.flightEnd} />
    </Link>
  )
}
