/** Page of the mail to who lost every second factor: says what a press begins, and until when it can be cancelled. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirmRemoval } from '../../api/lost-factor.ts'
import { AccessPanel } from '../../parts/access-panel.tsx'
import { LinkPanel } from '../../parts/link-panel.tsx'
import { formatDate } from '../../ui/date-time.tsx'

export default function LostFactorScreen() {
  const { t } = useTranslation('lost-factor')
  const toLogin = (
    <Button component={Link} to="/login">
      {t('signIn')}
    </Button>
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
