/** MFA reset after a correct password, when every second factor is lost: what follows, and the mail that starts it. */
import { Alert, Anchor, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { requestRemoval } from '../../api/mfa-reset.ts'
import { AccessPanel } from '../../parts/access-panel.tsx'

export function LostFactor({ challenge, onBack }: { challenge: string; onBack: () => void }) {
  const { t } = useTranslation('lost-factor')
  const asking = useMutation({ mutationFn: () => requestRemoval(challenge) })
  if (asking.isSuccess)
    return (
      <AccessPanel isNext title={t('sent.title')} lead={t('sent.text')}>
        <p role="status">{t('sent.hint')}</p>
      </AccessPanel>
    )
  return (
    <AccessPanel isNext title={t('ask.title')} lead={t('ask.lead')}>
      <p>{t('ask.wait')}</p>
      {asking.isError && (
        <Alert color="red" role="alert">
          {errorText(asking.error)}
        </Alert>
      )}
      <Button onClick={() => asking.mutate()} loading={asking.isPending}>
        {t('ask.submit')}
      </Button>
      <p>
        <Anchor component="button" type="button" underline="always" onClick={onBack}>
          {t('ask.back')}
        </Anchor>
      </p>
    </AccessPanel>
  )
}
