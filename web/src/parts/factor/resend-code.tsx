/** Resend button of a mailed code, at most every half minute. */
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'

const WAIT_SECONDS = 30
const SECOND_MS = 1000

export function ResendCode({ resend }: { resend: () => Promise<unknown> }) {
  const { t } = useTranslation('factor')
  const [secondsLeft, setSecondsLeft] = useState(WAIT_SECONDS)
  const isWaiting = secondsLeft > 0
  const sending = useMutation({ mutationFn: resend, onSuccess: () => setSecondsLeft(WAIT_SECONDS) })

  useEffect(() => {
    if (!isWaiting) return
    const ticking = setInterval(() => setSecondsLeft((seconds) => seconds - 1), SECOND_MS)
    return () => clearInterval(ticking)
  }, [isWaiting])

  return (
    <>
      {sending.isError && (
        <Alert color="red" role="alert">
          {errorText(sending.error)}
        </Alert>
      )}
      {sending.isSuccess && <p role="status">{t('mail.sentAgain')}</p>}
      <Button variant="default" disabled={isWaiting} loading={sending.isPending} onClick={() => sending.mutate()}>
        {isWaiting ? t('mail.wait', { seconds: secondsLeft }) : t('mail.again')}
      </Button>
    </>
  )
}
