/** Requests to undo an approval of two officers: the one that waits for a second officer, and the decision of each. */
import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Ros } from '@tunjo/contract/regulatory-ros'
import { useTranslation } from 'react-i18next'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { Card } from '../../../../../ui/card.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { waitingUndoing } from './waiting-undoing.ts'

export function WaitingUndoing({ ros }: { ros: Ros }) {
  const { t } = useTranslation('regulatory')
  const waiting = waitingUndoing(ros)
  if (!waiting) return null
  return (
    <Alert color="amber" role="status" title={t(`ros.undoing.waits.${waiting.change}`)}>
      <p>{t('ros.undoing.waitsText', { by: waiting.by ?? t('ros.bySystem') })}</p>
      {waiting.note && <p className={classes.text}>{waiting.note}</p>}
      <Anchor component={Link} to="/application/administrative/approvals" size="sm">
        {t('ros.approvals')}
      </Anchor>
    </Alert>
  )
}

export function Undoings({ ros: { undoing } }: { ros: Ros }) {
  const { t } = useTranslation('regulatory')
  return (
    <Card title={t('ros.undoing.title')}>
      <ol className={classes.list}>
        {undoing.map(({ change, step, at, by, note }) => (
          <li key={`${change} ${step} ${at}`}>
            <strong>{t(`ros.${change}`)}</strong>: {t(`ros.undoing.steps.${step}`)} · <DateTime value={new Date(at)} /> ·{' '}
            {by ?? t('ros.bySystem')}
            {note && <p className={classes.text}>{note}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
