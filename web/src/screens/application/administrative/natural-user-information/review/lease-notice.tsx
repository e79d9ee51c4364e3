/** Lease of the review: this officer and until when, or another officer. */
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Lease } from '@tunjo/contract/compliance-review'
import { useTranslation } from 'react-i18next'
import { refreshPerson, releaseReview } from '../../../../../api/compliance.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { toast } from '../../../../../ui/toast.ts'
import classes from './review.module.css'

export function LeaseNotice({ userId, lease }: { userId: string; lease: Lease }) {
  const { t } = useTranslation('review')
  const navigate = useNavigate()
  const releasing = useMutation({
    mutationFn: () => releaseReview(userId),
    onError: (error) => toast.error(errorText(error)),
    async onSuccess() {
      await navigate({ to: '/application/administrative/verification/' })
      await refreshPerson(userId)
    },
  })
  const until = formatDate(new Date(lease.until))
  if (lease.isMine)
    return (
      <p className={classes.lease}>
        {t('lease.mine', { until })}
        <Button variant="subtle" size="xs" onClick={() => releasing.mutate()} loading={releasing.isPending}>
          {t('lease.release')}
        </Button>
      </p>
    )
  return (
    <Alert color="amber" title={t('lease.title')} role="status">
      {t('lease.text', { officer: lease.officer, since: formatDate(new Date(lease.takenAt)), until })}
    </Alert>
  )
}
