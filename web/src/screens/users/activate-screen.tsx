/** Page of the activation mail (ID-01); an old link leads to a new one. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { activate } from '../../api/access.ts'
import { AccessPanel } from '../../parts/access-panel.tsx'
import { LinkPanel } from '../../parts/link-panel.tsx'
import { ResendActivation } from '../../parts/resend-activation.tsx'

/** What a newcomer does first. */
const SURVEY = '/postregister/'

export default function ActivateScreen() {
  const { t } = useTranslation('access')
  return (
    <LinkPanel
      title={t('activate.title')}
      text={t('activate.text')}
      submit={t('activate.submit')}
      act={activate}
      done={() => (
        <AccessPanel title={t('activate.doneTitle')} lead={t('activate.doneText')}>
          <Button renderRoot={(props) => <Link to="/login" search={{ redirect: SURVEY }} {...props} />}>{t('activate.signIn')}</Button>
        </AccessPanel>
      )}
      otherwise={<ResendActivation />}
    />
  )
}
