/**
 * /application/administrative/financial/stopped, 'Operaciones detenidas' (ADM-15): stalled operations on all rails, and their resolution.
 */
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { STOPPED_KINDS, type StoppedOperation } from '@tunjo/contract/stopped-operations'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stoppedQuery } from '../../../../api/stopped-operations.ts'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableShape } from '../../../../ui/server-table/table-address.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../../../ui/server-table/use-table-address.ts'
import { stoppedColumns } from './stopped-columns.tsx'
import { StoppedModal } from './stopped-modal.tsx'

const SHAPE: TableShape = { filters: { kind: STOPPED_KINDS }, sorts: [], pageSizes: [25, 50, 100] }

export default function StoppedScreen() {
  const { t } = useTranslation('stopped')
  const [opened, setOpened] = useState<StoppedOperation | null>(null)
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const kind = STOPPED_KINDS.find((one) => one === query.filters.kind)
  const answer = useQuery(stoppedQuery({ kind, ...pageParams(query) }))
  const counts = new Map(answer.data?.counts.map((of) => [of.kind, of.count]))
  const options = STOPPED_KINDS.map((value) => ({ value, label: `${t(`kinds.${value}`)} (${counts.get(value) ?? 0})` }))
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <ServerTable
        name="stopped-operations"
        label={t('title')}
        columns={stoppedColumns(t, setOpened)}
        rowKey={({ kind: of, id }) => `${of} ${id}`}
        onOpen={setOpened}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        filters={[{ key: 'kind', label: t('kind'), options }]}
        empty={<EmptyState icon={<IconCircleCheck size={28} stroke={1.5} />} title={t('noneTitle')} text={t('noneText')} />}
        pageSizes={SHAPE.pageSizes}
        isRoomy
      />
      <StoppedModal operation={opened} mayRetry={answer.data?.mayRetry ?? false} onClose={() => setOpened(null)} />
    </>
  )
}
