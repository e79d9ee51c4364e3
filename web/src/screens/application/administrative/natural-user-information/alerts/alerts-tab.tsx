/** 'Alertas' of a person (ADM-10): each kind with its state, its actions to open and close it, and its history. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ALERT_KINDS, type AlertKind, CLOSED_BY_TWO_OFFICERS, TYPED_ALERTS } from '@tunjo/contract/alert-kinds'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import type { OpenAlert } from '@tunjo/contract/compliance-alerts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openAlertsQuery } from '../../../../../api/compliance-alerts.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { DueText } from '../../../../../parts/severity/due-text.tsx'
import { SeverityBadge } from '../../../../../parts/severity/severity-badge.tsx'
import { useAccount } from '../../../../../session.ts'
import { DateTime, formatDate } from '../../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import classes from './alerts.module.css'
import { EvidenceModal } from './evidence-modal.tsx'
import { HistoryModal } from './history-modal.tsx'
import { PauseModal } from './pause-modal.tsx'
import { ReasonModal } from './reason-modal.tsx'

type Act = 'active' | 'inactive' | 'history' | 'evidence' | OpenAlert
type Dialog = { kind: AlertKind; act: Act }

export function AlertsTab({ userId }: { userId: string }) {
  const { t } = useTranslation('people-alerts')
  const open = useQuery(openAlertsQuery(userId))
  const { historial }: { historial?: unknown } = useSearch({ strict: false })
  const [dialog, setDialog] = useState<Dialog | null>(() => historyOf(historial))
  const account = useAccount()
  const mayManage = (account?.permissions.includes('alerts.manage') ?? false) && account?.id !== userId
  if (open.isError && !open.data) return <ErrorState message={errorText(open.error)} onRetry={() => void open.refetch()} />
  if (!open.data) return <RowsSkeleton rows={10} />
  const alerts = open.data
  const of = (kind: AlertKind) => alerts.filter(({ alertId }) => alertId === kind.id)
  const close = () => setDialog(null)
  return (
    <>
      <ul className={classes.list} aria-label={t('title')}>
        {ALERT_KINDS.map((kind) => (
          <AlertLine key={kind.id} kind={kind} open={of(kind)} mayManage={mayManage} onAct={(act) => setDialog({ kind, act })} />
        ))}
      </ul>
      {dialog && <AlertDialog userId={userId} {...dialog} open={of(dialog.kind)} onClose={close} />}
    </>
  )
}

/** Links of other pages open the history of one kind. */
function historyOf(asked: unknown): Dialog | null {
  const kind = ALERT_KINDS.find(({ id }) => String(id) === String(asked))
  return kind ? { kind, act: 'history' } : null
}

type AlertDialogProps = Dialog & { userId: string; open: readonly OpenAlert[]; onClose: () => void }

function AlertDialog({ userId, kind, act, open, onClose }: AlertDialogProps) {
  if (act === 'evidence') return <EvidenceModal userId={userId} kind={kind} onClose={onClose} />
  if (act === 'history') return <HistoryModal userId={userId} kind={kind} onClose={onClose} />
  if (act === 'active' || act === 'inactive') return <ReasonModal userId={userId} kind={kind} to={act} open={open} onClose={onClose} />
  return <PauseModal userId={userId} kind={kind} alert={act} onClose={onClose} />
}

interface LineProps {
  kind: AlertKind
  open: readonly OpenAlert[]
  mayManage: boolean
  onAct: (act: Act) => void
}

function AlertLine({ kind, open, mayManage, onAct }: LineProps) {
  const { t } = useTranslation('people-alerts')
  const name = nameOfAlert(kind.id, currentLanguage())
  const isOn = open.length > 0
  const needsTwo = CLOSED_BY_TWO_OFFICERS.includes(kind.id)
  // For a kind with types, another type may be opened.
  const mayOpen = !isOn || TYPED_ALERTS[kind.id] !== undefined
  return (
    <li className={classes.line}>
      <div className={classes.words}>
        <span className={classes.name}>
          {name} {isOn ? <StatusBadge kind="failed">{t('yes')}</StatusBadge> : <StatusBadge kind="neutral">{t('no')}</StatusBadge>}
        </span>
        {open.map((alert) => (
          <OpenLine key={alert.alertTypeId ?? 0} alert={alert} />
        ))}
        {isOn && needsTwo && mayManage && <span className={classes.reason}>{t('closedByTwo')}</span>}
      </div>
      <div className={classes.buttons}>
        <Button
          size="xs"
          variant="default"
          disabled={!mayManage || !mayOpen}
          onClick={() => onAct('active')}
          aria-label={t('activateOf', { name })}
        >
          {t('activate')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!mayManage || !isOn || needsTwo}
          onClick={() => onAct('inactive')}
          aria-label={t('deactivateOf', { name })}
        >
          {t('deactivate')}
        </Button>
        {open
          .filter(({ snoozed, snoozableUntil }) => mayManage && (snoozed !== null || snoozableUntil !== null))
          .map((alert) => (
            <PauseButton key={alert.alertTypeId ?? 0} kind={kind} alert={alert} onPress={() => onAct(alert)} />
          ))}
        {isOn && (
          <Button size="xs" variant="subtle" onClick={() => onAct('evidence')} aria-label={t('evidence.of', { name })}>
            {t('evidence.show')}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={() => onAct('history')} aria-label={t('historyOf', { name })}>
          {t('history')}
        </Button>
      </div>
    </li>
  )
}

function OpenLine({ alert: { alertType, since, openedBy, comment, hits, snoozed, severity, due } }: { alert: OpenAlert }) {
  const { t } = useTranslation('people-alerts')
  return (
    <span className={classes.reason}>
      <SeverityBadge severity={severity} /> {alertType && `${alertType}. `}
      {comment} · {openedBy} · <DateTime value={new Date(since)} />
      {hits > 0 && ` · ${t('hits', { count: hits })}`}
      {!snoozed && (
        <>
          {' · '}
          {t('due.until')} <DueText due={due} />
        </>
      )}
      {snoozed && (
        <>
          {' · '}
          <StatusBadge kind="waiting">{`${t('pause.snoozedUntil')} ${formatDate(new Date(snoozed.until), 'day')}`}</StatusBadge>{' '}
          {snoozed.reason} · {snoozed.by}
        </>
      )}
    </span>
  )
}

function PauseButton({ kind, alert, onPress }: { kind: AlertKind; alert: OpenAlert; onPress: () => void }) {
  const { t } = useTranslation('people-alerts')
  // For a kind with types, each type is snoozed separately.
  const name = alert.alertType ?? nameOfAlert(kind.id, currentLanguage())
  return (
    <Button size="xs" variant="default" onClick={onPress} aria-label={t(alert.snoozed ? 'pause.wakeOf' : 'pause.snoozeOf', { name })}>
      {t(alert.snoozed ? 'pause.wake' : 'pause.snooze')}
    </Button>
  )
}
