/**
 * 'Reportes a la UIAF' of a person: suspicious transaction reports about them, and the action to start one. For officers with the
 * permission.
 */
import { Anchor, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { RosRow } from '@tunjo/contract/regulatory-ros'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { createRos, rosKey, rosListQuery } from '../../../../../api/regulatory-ros.ts'
import { ROS_KIND, rosPath } from '../../../../../parts/regulatory/ros-kinds.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { DateTime, formatDate } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { toast } from '../../../../../ui/toast.ts'
import classes from '../holds/legal-holds.module.css'

const SHOWN_MAX = 20
const isOver = ({ state }: RosRow): boolean => state === 'filed' || state === 'discarded'

export function RosOfPerson({ userId }: { userId: string }) {
  const { t } = useTranslation('regulatory-person')
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const may = (permission: 'regulatory.read' | 'regulatory.manage') => account?.permissions.includes(permission) ?? false
  // An officer never reads reports about themselves.
  const isShown = may('regulatory.read') && account?.id !== userId
  const reports = useQuery({ ...rosListQuery({ userId, size: SHOWN_MAX }), enabled: isShown })
  const creating = useMutation({
    mutationFn: () => createRos(userId),
    onSuccess({ id }) {
      toast.success(t('created'))
      void queries.invalidateQueries({ queryKey: rosKey })
      void navigate({ to: rosPath(id) })
    },
    onError: (error) => toast.error(errorText(error)),
  })
  if (!isShown) return null
  const mayCreate = may('regulatory.manage') && reports.data?.results.every(isOver)
  const create = mayCreate && (
    <Button variant="default" size="xs" loading={creating.isPending} onClick={() => creating.mutate()}>
      {t('create')}
    </Button>
  )
  return (
    <Card title={t('title')} actions={create}>
      {reports.isLoadingError && <ErrorState message={errorText(reports.error)} onRetry={() => void reports.refetch()} />}
      {reports.isPending && <RowsSkeleton rows={2} />}
      {reports.data?.total === 0 && <EmptyState title={t('none')} text={t('reserved')} />}
      {reports.data && reports.data.total > 0 && (
        <ul className={classes.list}>
          {reports.data.results.map((row) => (
            <Report key={row.id} row={row} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Report({ row: { id, state, createdAt, filed } }: { row: RosRow }) {
  const { t } = useTranslation('regulatory-person')
  const created = new Date(createdAt)
  return (
    <li className={classes.hold}>
      <div className={classes.words}>
        <StatusBadge kind={ROS_KIND[state]}>{t(`states.${state}`)}</StatusBadge>
        <span className={classes.when}>
          <DateTime value={created} />
          {filed && ` · ${filed.number}`}
        </span>
      </div>
      <Anchor component={Link} to={rosPath(id)} aria-label={t('openLabel', { date: formatDate(created) })}>
        {t('open')}
      </Anchor>
    </li>
  )
}
