/** 'Siguiente': releases this review and opens the one with the longest wait. */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { nextReview } from '../../../../api/compliance.ts'
import { errorText } from '../../../../api/error-text.ts'
import { toast } from '../../../../ui/toast.ts'
import { documentPath } from './person-views.ts'

export interface NextReview {
  readonly take: () => void
  readonly isTaking: boolean
}

export function useNextReview(after: string): NextReview {
  const { t } = useTranslation('review')
  const navigate = useNavigate()
  const taking = useMutation({
    mutationFn: () => nextReview(after),
    onError: (error) => toast.error(errorText(error)),
    onSuccess(userId) {
      if (userId) return void navigate({ to: documentPath(userId, 'id') })
      toast.info(t('actions.queueEmpty'))
      void navigate({ to: '/application/administrative/verification/' })
    },
  })
  return { take: () => void (taking.isPending || taking.mutate()), isTaking: taking.isPending }
}
