/** Extractos: uploaded bank statements and their state, newest first. */
import type { Statement } from '@tunjo/contract/bank-statements'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../../../ui/amount.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { Pages } from '../../../../../ui/pages.tsx'
import classes from '../withdrawals.module.css'

interface StatementsCardProps {
  statements: readonly Statement[]
  /** One-based. */
  page: number
  pages: number
  onPage: (page: number) => void
}

export function StatementsCard({ statements, page, pages, onPage }: StatementsCardProps) {
  const { t } = useTranslation('officer-money')
  return (
    <Card title={t('transfers.statements')}>
      <p className={classes.text}>{t('transfers.statementsText')}</p>
      {statements.length === 0 ? (
        <EmptyState title={t('transfers.noStatement')} />
      ) : (
        <DataTable label={t('transfers.statements')} columns={columnsOf(t)} rows={[...statements]} rowKey={({ id }) => id} />
      )}
      <Pages current={page} total={pages} onChange={onPage} />
    </Card>
  )
}

const columnsOf = (t: TFunction<'officer-money'>): Column<Statement>[] => [
  { key: 'days', header: t('transfers.days'), isLead: true, render: ({ fromDay, toDay }) => daysOf(t, fromDay, toDay) },
  { key: 'state', header: t('transfers.state'), render: (statement) => stateOf(t, statement) },
  { key: 'sent', header: t('transfers.sent'), render: ({ uploadedAt }) => <DateTime value={new Date(uploadedAt)} /> },
  { key: 'added', header: t('transfers.added'), align: 'right', render: ({ added, lines }) => String(added ?? lines) },
  { key: 'in', header: t('transfers.in'), align: 'right', render: ({ moneyIn }) => <Amount value={moneyIn} asset="COP" /> },
  { key: 'out', header: t('transfers.out'), align: 'right', render: ({ moneyOut }) => <Amount value={moneyOut} asset="COP" /> },
  { key: 'closing', header: t('transfers.closing'), align: 'right', render: ({ closing }) => <Amount value={closing} asset="COP" /> },
]

const daysOf = (t: TFunction<'officer-money'>, from: string, to: string): string =>
  from === to ? from : t('transfers.dayRange', { from, to })

function stateOf(t: TFunction<'officer-money'>, { importedAt, importWaits }: Statement): string {
  if (importedAt) return t('transfers.imported')
  return importWaits ? t('transfers.waits') : t('transfers.notImported')
}
