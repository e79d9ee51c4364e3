/** Back-office table over a simulated server, and the simple table of the customer screens below it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Card } from '../../../ui/card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { ServerTable } from '../../../ui/server-table/server-table.tsx'
import type { TableColumn, TableFilter } from '../../../ui/server-table/table-column.ts'
import { useTableState } from '../../../ui/server-table/use-table-state.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Summary } from '../../../ui/summary.tsx'
import { askSamples } from './sample-server.ts'
import { SAMPLE_PEOPLE, type SamplePerson } from './samples.ts'

export function TableSample() {
  const { t } = useTranslation('dev-ui')
  const { state, dispatch, query } = useTableState({ pageSize: 25 })
  const answer = useQuery({ queryKey: ['dev-ui', query], queryFn: () => askSamples(query), placeholderData: keepPreviousData })
  const [opened, setOpened] = useState<SamplePerson | null>(null)
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <>
      <Card title={t('table.title')}>
        <ServerTable
          name="dev-ui"
          label={t('table.label')}
          columns={columns}
          rowKey={({ id }) => String(id)}
          onOpen={setOpened}
          state={state}
          dispatch={dispatch}
          page={answer.data}
          isLoading={answer.isFetching}
          searchLabel={t('table.search')}
          filters={filtersOf(t)}
          csv={{ fileName: 'user-information.csv', load: async () => new Blob(['id\n'], { type: 'text/csv' }), failureText: errorText }}
        />
      </Card>
      <Modal opened={opened !== null} onClose={() => setOpened(null)} title={t('table.opened', { id: opened?.id })} size="sm">
        {opened && (
          <Summary
            lines={[
              { name: t('table.name'), value: opened.name },
              { name: t('table.document'), value: opened.document },
            ]}
          />
        )}
      </Modal>
      <CustomerTable />
    </>
  )
}

function CustomerTable() {
  const { t } = useTranslation('dev-ui')
  return (
    <Card title={t('list.title')}>
      <DataTable
        label={t('list.label')}
        rows={SAMPLE_PEOPLE.slice(1, 4)}
        rowKey={({ id }) => String(id)}
        columns={[
          { key: 'concept', header: t('list.concept'), render: ({ name }) => name, isLead: true },
          { key: 'state', header: t('list.state'), render: ({ state }) => <StatusBadge kind={state}>{t(`table.${state}`)}</StatusBadge> },
          {
            key: 'amount',
            header: t('list.amount'),
            align: 'right',
            render: ({ volumeCents }) => <Amount value={volumeCents} asset="COP" direction="in" />,
          },
        ]}
      />
    </Card>
  )
}

type Translate = TFunction<'dev-ui'>

function columnsOf(t: Translate): readonly TableColumn<SamplePerson>[] {
  return [
    { key: 'id', header: t('table.id'), render: ({ id }) => id, headerAction: 'sort', isFixed: true },
    { key: 'name', header: t('table.name'), render: ({ name }) => name, headerAction: 'sort' },
    { key: 'document', header: t('table.document'), render: ({ document }) => document, align: 'right' },
    { key: 'type', header: t('table.type'), render: ({ type }) => t(`table.${type}`) },
    { key: 'level', header: t('table.level'), render: ({ level }) => level, align: 'right' },
    { key: 'pep', header: t('table.pep'), render: ({ isPep }) => t(isPep ? 'table.yes' : 'table.no'), headerAction: 'toggle' },
    { key: 'risk', header: t('table.risk'), render: ({ risk }) => t(`table.${risk}`) },
    { key: 'state', header: t('table.state'), render: ({ state }) => <StatusBadge kind={state}>{t(`table.${state}`)}</StatusBadge> },
    {
      key: 'volume',
      header: t('table.volume'),
      render: ({ volumeCents }) => <Amount value={volumeCents} asset="COP" />,
      align: 'right',
      headerAction: 'sort',
    },
    { key: 'updated', header: t('table.updated'), render: ({ updatedAt }) => <DateTime value={updatedAt} />, headerAction: 'sort' },
    { key: 'city', header: t('table.city'), render: ({ city }) => city, isExtra: true },
  ]
}

function filtersOf(t: Translate): readonly TableFilter[] {
  const options = <const Key extends 'person' | 'entity' | SamplePerson['risk']>(keys: readonly Key[]) =>
    keys.map((value) => ({ value, label: t(`table.${value}` as const) }))
  return [
    { key: 'type', label: t('table.type'), options: options(['entity', 'person']) },
    { key: 'risk', label: t('table.risk'), options: options(['riskLow', 'riskMedium', 'riskHigh']) },
  ]
}
