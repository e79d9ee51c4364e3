/** 'Historial de depositos y retiros', with server-side pages. */
import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CryptoMovements } from '../../../parts/crypto/crypto-movements.tsx'
import { FiatMovements } from '../../../parts/movements/fiat-movements.tsx'
import { Card } from '../../../ui/card.tsx'
import { Pages } from '../../../ui/pages.tsx'

/** MON-01. */
const PAGE_SIZE = 10
const COLUMNS = ['date', 'currency', 'amount', 'address', 'state', 'txid'] as const

export function WalletHistory() {
  const { t } = useTranslation(['wallets', 'money'])
  const [page, setPage] = useState(1)
  const [cryptoPage, setCryptoPage] = useState(1)
  return (
    <Card title={t('wallets:history')}>
      <Tabs defaultValue="fiat" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="crypto">{t('money:list.crypto')}</Tabs.Tab>
          <Tabs.Tab value="fiat">{t('money:list.fiat')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="crypto" pt="sm">
          <CryptoMovements
            label={t('wallets:history')}
            page={{ pageIndex: cryptoPage - 1, size: PAGE_SIZE }}
            columns={COLUMNS}
            footer={(_rows, pageCount) => <Pages current={cryptoPage} total={pageCount} onChange={setCryptoPage} />}
          />
        </Tabs.Panel>
        <Tabs.Panel value="fiat" pt="sm">
          <FiatMovements
            label={t('wallets:history')}
            request={{ kind: 'ALL', pageIndex: page - 1, size: PAGE_SIZE }}
            columns={COLUMNS}
            footer={(_rows, pageCount) => <Pages current={page} total={pageCount} onChange={setPage} />}
          />
        </Tabs.Panel>
      </Tabs>
    </Card>
  )
}
