/** Columns of the work list. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { WorkItem } from '@tunjo/contract/work-queues'
import type { TFunction } from 'i18next'
import { serverNowMs } from '../../../../../../api/server-clock.ts'
import { DueText } from '../../../../../../parts/severity/due-text.tsx'
import { SeverityBadge } from '../../../../../../parts/severity/severity-badge.tsx'
import type { TableColumn } from '../../../../../../ui/server-table/table-column.ts'
import { placeOfWork } from './place-of-work.ts'
import { TakeButton } from './take-button.tsx'
import { timeLeftText } from './time-left.ts'
import { workName } from './work-name.ts'

export const columnsOf = (t: TFunction<'workload'>): readonly TableColumn<WorkItem>[] => [
  { key: 'work', header: t('mine.work'), render: (work) => <WorkLink work={work} t={t} />, isFixed: true, isLead: true },
  { key: 'person', header: t('mine.person'), render: ({ email }) => email, isLong: true },
  { key: 'severity', header: t('mine.severity'), render: ({ severity }) => severity && <SeverityBadge severity={severity} /> },
  { key: 'due', header: t('mine.due'), render: ({ dueAt, due }) => <DueText due={{ at: dueAt, state: due }} /> },
  { key: 'left', header: t('mine.left'), render: ({ dueAt }) => timeLeftText(Date.parse(dueAt), serverNowMs()), isExtra: true },
  { key: 'assignee', header: t('mine.assignee'), render: (work) => assigneeText(t, work), isLong: true },
  { key: 'take', header: t('mine.actions'), hiddenHeader: true, isFixed: true, render: (work) => <TakeButton work={work} /> },
]

function WorkLink({ work, t }: { work: WorkItem; t: TFunction<'workload'> }) {
  return (
    <Anchor renderRoot={(props) => <Link {...placeOfWork(work)} {...props} />} fw={600}>
      {workName(t, work)}
    </Anchor>
  )
}

function assigneeText(t: TFunction<'workload'>, { assignee, proposed }: WorkItem): string {
  if (proposed !== null) return t(proposed === 'mine' ? 'mine.proposedMine' : 'mine.proposedOther')
  if (assignee === null) return t('mine.unassigned')
  return assignee.isMine ? t('mine.you') : assignee.officer
}
