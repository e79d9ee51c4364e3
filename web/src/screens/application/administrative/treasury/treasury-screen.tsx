/** /application/administrative/financial/wallet, 'Wallet' (ADM-15): holdings and liabilities of the company, and low reserves. */
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { treasuryQuery } from '../../../../api/reconciliation.ts'
import { Card } from '../../../../ui/card.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { MovementsTable } from './movements-table.tsx'
import { TargetsCard } from './targets-card.tsx'
import classes from './treasury.module.css'
import { coverageColumns } from './treasury-columns.tsx'
import { coptLines, feeLines, pesoLines, walletLines } from './treasury-lines.tsx'

export default function TreasuryScreen() {
  const { t } = useTranslation('treasury')
  const treasury = useQuery(treasuryQuery)
  const { data } = treasury
  return (
    <div className={classes.screen}>
      <PageHeader title={t('title')} text={t('text')} />
      {treasury.isPending && <RowsSkeleton rows={6} />}
      {treasury.isLoadingError && <ErrorState message={errorText(treasury.error)} onRetry={() => void treasury.refetch()} />}
      {data && (
        <>
          <Card title={t('coverage')}>
            <DataTable label={t('coverage')} columns={coverageColumns(t)} rows={data.coverage} rowKey={({ asset }) => asset} />
          </Card>
          <TargetsCard />
          <section>
            <Title order={2} size="h4" mb="sm">
              {t('movements')}
            </Title>
            <MovementsTable />
          </section>
          <div className={classes.cards}>
            {data.wallets.map((wallet) => (
              <Card key={wallet.name} title={t(`wallet.${wallet.name}`)}>
                <Summary lines={walletLines(wallet, t)} />
              </Card>
            ))}
            <Card title={t('pesos')}>
              <Summary lines={pesoLines(data, t)} />
            </Card>
            <Card title={t('copt')}>
              <Summary lines={coptLines(data, t)} />
            </Card>
            <Card title={t('fees')}>
              <Summary lines={feeLines(data, t)} />
            </Card>
          </div>
        </>
      )}
    </div>
  )
}
