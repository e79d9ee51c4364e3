/** Onboarding steps of a person without a swap: verify, deposit, swap. */
import { Button } from '@mantine/core'
import { IconArrowsExchange, IconBuildingBank } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { useTranslation } from 'react-i18next'
import { tradesQuery } from '../../../api/trading.ts'
import { totalQuery } from '../../../api/wallets.ts'
import { StepBanner } from '../../../parts/step-banner.tsx'
import { VerifyFirst } from '../../../parts/verify-first.tsx'
import { useAccount } from '../../../session.ts'
import { useInFlight } from './use-in-flight.ts'

export function NextStep() {
  const isUnverified = useAccount()?.state === ACCOUNT_STATE.unverified
  return isUnverified ? <VerifyFirst /> : <FirstMoney />
}

function FirstMoney() {
  const { t } = useTranslation('home')
  const { data: trades } = useQuery(tradesQuery(1))
  const { data: total } = useQuery(totalQuery)
  const inFlight = useInFlight()
  if (!trades || trades.length > 0 || !total) return null
  if (total.knownCop > 0n || total.withoutPrice.length > 0)
    return (
      <StepBanner
        icon={<IconArrowsExchange size={28} stroke={1.5} />}
        title={t('next.swap.title')}
        text={t('next.swap.text')}
        action={<Button renderRoot={(props) => <Link to="/application/trade" {...props} />}>{t('next.swap.action')}</Button>}
      />
    )
  if (inFlight.count > 0) return null
  return (
    <StepBanner
      icon={<IconBuildingBank size={28} stroke={1.5} />}
      title={t('next.deposit.title')}
      text={t('next.deposit.text')}
      action={
        <Button renderRoot={(props) => <Link to="/application/wallets" search={{ abrir: 'abono' }} {...props} />}>
          {t('next.deposit.action')}
        </Button>
      }
    />
  )
}
