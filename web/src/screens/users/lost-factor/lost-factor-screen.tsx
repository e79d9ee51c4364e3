/** MFA reset page, opened by the link of a mail: explains what a confirmation starts, and until when it can be cancelled. */
import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirmRemoval } from '../../../api/mfa-reset.ts'
import { AccessPanel } from '../../../parts/access-panel.tsx'
import { LinkPanel } from '../../../parts/link-panel.tsx'
import { useLinkExpired } from '../../../parts/use-link-expired.ts'
import { formatDate } from '../../../ui/date-time.tsx'
import { usePathParam } from '../../../ui/use-path-param.ts'

export default function LostFactorScreen() {
  const { t } = useTranslation('lost-factor')
  const token = usePathParam('token')
  const isLinkOver = useLinkExpired('lost_factor', token)
  const toLogin = (
    <Button component={Link} to="/login">
      {t('signIn')}
    </Button>
  )
  if (isLinkOver)
    return (
      <AccessPanel title={t('confirm.title')}>
        <Alert color="red" role="alert">
          {t('confirm.expired')}
        </Alert>
        {toLogin}
      </AccessPanel>
    )
  return (
    <LinkPanel
      title={t('confirm.title')}
      text={t('confirm.text')}
      submit={t('confirm.submit')}
      isDangerous
      act={confirmRemoval}
      done={({ dueAt }) => (
        <AccessPanel isNext title={t('waiting.title')} lead={t('waiting.text', { due: formatDate(new Date(dueAt)) })}>
          <p>{t('waiting.cancel')}</p>
          {toLogin}
        </AccessPanel>
      )}
      otherwise={toLogin}
    />
  )
}
