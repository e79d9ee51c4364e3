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
  const { t } = useTranslation('company-capital')
  const capital = useQuery(companyCapitalQuery)
  return (
    <Card title={t('title')}>
      {capital.isPending && <RowsSkeleton rows={4} />}
      {capital.isLoadingError && <ErrorState message={errorText(capital.error)} onRetry={() => void capital.refetch()} />}
      {capital.data && <Content capital={capital.data} />}
    </Card>
  )
}

function Content({ capital }: { capital: CompanyCapital }) {
  const { t } = useTranslation('company-capital')
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Stack>
      <p style={{ margin: 0 }}>{t('text')}</p>
      {capital.accounts.length === 0 ? (
        <Alert color="amber" role="note">
          {t('nothing')}
        </Alert>
      ) : (
        <DataTable
          label={t('accounts')}
          columns={columnsOf(t)}
          rows={capital.accounts}
          rowKey={({ account, asset }) => `${account} ${asset}`}
        />
      )}
      <Summary
        lines={capital.available.map(({ asset, amount }) => ({
          name: t('available', { asset: ASSETS[asset].name }),
          value: <AssetAmount asset={asset} text={amount} />,
        }))}
      />
      {capital.mayPropose && (
        <div>
          <Button onClick={() => setIsAsking(true)}>{t('propose')}</Button>
        </div>
      )}
      <CapitalTable />
      <CapitalModal isOpen={isAsking} capital={capital} onClose={() => setIsAsking(false)} />
    </Stack>
  )
}

type Row = CompanyCapital['accounts'][number]
const columnsOf = (t: TFunction<'company-capital'>): Column<Row>[] => [
  { key: 'account', header: t('account'), render: ({ account }) => <strong>{t(`names.${account}`)}</strong>, isLead: true },
  { key: 'amount', header: t('amount'), align: 'right', render: ({ asset, amount }) => <AssetAmount asset={asset} text={amount} /> },
]
