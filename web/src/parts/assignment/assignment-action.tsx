/** Change of the assignee: a lead selects an officer, other officers take an unassigned case or release their own. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Assignee } from '@tunjo/contract/compliance-review'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { claim } from '../../api/assignment.ts'
import { errorText } from '../../api/error-text.ts'
import { useAccount } from '../../session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { toast } from '../../ui/toast.ts'

interface AssignmentProps {
  userId: string
  assignee: Assignee | null
}
const AssignModal = lazyComponent(async () => (await import('./assign-modal.tsx')).AssignModal, {
  dialog: { close: ({ onClose }: { onClose: () => void }) => onClose() },
})

export function AssignmentAction({ userId, assignee }: AssignmentProps) {
  const { t } = useTranslation('people')
  const account = useAccount()
  const [isOpen, setOpen] = useState(false)
  const permissions = account?.permissions ?? []
  if (account?.id === userId) return null
  if (permissions.includes('reviews.assign'))
    return (
      <>
        <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
          {t('assignment.assign')}
        </Button>
        {isOpen && <AssignModal userId={userId} assignee={assignee} onClose={() => setOpen(false)} />}
      </>
    )
  if (!permissions.includes('kyc.review') || (assignee && !assignee.isMine)) return null
  return <ClaimButton userId={userId} isMine={assignee !== null} />
}

function ClaimButton({ userId, isMine }: { userId: string; isMine: boolean }) {
  const { t } = useTranslation('people')
  const claiming = useMutation({
    mutationFn: () => claim(userId, !isMine),
    onError: (error) => toast.error(errorText(error)),
    onSuccess: () => toast.success(t(isMine ? 'assignment.released' : 'assignment.claimed')),
  })
  return (
    <Button size="compact-sm" variant="default" onClick={() => claiming.mutate()} loading={claiming.isPending}>
      {t(isMine ? 'assignment.release' : 'assignment.claim')}
    </Button>
  )
}
