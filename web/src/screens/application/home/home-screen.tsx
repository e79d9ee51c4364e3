/** /application: prices, limits, portfolio, last movements (MON-02). */
import { useTranslation } from 'react-i18next'
import { FirstAnswers } from '../../../parts/first-answers.tsx'
import { LimitsCard } from '../../../parts/limits-card.tsx'
import { MoneyInFlight } from '../../../parts/movements/money-in-flight.tsx'
import { PayoutNotices } from '../../../parts/payout-wait/payout-notices.tsx'
import { VerifyFirst } from '../../../parts/verify-first.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import classes from './home.module.css'
import { HomePortfolio } from './home-portfolio.tsx'
import { LastTransactions } from './last-transactions.tsx'
import { PriceCards } from './price-cards.tsx'

/** Prices, limits, portfolio. */
const PLACES = [120, 150, 320] as const

export default function HomeScreen() {
  const { t } = useTranslation('home')
  return (
    <>
      <PageHeader title={t('title')} />
      <FirstAnswers heights={PLACES}>
        <div className={classes.page}>
          <VerifyFirst />
          <PayoutNotices />
          <MoneyInFlight />
          <PriceCards />
          <LimitsCard />
          <div className={classes.columns}>
            <HomePortfolio />
            <LastTransactions />
          </div>
        </div>
      </FirstAnswers>
    </>
  )
}
