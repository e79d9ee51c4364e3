/** Suspicious transaction reports, newest first, by state. */
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ROS_STATES, type RosRow } from '@tunjo/contract/regulatory-ros'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { rosListQuery } from '../../../../../api/regulatory-ros.ts'
import { ROS_KIND, rosPath } from '../../../../../parts/regulatory/ros-kinds.ts'
import { tableAnswer } from '../../../../../parts/table-answer.ts'
import { Card } from '../../../../../ui/card.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ServerTable } from '../../../../../ui/server-table/server-table.tsx'
import type { TableColumn } from '../../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../../ui/server-table/use-table-state.ts'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'

const PAGE_SIZES = [25, 50, 100] as const

export function RosCard() {
  const { t } = useTranslation('regulatory')
  const { state, dispatch, query } = useTableState({ pageSize: PAGE_SIZES[0] })
  const asked = ROS_STATES.find((one) => one === query.filters.state)
  const answer = useQuery(rosListQuery({ state: asked, ...pageParams(query) }))
  return (
    <Card title={t('ros.title')}>
      <ServerTable
        name="regulatory-ros"
        label={t('ros.title')}
        columns={columnsOf(t)}
        rowKey={({ id }) => id}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        filters={[
          { key: 'state', label: t('ros.state'), options: ROS_STATES.map((value) => ({ value, label: t(`ros.states.${value}`) })) },
        ]}
        pageSizes={PAGE_SIZES}
        empty={<EmptyState title={t('ros.empty')} text={t('ros.emptyText')} />}
        isRoomy
      />
    </Card>
  )
}

const columnsOf = (t: TFunction<'regulatory'>): readonly TableColumn<RosRow>[] => [
  { key: 'person', header: t('ros.person'), render: ({ person }) => <strong>{person.name ?? person.email}</strong>, isLead: true },
  {
    key: 'state',
    header: t('ros.state'),
    render: ({ state }) => <StatusBadge kind={ROS_KIND[state]}>{t(`ros.states.${state}`)}</StatusBadge>,
  },
  { key: 'urgency', header: t('ros.urgency'), render: ({ urgency }) => t(`ros.urgencies.${urgency}`) },
  { key: 'createdBy', header: t('ros.createdBy'), render: ({ createdBy }) => createdBy },
  { key: 'changed', header: t('ros.changed'), render: ({ changedAt }) => <DateTime value={new Date(changedAt)} /> },
  { key: 'filed', header: t('ros.filed'), render: ({ filed }) => filed?.number ?? '—' },
  {
    key: 'act',
    header: t('ros.open'),
    hiddenHeader: true,
    isFixed: true,
    align: 'right',
    render: ({ id, person }) => (
      <Anchor component={Link} to={rosPath(id)} aria-label={t('ros.openLabel', { email: person.email })}>
        {t('ros.open')}
      </Anchor>
    ),
  },
]
