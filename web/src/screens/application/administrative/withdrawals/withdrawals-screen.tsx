/** /application/administrative/withdrawals, 'Administración de retiros' (ADM-15): withdrawals, and deposits that need an officer. */
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { withdrawalQueueQuery } from '../../../../api/officer-money.ts'
import { StoppedNotice } from '../../../../parts/stopped-notice.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { WithdrawalQueue } from './withdrawal-queue.tsx'
import classes from './withdrawals.module.css'

const waiting = <RowsSkeleton rows={6} />
const TokenWithdrawals = lazyComponent(async () => (await import('./token-withdrawals-tab.tsx')).TokenWithdrawalsTab, { waiting })
const Deposits = lazyComponent(async () => (await import('./deposits-tab.tsx')).DepositsTab, { waiting })
const Transfers = lazyComponent(async () => (await import('./transfers/transfers-tab.tsx')).TransfersTab, { waiting })
const TOKENS_IN_REVIEW = withdrawalQueueQuery({ rail: 'token', stage: 'review', pageIndex: 0, size: 1 })
const TABS = ['withdrawals', 'tokens', 'deposits', 'transfers'] as const

export default function WithdrawalsScreen() {
  const { t } = useTranslation('officer-money')
  const navigate = useNavigate()
  const { tab: asked } = useSearch({ strict: false })
  const tab = TABS.find((name) => name === asked) ?? 'withdrawals'
  const inReview = useQuery(TOKENS_IN_REVIEW).data?.total ?? 0
  return (
    <>
      <PageHeader title={t('withdrawals.title')} text={t('withdrawals.text')} />
      <StoppedNotice />
      <Tabs
        value={tab}
        onChange={(next) => void navigate({ to: '.', search: { tab: next === 'withdrawals' ? undefined : next }, resetScroll: false })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('withdrawals.title')}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {name === 'tokens' && inReview > 0 ? `${t('tabs.tokens')} (${inReview})` : t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="withdrawals" pt="md">
          <WithdrawalQueue rail="bank" />
        </Tabs.Panel>
        <Tabs.Panel value="tokens" pt="md" className={classes.cards}>
          <TokenWithdrawals />
        </Tabs.Panel>
        <Tabs.Panel value="deposits" pt="md" className={classes.cards}>
          <Deposits />
        </Tabs.Panel>
        <Tabs.Panel value="transfers" pt="md" className={classes.cards}>
          <Transfers />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
