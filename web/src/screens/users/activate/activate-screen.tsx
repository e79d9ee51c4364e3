/**
 * Page of the activation mail (ID-01): mailbox and password together activate the account, sign in and open the survey. A person without
 * the password chooses another one here; an expired link leads to a new one.
 */
import { Alert, Anchor, Button } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../api/error-text.ts'
import { AccessPanel } from '../../../parts/access-panel.tsx'
import { ResendActivation } from '../../../parts/resend-activation.tsx'
import { useLinkExpired } from '../../../parts/use-link-expired.ts'
import { usePathParam } from '../../../ui/use-path-param.ts'
import { ActivateByPassword } from './activate-by-password.tsx'
import { ActivateWithNewPassword } from './activate-with-new-password.tsx'

/** First page after the activation. */
const SURVEY = '/postregister/'

export default function ActivateScreen() {
  const { t } = useTranslation('activation')
  const { history } = useRouter()
  const token = usePathParam('token')
  const isLinkOver = useLinkExpired('activation', token)
  const [isChoosing, setChoosing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const form = { token, failure, onFailure: setFailure, onEntered: () => history.push(SURVEY) }

  function switchTo(choosing: boolean): void {
    setFailure(null)
    setChoosing(choosing)
  }

  if (isLinkOver || hasCode(failure, 'identity.activation_expired'))
    return (
      <AccessPanel title={t('title')}>
        <Alert color="red" role="alert">
          {t('expired')}
        </Alert>
        <ResendActivation />
        <p>
          <Anchor component={Link} to="/login" underline="always">
            {t('signIn')}
          </Anchor>
        </p>
      </AccessPanel>
    )
  return (
    <AccessPanel title={t(isChoosing ? 'choose.title' : 'title')} lead={t(isChoosing ? 'choose.lead' : 'lead')}>
      {isChoosing ? <ActivateWithNewPassword {...form} /> : <ActivateByPassword {...form} />}
      <Button variant="subtle" onClick={() => switchTo(!isChoosing)}>
        {t(isChoosing ? 'choose.back' : 'forgotPassword')}
      </Button>
    </AccessPanel>
  )
}
