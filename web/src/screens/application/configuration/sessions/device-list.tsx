/** Devices that signed in, and whether the account trusts them. */
import { Button } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Device } from '@tunjo/contract/devices'
import { useTranslation } from 'react-i18next'
import { devicesQuery, removeDevice } from '../../../../api/devices.ts'
import { formatDate } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { StatusBadge, type StatusKind } from '../../../../ui/status-badge.tsx'
import { toast } from '../../../../ui/toast.ts'
import { FailureAlert } from '../failure-alert.tsx'
import { Loaded } from '../loaded.tsx'
import { unlessCancelled } from '../unless-cancelled.ts'
import { DeviceRow } from './device-row.tsx'
import classes from './sessions.module.css'

const KINDS: Record<Device['state'], StatusKind> = { known: 'done', unconfirmed: 'waiting', blocked: 'failed' }

export function DeviceList() {
  const { t } = useTranslation('configuration')
  const devices = useQuery(devicesQuery)
  return (
    <>
      <p className={classes.text}>{t('devices.text')}</p>
      <Loaded query={devices} rows={2}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconDevices size={26} />} title={t('devices.emptyTitle')} text={t('devices.emptyText')} />
          ) : (
            <ul className={classes.list} aria-label={t('devices.title')}>
              {rows.map((device) => (
                <KnownDevice key={device.id} device={device} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

function KnownDevice({ device }: { device: Device }) {
  const { t } = useTranslation('configuration')
  const cache = useQueryClient()
  const { id, system, browser, firstSeenAt, lastSeenAt, state, current } = device
  const isBlocked = state === 'blocked'
  const forgetting = useMutation({
    mutationFn: () => unlessCancelled(removeDevice(id)),
    onSuccess: async (removed) => {
      if (!removed) return
      await cache.invalidateQueries({ queryKey: devicesQuery.queryKey })
      toast.success(isBlocked ? t('devices.unblocked') : t('devices.removed'))
    },
  })
  return (
    <DeviceRow
      device={device}
      badge={<StatusBadge kind={KINDS[state]}>{t(`devices.${state}`)}</StatusBadge>}
      details={[
        ...(current ? [t('devices.this')] : []),
        t('devices.times', { first: formatDate(new Date(firstSeenAt), 'day'), last: formatDate(new Date(lastSeenAt)) }),
      ]}
      action={
        <Button
          variant="default"
          size="xs"
          loading={forgetting.isPending}
          aria-label={t(isBlocked ? 'devices.unblockOne' : 'devices.forgetOne', { system, browser })}
          onClick={() => forgetting.mutate()}
        >
          {isBlocked ? t('devices.unblock') : t('devices.forget')}
        </Button>
      }
    >
      <FailureAlert error={forgetting.error} />
    </DeviceRow>
  )
}
