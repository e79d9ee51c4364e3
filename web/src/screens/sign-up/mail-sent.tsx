/** Confirmation after the registration: the same text whether or not the e-mail already had an account. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AccessPanel } from '../../parts/access-panel.tsx'
import { ResendActivation } from '../../parts/resend-activation.tsx'

export function MailSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation('access')
  return (
    <AccessPanel title={t('sent.title')} lead={t('sent.text', { email })}>
      <p role="status">{t('sent.hint')}</p>
      <Button component={Link} to="/login">
        {t('sent.back')}
      </Button>
      <ResendActivation email={email} />
      <Button variant="subtle" onClick={onAgain}>
        {t('sent.again')}
      </Button>
    </AccessPanel>
  )
}
