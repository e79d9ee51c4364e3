/**
 * /application/administrative/audit, 'Auditoría' (ADM-14): audit trail with actor, subject and changes. Filters are kept in the address.
 */
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AUDIT_ACTIONS } from '@tunjo/contract/audit'
import { AUDIT_ACTION_NAMES } from '@tunjo/contract/audit-trail'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { auditCsv, auditQuery } from '../../../../api/audit-trail.ts'
import { errorText } from '../../../../api/error-text.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { CsvDownload } from '../../../../ui/server-table/csv-download.tsx'
import type { TableFilter } from '../../../../ui/server-table/table-column.ts'
import { TableFilterField } from '../../../../ui/server-table/table-filter-field.tsx'
import { isNarrowed } from '../../../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../../../ui/server-table/use-table-address.ts'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import classes from './audit.module.css'
import { auditAsked, SHAPE } from './audit-search.ts'
import { AuditTable } from './audit-table.tsx'

export default function AuditScreen() {
  const { t } = useTranslation('audit')
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const asked = auditAsked(query)
  const trail = useInfiniteQuery(auditQuery(asked))
  const entries = trail.data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <div className={classes.filters}>
        {filtersOf(t).map((filter) => (
          <TableFilterField
            key={filter.key}
            filter={filter}
            value={state.filters[filter.key] ?? ''}
            onChange={(value) => dispatch({ type: 'filter', key: filter.key, value })}
          />
        ))}
        {isNarrowed(state) && (
          <Button size="xs" variant="subtle" onClick={() => dispatch({ type: 'clear' })}>
            {t('clear')}
          </Button>
        )}
        <CsvDownload fileName="auditoria.csv" total={entries.length} load={() => auditCsv(asked)} failureText={errorText} />
      </div>
      {trail.isError && !trail.data && <ErrorState message={errorText(trail.error)} onRetry={() => void trail.refetch()} />}
      {trail.isPending && <RowsSkeleton rows={8} />}
      {trail.data && entries.length === 0 && <EmptyState title={t('nothing')} />}
      {entries.length > 0 && <AuditTable entries={entries} />}
      {trail.hasNextPage && (
        <Button variant="default" mt="md" loading={trail.isFetchingNextPage} onClick={() => void trail.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

const filtersOf = (t: TFunction<'audit'>): readonly TableFilter[] => [
  { key: 'person', label: t('person'), isText: true },
  { key: 'officer', label: t('officer'), isText: true },
  {
    key: 'action',
    label: t('action'),
    options: AUDIT_ACTION_NAMES.map((value) => ({ value, label: AUDIT_ACTIONS[value][currentLanguage()] })),
  },
  { key: 'only', label: t('only'), options: [{ value: 'changes', label: t('onlyChanges') }] },
  { key: 'from', label: t('from') },
  { key: 'to', label: t('to') },
]
