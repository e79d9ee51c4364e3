/** Entries that a list file adds, changes or removes, with a search: the content of the approval. */
import { useQuery } from '@tanstack/react-query'
import { type EntryChange, LIST_CHANGES, type ListFile } from '@tunjo/contract/screening'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { listChangesQuery } from '../../../../api/screening.ts'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../ui/server-table/use-table-state.ts'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import classes from './control-lists.module.css'
import { type EntryDifference, entryDifferences } from './entry-differences.ts'

type Words = TFunction<'screening'>

export function ListChanges({ file: { list, id } }: { file: Pick<ListFile, 'list' | 'id'> }) {
  const { t } = useTranslation('screening')
  const { state, dispatch, query } = useTableState({ pageSize: 25 })
  const change = LIST_CHANGES.find((one) => one === query.filters.change)
  const text = query.search.trim() || undefined
  const answer = useQuery(listChangesQuery({ list, fileId: id, change, text, ...pageParams(query) }))
  return (
    <div className={classes.wide}>
      <ServerTable
        name="list-changes"
        label={t('changes.title')}
        columns={columnsOf(t)}
        rowKey={({ entryId }) => entryId}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        searchLabel={t('changes.search')}
        filters={[
          {
            key: 'change',
            label: t('changes.change'),
            options: LIST_CHANGES.map((value) => ({ value, label: t(`changes.kinds.${value}`) })),
          },
        ]}
        empty={<EmptyState title={t('changes.none')} text={t('changes.noneText')} />}
      />
    </div>
  )
}

const KINDS = { added: 'failed', changed: 'waiting', removed: 'neutral' } as const
const columnsOf = (t: Words): readonly TableColumn<EntryChange>[] => [
  {
    key: 'name',
    header: t('changes.name'),
    render: ({ before, after }) => <strong>{(after ?? before)?.names[0] ?? '—'}</strong>,
    isLead: true,
    isFixed: true,
  },
  {
    key: 'change',
    header: t('changes.change'),
    render: ({ change }) => <StatusBadge kind={KINDS[change]}>{t(`changes.kinds.${change}`)}</StatusBadge>,
    isFixed: true,
  },
  { key: 'said', header: t('changes.said'), render: (row) => <Differences row={row} t={t} />, isLong: true },
  { key: 'entryId', header: t('hits.entryId'), render: ({ entryId }) => entryId },
]

function Differences({ row, t }: { row: EntryChange; t: Words }) {
  return (
    <ul className={classes.differences}>
      {entryDifferences(row).map((difference) => (
        <li key={difference.field}>{lineOf(t, row, difference)}</li>
      ))}
    </ul>
  )
}

/** Both sides for a changed entry; the entry's values for the others. */
function lineOf(t: Words, { change }: EntryChange, { field, came, left }: EntryDifference): string {
  const words = (values: readonly string[]) =>
    values.map((value) => (field === 'gender' ? t(`changes.genders.${value === 'male' ? 'male' : 'female'}`) : value)).join(', ')
  const name = t(`changes.fields.${field}`)
  if (change !== 'changed') return t('changes.fact', { name, values: words([...came, ...left]) })
  const sides = [
    came.length > 0 && t('changes.came', { values: words(came) }),
    left.length > 0 && t('changes.left', { values: words(left) }),
  ]
  return t('changes.fact', { name, values: sides.filter(Boolean).join(' · ') })
}
