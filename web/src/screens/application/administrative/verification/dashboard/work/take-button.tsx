/** Button to take an unassigned item, or to release one: an officer their own, a lead those of others too. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { WorkItem } from '@tunjo/contract/work-queues'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../../api/error-text.ts'
import { releaseWork, takeWork } from '../../../../../../api/work.ts'
import { useAccount } from '../../../../../../session.ts'
import { toast } from '../../../../../../ui/toast.ts'
import { changeOf } from './work-change.ts'
import { workName } from './work-name.ts'

export function TakeButton({ work }: { work: WorkItem }) {
  const { t } = useTranslation('workload')
  const isLead = useAccount()?.permissions.includes('reviews.assign') ?? false
  const change = changeOf(work, isLead)
  const changing = useMutation({
    mutationFn: async () => void (await (change === 'take' ? takeWork(work) : releaseWork(work))),
    onError: (error) => toast.error(errorText(error)),
    onSuccess: () => toast.success(t(change === 'take' ? 'mine.taken' : 'mine.released')),
  })
  if (!change) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={changing.isPending}
      aria-label={t(`mine.${change}Label`, { work: workName(t, work), email: work.email })}
      onClick={() => changing.mutate()}
    >
      {t(`mine.${change}`)}
    </Button>
  )
}
