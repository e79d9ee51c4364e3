/** 'Debida diligencia intensificada' of a person: the record in force, the draft, and every record. Never shown to its subject. */
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DiligenceRecord, PersonDiligence } from '@tunjo/contract/due-diligence'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { diligenceQuery } from '../../../../../api/due-diligence.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { StatusBadge, type StatusKind } from '../../../../../ui/status-badge.tsx'
import { diligenceStatus, mayWrite, missingOf, newerAlert, openRecord } from './diligence-facts.ts'
import { DiligenceForm } from './diligence-form.tsx'
import { DiligenceRecords, dayOf } from './diligence-records.tsx'

export function DiligenceCard({ userId }: { userId: string }) {
  const { t } = useTranslation('due-diligence')
  const account = useAccount()
  const [isWriting, setWriting] = useState(false)
  // The server checks it too: an officer may be a customer.
  const mayRead = account?.permissions.includes('cases.read') === true && account.id !== userId
  const found = useQuery({ ...diligenceQuery(userId), enabled: mayRead })
  if (!mayRead) return null
  const write = account.permissions.includes('cases.write') && !isWriting && found.data && mayWrite(found.data) && (
    <Button variant="default" size="xs" onClick={() => setWriting(true)}>
      {t(writeLabel(found.data))}
    </Button>
  )
  return (
    <Card title={t('title')} actions={write}>
      {found.isLoadingError && <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />}
      {found.isPending && <RowsSkeleton rows={2} />}
      {found.data && (
        <Stack>
          <State found={found.data} />
          {isWriting && <DiligenceForm userId={userId} found={found.data} onClose={() => setWriting(false)} />}
          <DiligenceRecords found={found.data} />
        </Stack>
      )}
    </Card>
  )
}

function writeLabel(found: PersonDiligence): 'write' | 'writeOn' | 'renew' {
  if (openRecord(found)) return 'writeOn'
  return found.records.length > 0 ? 'renew' : 'write'
}

const STATUS_KINDS = { none: 'neutral', inForce: 'done', overdue: 'neutral' } as const satisfies Record<string, StatusKind>

function State({ found }: { found: PersonDiligence }) {
  const { t } = useTranslation('due-diligence')
  const [standing, open, missing] = [diligenceStatus(found), openRecord(found), missingOf(found)]
  // The record in force already explains why it ends no alert.
  const newer = missing ? null : newerAlert(found)
  const day = standing.kind === 'inForce' ? standing.until : standing.kind === 'overdue' ? standing.on : null
  return (
    <>
      <Group gap="xs" role="status">
        {(standing.kind !== 'none' || open === null) && (
          <StatusBadge kind={missing ? 'failed' : newer ? 'waiting' : STATUS_KINDS[standing.kind]}>
            {t(`standing.${standing.kind}`, { day: day === null ? '' : dayOf(day) })}
          </StatusBadge>
        )}
        {open && <StatusBadge kind={open.state === 'returned' ? 'failed' : 'waiting'}>{t(`states.${open.state}`)}</StatusBadge>}
      </Group>
      {missing && (
        <Alert color="red" role="note">
          {t(missing)}
        </Alert>
      )}
      {newer && (
        <Alert color="amber" role="note">
          {t('newerAlert', { alert: newer.name, day: formatDate(newer.foundAt) })}
        </Alert>
      )}
      {open && <Open record={open} />}
    </>
  )
}

function Open({ record: { waiting, returned } }: { record: DiligenceRecord }) {
  const { t } = useTranslation('due-diligence')
  if (waiting) return <p>{t('waits', { officer: waiting.by, until: formatDate(new Date(waiting.until)) })}</p>
  if (!returned) return null
  return (
    <Alert color="amber" role="note" title={t('returned', { day: formatDate(new Date(returned.at)) })}>
      {returned.note ?? t('returnedWithoutNote')}
    </Alert>
  )
}
