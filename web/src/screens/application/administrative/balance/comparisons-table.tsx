/** The newest comparison of each amount: the ledger, the other source, and the difference, including matches. */
import type { BooksState } from '@tunjo/contract/reconciliation'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import classes from './balance.module.css'
import { Units } from './units.tsx'

type Row = BooksState['compared'][number]

export function ComparisonsTable({ compared }: Pick<BooksState, 'compared'>) {
  const { t } = useTranslation('balance')
  if (compared.length === 0) return <EmptyState title={t('comparisonsEmpty')} />
  return <DataTable label={t('comparisons')} columns={columnsOf(t)} rows={compared} rowKey={({ check, asset }) => `${check} ${asset}`} />
}

const columnsOf = (t: TFunction<'balance'>): Column<Row>[] => [
  {
    key: 'check',
    header: t('check'),
    isLead: true,
    render: ({ check, asset }) => (
      <>
        <strong>{t('comparisonOf', { check: t(`checks.${check}`), asset })}</strong>
        <small className={classes.source}>{t(`sources.${check}`)}</small>
      </>
    ),
  },
  figureColumn('expected', t('ownFigure')),
  figureColumn('actual', t('externalFigure')),
  {
    key: 'difference',
    header: t('difference'),
    align: 'right',
    render: (row) =>
      isZero(row) ? (
        <StatusBadge kind="done">{t(row.expected === row.actual ? 'agrees' : 'covered')}</StatusBadge>
      ) : (
        <Units asset={row.asset} text={row.difference} />
      ),
  },
  { key: 'comparedAt', header: t('comparedAt'), render: ({ comparedAt }) => <DateTime value={new Date(comparedAt)} /> },
]

const figureColumn = (key: 'expected' | 'actual', header: string): Column<Row> => ({
  key,
  header,
  align: 'right',
  render: ({ asset, [key]: text }) => <Units asset={asset} text={text} />,
})

const isZero = ({ difference }: Row): boolean => /^-?0(\.0+)?$/.test(difference)
