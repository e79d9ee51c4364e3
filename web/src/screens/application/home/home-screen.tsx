/** /application: balance and actions, then prices, portfolio, last movements and limits (MON-02). */
import { useTranslation } from 'react-i18next'
import { LimitsCard } from '../../../parts/limits-card.tsx'
import { LoadingGate } from '../../../parts/loading-gate.tsx'
import { PayoutNotices } from '../../../parts/payout-wait/payout-notices.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import classes from './home.module.css'
import { HomePortfolio } from './home-portfolio.tsx'
import { LastTransactions } from './last-transactions.tsx'
import { MoneySummary } from './money-summary.tsx'
import { NextStep } from './next-step.tsx'
import { PriceCards } from './price-cards.tsx'
import { TaxNotice } from './tax-notice.tsx'

/** Reserved heights of balance, portfolio and prices. */
const PLACES = [250, 320, 120] as const

export default function HomeScreen() {
  const { t } = useTranslation('home')
  return (
    <>
      <PageHeader title={t('title')} />
      <LoadingGate heights={PLACES}>
        <div className={classes.page}>
          <MoneySummary />
          <NextStep />
          <TaxNotice />
          <PayoutNotices />
          <div className={classes.columns}>
            <HomePortfolio />
            <LastTransactions />
          </div>
          <PriceCards />
          <LimitsCard />
        </div>
      </LoadingGate>
    </>
  )
}
