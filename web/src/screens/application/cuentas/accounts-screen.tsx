/** /application/cuentas: the person's bank accounts (BANK-01) and saved addresses (MON-07). */
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accountsQuery } from '../../../api/payments.ts'
import { AccountList } from '../../../parts/bank-accounts/account-list.tsx'
import { HoldNotice } from '../../../parts/payout-wait/hold-notice.tsx'
import { AddressBook } from '../../../parts/token-withdrawal/address-book.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

export default function AccountsScreen() {
  const { t } = useTranslation(['accounts', 'send'])
  const accounts = useQuery(accountsQuery)
  return (
    <>
      <PageHeader title={t('accounts:title')} text={t('accounts:text')} />
      <HoldNotice />
      <Stack>
        <Card title={t('accounts:banks')}>
          <AccountList />
        </Card>
        {/* The height of the list above is unknown: the part below is rendered with it, so that the layout does not shift. */}
        <div hidden={accounts.isPending}>
          <Card title={t('send:book.title')}>
            <Text c="dimmed" size="sm" mb="sm">
              {t('send:book.text')}
            </Text>
            <AddressBook />
          </Card>
        </div>
      </Stack>
    </>
  )
}
