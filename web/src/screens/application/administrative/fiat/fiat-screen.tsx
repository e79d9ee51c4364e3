/** /application/administrative/financial/fiat, 'Fiat' (ADM-15): bank deposits and withdrawals of all customers. */
import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { TRANSACTION_TYPE } from '@tunjo/contract/money-reports'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { FiatTable } from './fiat-table.tsx'

const ID = /^[\w-]{1,80}$/
const TABS = ['deposits', 'withdrawals'] as const

export default function FiatScreen() {
  const { t } = useTranslation('officer-money')
  const navigate = useNavigate()
  const { tab: asked, transactionId: linked } = useSearch({ strict: false })
  const transactionId = typeof linked === 'string' && ID.test(linked) ? linked : ''
  const tab = asked === 'withdrawals' ? 'withdrawals' : 'deposits'
  return (
    <>
      <PageHeader title={t('fiat.title')} text={t('fiat.text')} />
      <Tabs
        value={tab}
        onChange={(next) => void navigate({ to: '.', search: { tab: next === 'withdrawals' ? next : undefined }, resetScroll: false })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('fiat.title')}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`fiat.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="deposits" pt="md">
          <FiatTable key={transactionId} transactionType={TRANSACTION_TYPE.deposit} transactionId={transactionId} />
        </Tabs.Panel>
        <Tabs.Panel value="withdrawals" pt="md">
          <FiatTable key={transactionId} transactionType={TRANSACTION_TYPE.withdrawal} transactionId={transactionId} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
