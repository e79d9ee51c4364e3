/** Page of the link that both mailboxes receive for a change of e-mail: it takes effect when both have confirmed. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirmEmail } from '../../../api/mail-links.ts'
import { AccessPanel } from '../../../parts/access-panel.tsx'
import { LinkPanel } from '../../../parts/link-panel.tsx'

export default function ConfirmEmailScreen() {
  const { t } = useTranslation('account-links')
  const toLogin = (
    <Button component={Link} to="/login">
      {t('signIn')}
    </Button>
  )
  return (
    <LinkPanel
      title={t('confirmEmail.title')}
      text={t('confirmEmail.text')}
      submit={t('confirmEmail.submit')}
      act={confirmEmail}
      done={({ state }) => (
        <AccessPanel title={t(`confirmEmail.${state}.title`)} lead={t(`confirmEmail.${state}.text`)}>
          {state === 'changed' && toLogin}
        </AccessPanel>
      )}
      otherwise={toLogin}
    />
  )
}
