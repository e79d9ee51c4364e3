/** /application/cuentas: the person's bank accounts (BANK-01). */
import { useTranslation } from 'react-i18next'
import { AccountList } from '../../../parts/bank-accounts/account-list.tsx'
import { HoldNotice } from '../../../parts/payout-wait/hold-notice.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

export default function AccountsScreen() {
  const { t } = useTranslation('accounts')
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <HoldNotice />
      <Card>
        <AccountList />
      </Card>
    </>
  )
}
