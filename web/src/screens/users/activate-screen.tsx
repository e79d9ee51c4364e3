/** Page of the activation mail. It waits for a click: programs that read mails open links too. */
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { activate } from '../../api/access.ts'
import { errorText } from '../../api/error-text.ts'
import { AccessPanel } from '../../parts/access-panel.tsx'

export default function ActivateScreen() {
  const { t } = useTranslation('access')
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const activating = useMutation({ mutationFn: () => activate(token) })

  if (activating.isSuccess)
    return (
      <AccessPanel title={t('activate.doneTitle')} lead={t('activate.doneText')}>
        <Button component={Link} to="/login">
          {t('activate.signIn')}
        </Button>
      </AccessPanel>
    )
  return (
    <AccessPanel title={t('activate.title')} lead={t('activate.text')}>
      {activating.isError && (
        <Alert color="red" role="alert">
          {errorText(activating.error)}
        </Alert>
      )}
      <Button onClick={() => activating.mutate()} loading={activating.isPending}>
        {t('activate.submit')}
      </Button>
      {activating.isError && (
        <Button component={Link} to="/sign-up" variant="default">
          {t('activate.signUp')}
        </Button>
      )}
    </AccessPanel>
  )
}
