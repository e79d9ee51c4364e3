/** Pending change of e-mail: confirmed mailboxes, and the action to cancel it. */
import { Alert, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EmailChange } from '@tunjo/contract/credentials'
import { useTranslation } from 'react-i18next'
import { cancelEmailChange, emailChangeQuery } from '../../../../api/credentials.ts'
import { formatDate } from '../../../../ui/date-time.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { toast } from '../../../../ui/toast.ts'
import { FailureAlert } from '../failure-alert.tsx'
import classes from './security.module.css'

export function PendingEmail({ pending, oldEmail }: { pending: EmailChange; oldEmail: string }) {
  const { t } = useTranslation('security')
  const cache = useQueryClient()
  const cancelling = useMutation({
    mutationFn: cancelEmailChange,
    onSuccess: (cancelled) => {
      cache.setQueryData(emailChangeQuery.queryKey, cancelled)
      toast.success(t('email.cancelled'))
    },
  })
  return (
    <div className={classes.pending}>
      <Alert role="status" title={t('email.pendingTitle', { email: pending.email })}>
        {t('email.pendingText', { until: formatDate(new Date(pending.expiresAt)) })}
      </Alert>
      <ul className={classes.mailboxes}>
        <Mailbox email={oldEmail} isConfirmed={pending.confirmedByOld} />
        <Mailbox email={pending.email} isConfirmed={pending.confirmedByNew} />
      </ul>
      <FailureAlert error={cancelling.error} />
      <div>
        <Button variant="default" size="sm" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
          {t('email.cancel')}
        </Button>
      </div>
    </div>
  )
}

function Mailbox({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  const { t } = useTranslation('security')
  return (
    <li>
      <span className={classes.mailbox}>{email}</span>
      <StatusBadge kind={isConfirmed ? 'done' : 'waiting'}>{isConfirmed ? t('email.confirmed') : t('email.unconfirmed')}</StatusBadge>
    </li>
  )
}
