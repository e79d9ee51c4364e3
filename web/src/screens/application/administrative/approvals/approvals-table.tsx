/** Approval requests of one tab: kind, subject, maker, changes, and remaining time. */
import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ApprovalRequest } from '@tunjo/contract/approvals'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { approvalsQuery } from '../../../../api/approvals.ts'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../ui/server-table/use-table-state.ts'
import { ApprovalState } from './approval-state.tsx'
import classes from './approvals.module.css'
import type { Tab } from './approvals-search.ts'
import { ChangeLine } from './change-line.tsx'
import { TimeLeft } from './time-left.tsx'

const PAGE_SIZES = [25, 50, 100] as const

interface ApprovalsTableProps {
  tab: Tab
  onOpen: (id: string) => void
}

export function ApprovalsTable({ tab, onOpen }: ApprovalsTableProps) {
  const { t } = useTranslation('approvals')
  const { state, dispatch, query } = useTableState({ pageSize: PAGE_SIZES[0] })
  const answer = useQuery(approvalsQuery({ decided: tab === 'decided' ? 'true' : 'false', ...pageParams(query) }))
  return (
    <ServerTable
      name={`approvals-${tab}`}
      label={t(`tab.${tab}`)}
      columns={columnsOf(t, tab, onOpen)}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      state={state}
      dispatch={dispatch}
      {...tableAnswer(answer)}
      empty={<EmptyState icon={<IconChecks size={28} stroke={1.5} />} title={t(`empty.${tab}`)} text={t(`emptyText.${tab}`)} />}
      pageSizes={PAGE_SIZES}
      isRoomy
    />
  )
}

const columnsOf = (t: TFunction<'approvals'>, tab: Tab, onOpen: (id: string) => void): readonly TableColumn<ApprovalRequest>[] => [
  { key: 'title', header: t('what'), render: ({ title }) => <strong className={classes.what}>{title}</strong>, isLead: true, isLong: true },
  { key: 'subject', header: t('subject'), render: ({ subject }) => subject?.email ?? t('noSubject'), isLong: true },
  {
    key: 'changes',
    header: t('changes'),
    render: ({ changes }) => changes.map((change) => <ChangeLine key={change.label} change={change} isLabelled />),
    isLong: true,
  },
  { key: 'maker', header: t('maker'), render: ({ maker }) => maker.email, isLong: true },
  { key: 'state', header: t('state'), render: (request) => <ApprovalState request={request} /> },
  tab === 'waiting'
    ? { key: 'left', header: t('left'), render: ({ expiresAt, review }) => <TimeLeft until={new Date(review?.dueAt ?? expiresAt)} /> }
    : { key: 'decidedAt', header: t('decidedAt'), render: ({ decidedAt }) => decidedAt && <DateTime value={new Date(decidedAt)} /> },
  {
    key: 'open',
    header: t('open'),
    hiddenHeader: true,
    isFixed: true,
    align: 'right',
    render: ({ id, title, subject }) => (
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onOpen(id)}
        aria-label={t('openLabel', { title, subject: subject?.email ?? '' })}
      >
        {t('open')}
      </Button>
    ),
  },
]
