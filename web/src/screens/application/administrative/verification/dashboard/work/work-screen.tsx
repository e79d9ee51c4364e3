/**
 * /application/administrative/verification/trabajo, 'Mi trabajo' (ADM-13): the officer's work by deadline, and the action to take the next
 * item.
 */
import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { nameOfSeverity, SEVERITIES } from '@tunjo/contract/alert-severity'
import type { WorkItem } from '@tunjo/contract/work-queues'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../../api/error-text.ts'
import { takeNextWork, workQuery } from '../../../../../../api/work.ts'
import { currentLanguage } from '../../../../../../i18n/language.ts'
import { tableAnswer } from '../../../../../../parts/table-answer.ts'
import { DashboardFrame } from '../../../../../../parts/verification-dashboard/dashboard-frame.tsx'
import { useAccount } from '../../../../../../session.ts'
import { EmptyState } from '../../../../../../ui/empty-state.tsx'
import { PageHeader } from '../../../../../../ui/page-header.tsx'
import { ServerTable } from '../../../../../../ui/server-table/server-table.tsx'
import type { TableFilter } from '../../../../../../ui/server-table/table-column.ts'
import { useTableAddress } from '../../../../../../ui/server-table/use-table-address.ts'
import { toast } from '../../../../../../ui/toast.ts'
import { useKeyCommands } from '../../../../../../ui/use-key-commands.ts'
import { AbsenceButton, AbsenceNotice } from './absence.tsx'
import { placeOfWork } from './place-of-work.ts'
import { columnsOf } from './work-columns.tsx'
import { SHAPE, workAsked } from './work-search.ts'

export function WorkScreen() {
  const { t } = useTranslation('workload')
  const navigate = useNavigate()
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const asked = workAsked(query)
  const answer = useQuery(workQuery(asked))
  const absentUntil = answer.data?.absentUntil ?? null
  const taking = useMutation({
    mutationFn: () => takeNextWork(asked.queue ?? null),
    onError: (error) => toast.error(errorText(error)),
    onSuccess: (work) => void (work ? navigate(placeOfWork(work)) : toast.info(t('mine.nothing'))),
  })
  useKeyCommands({ n: () => taking.mutate() }, absentUntil === null && !taking.isPending)
  const actions = absentUntil === null && (
    <Group>
      <AbsenceButton />
      <Button onClick={() => taking.mutate()} loading={taking.isPending}>
        {t('mine.next')} (n)
      </Button>
    </Group>
  )
  return (
    <Frame actions={actions}>
      {absentUntil !== null && <AbsenceNotice untilDay={absentUntil} />}
      <ServerTable
        name="work"
        label={t('mine.title')}
        columns={columnsOf(t)}
        rowKey={({ queue, id }: WorkItem) => `${queue} ${id}`}
        onOpen={(work) => void navigate(placeOfWork(work))}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        pageSizes={SHAPE.pageSizes}
        filters={filtersOf(t, answer.data?.queues ?? [])}
        empty={<EmptyState title={t('mine.emptyTitle')} text={t('mine.emptyText')} />}
      />
    </Frame>
  )
}

/** Without the permission to read verifications an officer works on withdrawals only, and has no tabs here. */
function Frame({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('workload')
  const readsPeople = useAccount()?.permissions.includes('kyc.read') ?? false
  if (readsPeople)
    return (
      <DashboardFrame tab="work" text={t('mine.text')} actions={actions}>
        {children}
      </DashboardFrame>
    )
  return (
    <>
      <PageHeader title={t('mine.title')} text={t('mine.text')} actions={actions} />
      {children}
    </>
  )
}

type Queues = readonly { queue: WorkItem['queue']; total: number; overdue: number }[]

const filtersOf = (t: TFunction<'workload'>, queues: Queues): readonly TableFilter[] => [
  {
    key: 'queue',
    label: t('mine.queue'),
    options: queues.map(({ queue, total, overdue }) => ({
      value: queue,
      label: t(overdue > 0 ? 'mine.queueOverdue' : 'mine.queueTotal', { queue: t(`mine.queues.${queue}`), total, overdue }),
    })),
  },
  {
    key: 'whose',
    label: t('mine.whose'),
    options: [
      { value: 'mine', label: t('mine.whoseMine') },
      { value: 'free', label: t('mine.whoseFree') },
    ],
  },
  {
    key: 'due',
    label: t('mine.due'),
    options: [
      { value: 'soon', label: t('mine.dueSoon') },
      { value: 'overdue', label: t('mine.dueOverdue') },
    ],
  },
  {
    key: 'severity',
    label: t('mine.severity'),
    options: SEVERITIES.toReversed().map((value) => ({ value, label: nameOfSeverity(value, currentLanguage()) })),
  },
]
