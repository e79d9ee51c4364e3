/** Company capital by account, the available part, and each movement with its maker and checker. */
import { Alert, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CompanyCapital } from '@tunjo/contract/capital'
import { ASSETS } from '@tunjo/contract/money'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { companyCapitalQuery } from '../../../../../api/capital.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { AssetAmount } from '../../../../../parts/asset-amount.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { Summary } from '../../../../../ui/summary.tsx'
import { CapitalModal } from './capital-modal.tsx'
import { CapitalTable } from './capital-table.tsx'

export function CapitalContent() {
  const { t } = useTranslation('house-capital')
  const house = useQuery(companyCapitalQuery)
  return (
    <Card title={t('title')}>
      {house.isPending && <RowsSkeleton rows={4} />}
      {house.isLoadingError && <ErrorState message={errorText(house.error)} onRetry={() => void house.refetch()} />}
      {house.data && <Content house={house.data} />}
    </Card>
  )
}

function Content({ house }: { house: CompanyCapital }) {
  const { t } = useTranslation('house-capital')
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Stack>
      <p style={{ margin: 0 }}>{t('text')}</p>
      {house.accounts.length === 0 ? (
        <Alert color="amber" role="note">
          {t('nothing')}
        </Alert>
      ) : (
        <DataTable
          label={t('accounts')}
          columns={columnsOf(t)}
          rows={house.accounts}
          rowKey={({ account, asset }) => `${account} ${asset}`}
        />
      )}
      <Summary
        lines={house.available.map(({ asset, amount }) => ({
          name: t('available', { asset: ASSETS[asset].name }),
          value: <AssetAmount asset={asset} text={amount} />,
        }))}
      />
      {house.mayPropose && (
        <div>
          <Button onClick={() => setIsAsking(true)}>{t('propose')}</Button>
        </div>
      )}
      <CapitalTable />
      <CapitalModal isOpen={isAsking} house={house} onClose={() => setIsAsking(false)} />
    </Stack>
  )
}

type Row = CompanyCapital['accounts'][number]
const columnsOf = (t: TFunction<'house-capital'>): Column<Row>[] => [
  { key: 'account', header: t('account'), render: ({ account }) => <strong>{t(`names.${account}`)}</strong>, isLead: true },
  { key: 'amount', header: t('amount'), align: 'right', render: ({ asset, amount }) => <AssetAmount asset={asset} text={amount} /> },
]
