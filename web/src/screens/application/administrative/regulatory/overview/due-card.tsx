/** Next regulatory deadlines by month: files of operations and of clients, suspicious transaction reports, and their absence. */
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { Obligation, ObligationState } from '@tunjo/contract/regulatory-calendar'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { calendarQuery } from '../../../../../api/regulatory-files.ts'
import { monthText } from '../../../../../parts/regulatory/month-text.ts'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { dayText, REGULATORY_PATH } from '../../../../../parts/regulatory/ros-kinds.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { StatusBadge, type StatusKind } from '../../../../../ui/status-badge.tsx'
import { Summary } from '../../../../../ui/summary.tsx'

const AbsenceModal = lazyComponent(async () => (await import('../../../../../parts/regulatory/filing-modal.tsx')).AbsenceModal, {
  dialog: { close: ({ onClose }) => onClose() },
})

const KIND: Readonly<Record<ObligationState, StatusKind>> = {
  coming: 'neutral',
  due: 'waiting',
  overdue: 'failed',
  done: 'done',
  not_needed: 'neutral',
}
const isOpen = ({ state }: Obligation): boolean => state === 'due' || state === 'overdue'

interface MonthRow {
  month: string
  file: Obligation
  clients: Obligation
  absence: Obligation
}

export function DueCard() {
  const { t } = useTranslation('regulatory')
  const calendar = useQuery(calendarQuery)
  const mayManage = useAccount()?.permissions.includes('regulatory.manage') ?? false
  const [declaring, setDeclaring] = useState<string | null>(null)
  const { data } = calendar
  const absences = new Map(data?.absences.map((one) => [one.month, one]))
  const clientFiles = new Map(data?.clientFiles.map((one) => [one.month, one]))
  const rows = data?.files.flatMap((file): MonthRow[] => {
    const [clients, absence] = [clientFiles.get(file.month), absences.get(file.month)]
    return clients && absence ? [{ month: file.month, file, clients, absence }] : []
  })
  const columns: Column<MonthRow>[] = [
    { key: 'month', header: t('due.month'), render: ({ month }) => <strong>{monthText(month)}</strong>, isLead: true },
    { key: 'file', header: t('due.file'), render: ({ file }) => <ObligationStatus obligation={file} /> },
    { key: 'clients', header: t('due.clients'), render: ({ clients }) => <ObligationStatus obligation={clients} /> },
    { key: 'ros', header: t('due.ros'), render: ({ absence }) => t(absence.state === 'not_needed' ? 'due.rosFiled' : 'due.rosAtOnce') },
    { key: 'absence', header: t('due.absence'), render: ({ absence }) => <ObligationStatus obligation={absence} /> },
    {
      key: 'act',
      header: t('due.act'),
      hiddenHeader: true,
      align: 'right',
      render: ({ month, absence }) => (
        <span className={classes.acts}>
          <Anchor component={Link} to={`${REGULATORY_PATH}/uiaf/${month}`} aria-label={t('due.openLabel', { month: monthText(month) })}>
            {t('due.open')}
          </Anchor>
          <Anchor
            renderRoot={(props) => <Link to={`${REGULATORY_PATH}/uiaf/${month}`} search={{ report: 'clients' }} {...props} />}
            aria-label={t('due.openClientsLabel', { month: monthText(month) })}
          >
            {t('due.openClients')}
          </Anchor>
          {mayManage && isOpen(absence) && (
            <Button
              variant="default"
              size="xs"
              onClick={() => setDeclaring(month)}
              aria-label={t('due.declareLabel', { month: monthText(month) })}
            >
              {t('due.declare')}
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <Card title={t('due.title')}>
      {calendar.isPending && <RowsSkeleton rows={4} />}
      {calendar.isLoadingError && <ErrorState message={errorText(calendar.error)} onRetry={() => void calendar.refetch()} />}
      {data && rows && (
        <>
          <Next rows={rows} ros={data.ros} matches={data.matches} />
          <DataTable label={t('due.title')} columns={columns} rows={rows} rowKey={({ month }) => month} />
          {!data.isFileDayVerified && <p className={classes.links}>{t('due.unverifiedDay')}</p>}
        </>
      )}
      {declaring && <AbsenceModal month={declaring} onClose={() => setDeclaring(null)} />}
    </Card>
  )
}

interface NextProps {
  rows: readonly MonthRow[]
  ros: { open: number; proposed: number; approved: number }
  matches: { due: number; overdue: number; nextDueAt: string | null }
}

/** The first due item, and the number of waiting reports. */
function Next({ rows, ros, matches }: NextProps) {
  const { t } = useTranslation('regulatory')
  const open = rows
    .flatMap(({ file, clients, absence }) => [
      { what: t('due.file'), ...file },
      { what: t('due.clients'), ...clients },
      { what: t('due.absence'), ...absence },
    ])
    .filter(isOpen)
    .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn))
  const [first] = open
  const overdue = open.filter(({ state }) => state === 'overdue').length + matches.overdue
  function firstText(): string {
    const due = matches.nextDueAt && new Date(matches.nextDueAt)
    if (due && (!first || bogotaDay(due) <= first.dueOn)) return t('due.nextMatch', { moment: formatDate(due) })
    if (!first) return t('due.nothing')
    return t('due.nextText', { what: first.what, month: monthText(first.month), day: dayText(first.dueOn) })
  }
  return (
    <Summary
      label={t('due.next')}
      lines={[
        {
          name: t('due.next'),
          value: firstText(),
        },
        ...(overdue > 0 ? [{ name: t('due.states.overdue'), value: t('due.overdueCount', { count: overdue }) }] : []),
        { name: t('due.matchesToInform'), value: String(matches.due + matches.overdue) },
        { name: t('due.rosToFile'), value: String(ros.approved) },
        { name: t('due.rosWaiting'), value: `${ros.open} · ${ros.proposed}` },
      ]}
    />
  )
}

export function ObligationStatus({ obligation: { state, dueOn, daysLeft, filed } }: { obligation: Obligation }) {
  const { t } = useTranslation('regulatory')
  return (
    <span className={classes.acts}>
      <StatusBadge kind={KIND[state]}>{t(`due.states.${state}`)}</StatusBadge>{' '}
      {filed && <span className={classes.note}>{`${filed.number} · ${dayText(filed.on)}`}</span>}
      {daysLeft !== null && (
        <span className={classes.note}>
          {daysLeft < 0 ? t('due.late', { count: -daysLeft }) : t('due.left', { count: daysLeft, day: dayText(dueOn) })}
        </span>
      )}
    </span>
  )
}
