/** Live sessions, this one first; the others can be ended. */
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Session } from '@tunjo/contract/devices'
import { useTranslation } from 'react-i18next'
import { endOtherSessions, endSession, sessionsQuery } from '../../../../api/devices.ts'
import { Card } from '../../../../ui/card.tsx'
import { formatDate } from '../../../../ui/date-time.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { toast } from '../../../../ui/toast.ts'
import { FailureAlert } from '../failure-alert.tsx'
import { Loaded } from '../loaded.tsx'
import { DeviceRow } from './device-row.tsx'
import classes from './sessions.module.css'

export function SessionList() {
  const { t } = useTranslation('configuration')
  const cache = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const ending = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: async ({ ended }) => {
      await cache.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      toast.success(t('sessions.endedOthers', { count: ended }))
    },
  })
  const hasOthers = sessions.data?.some(({ current }) => !current) ?? false
  return (
    <Card
      title={t('sessions.title')}
      actions={
        hasOthers && (
          <Button variant="default" size="sm" loading={ending.isPending} onClick={() => ending.mutate()}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      <FailureAlert error={ending.error} />
      <Loaded query={sessions} rows={2}>
        {(rows) => (
          <ul className={classes.list} aria-label={t('sessions.title')}>
            {currentFirst(rows).map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

const currentFirst = <T extends { current: boolean }>(rows: readonly T[]): T[] =>
  [...rows].sort((left, right) => Number(right.current) - Number(left.current))

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation('configuration')
  const cache = useQueryClient()
  const ending = useMutation({
    mutationFn: () => endSession(session.id),
    onSuccess: () => toast.success(t('sessions.ended')),
    // A session that had already ended is removed from the list too.
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  const { current, system, browser, place, ip, startedAt, activeAt } = session
  return (
    <DeviceRow
      device={session}
      badge={current && <StatusBadge kind="done">{t('sessions.this')}</StatusBadge>}
      details={[
        `${place} · ${ip}`,
        t('sessions.times', { started: formatDate(new Date(startedAt)), active: formatDate(new Date(activeAt)) }),
      ]}
      action={
        !current && (
          <Button
            variant="default"
            size="xs"
            loading={ending.isPending}
            aria-label={t('sessions.endOne', { system, browser })}
            onClick={() => ending.mutate()}
          >
            {t('sessions.end')}
          </Button>
        )
      }
    >
      <FailureAlert error={ending.error} />
    </DeviceRow>
  )
}
