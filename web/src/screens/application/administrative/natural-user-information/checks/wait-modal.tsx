/**
 * 'Por favor espere' (ADM-08): countdown to the expected report, with the sources that actually answered. Closing it does not stop the
 * check; it closes automatically when the check has ended.
 */
import { Alert, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BackgroundCheck, isCheckRunning } from '@tunjo/contract/background-checks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checksQuery } from '../../../../../api/background-checks.ts'
import { serverNowMs } from '../../../../../api/server-clock.ts'
import { Modal } from '../../../../../ui/modal.tsx'
import { ModalActions } from '../../../../../ui/modal-actions.tsx'
import { secondsUntil } from './check-facts.ts'
import { explain, SourcesBar } from './check-state.tsx'
import classes from './checks.module.css'
import { useChecks } from './use-checks.ts'

const TICK_MS = 1_000
const BEGINS_MS = 2_000

export function WaitModal({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation('background-checks')
  const { current } = useChecks(userId)
  // The first check of a person begins shortly after their documents were accepted.
  useQuery({ ...checksQuery(userId), refetchInterval: current === null ? BEGINS_MS : false })
  const hasEnded = current !== null && !isCheckRunning(current.state)
  useEffect(() => {
    if (hasEnded) onClose()
  }, [hasEnded, onClose])
  return (
    <Modal opened onClose={onClose} title={t('wait.title')} size="sm">
      <Stack>
        <p className={classes.text}>{t('wait.text')}</p>
        <Countdown until={current?.expectedAt ?? null} />
        {current && <Live check={current} />}
        <p className={classes.text}>{t('wait.leave')}</p>
        <ModalActions>
          <Button onClick={onClose} data-autofocus>
            {t('wait.close')}
          </Button>
        </ModalActions>
      </Stack>
    </Modal>
  )
}

/** Estimate: after it, the text says that the check takes longer, never that it has ended. */
function Countdown({ until }: { until: string | null }) {
  const { t } = useTranslation('background-checks')
  const [openedMs] = useState(serverNowMs)
  const [nowMs, setNowMs] = useState(openedMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const seconds = secondsUntil(until, openedMs, nowMs)
  return (
    <div className={classes.countdown}>
      {/* Not a live region: announcing each second would drown the rest. */}
      <span role="timer" aria-live="off" aria-label={t('wait.left', { count: seconds })}>
        {seconds === 0 ? '…' : seconds}
      </span>
      <p className={classes.small}>{seconds === 0 ? t('wait.late') : t('wait.estimate')}</p>
    </div>
  )
}

function Live({ check }: { check: BackgroundCheck }) {
  const { t } = useTranslation('background-checks')
  if (check.isProviderAway)
    return (
      <Alert color="amber" role="status" title={t('state.away')}>
        {t('explain.away')}
      </Alert>
    )
  return (
    <div>
      <SourcesBar check={check} />
      <p className={classes.small} role="status">
        {explain(check, t)}
      </p>
    </div>
  )
}
