/** Page of the new-location mail: a button answers it, the outcome is shown, then sign-in (ID-05). */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { answerLocation, type LocationAnswer } from '../api/location-link.ts'
import { TOAST_MS, toast } from '../ui/toast.ts'
import { usePathParam } from '../ui/use-path-param.ts'
import { AccessPanel } from './access-panel.tsx'

export function LocationPanel({ answer }: { answer: LocationAnswer }) {
  const { t } = useTranslation('shell')
  const { history } = useRouter()
  const token = usePathParam('token')
  const answering = useMutation({
    mutationFn: () => answerLocation(answer, token),
    onSuccess: (wasAccepted) => {
      if (wasAccepted) toast.success(t(`location.${answer}.done`))
      else toast.error(t(`location.${answer}.expired`))
    },
  })
  const { isSuccess, data: wasAccepted } = answering

  useEffect(() => {
    if (!isSuccess) return
    const leaving = setTimeout(() => history.push('/login'), TOAST_MS)
    return () => clearTimeout(leaving)
  }, [isSuccess, history])

  if (isSuccess)
    return (
      <AccessPanel title={t(`location.${answer}.${wasAccepted ? 'done' : 'expired'}`)} lead={t('location.leaving')}>
        <Button onClick={() => history.push('/login')}>{t('account.signIn')}</Button>
      </AccessPanel>
    )
  return (
    <AccessPanel title={t(`location.${answer}.title`)} lead={t(`location.${answer}.text`)}>
      <Button onClick={() => answering.mutate()} loading={answering.isPending}>
        {t(`location.${answer}.submit`)}
      </Button>
    </AccessPanel>
  )
}
