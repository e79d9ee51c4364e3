/** Page of the "No fui yo" links: explains freezing the account, asks for a confirmation, and shows the next step. */
import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { freezeAccount } from '../../../api/mail-links.ts'
import { AccessPanel } from '../../../parts/access-panel.tsx'
import { LinkPanel } from '../../../parts/link-panel.tsx'

export default function FreezeScreen() {
  const { t } = useTranslation('account-links')
  const whatNow = (
    <>
      <Button component={Link} to="/forgot-password">
        {t('freeze.reset')}
      </Button>
      <p>
        <Anchor component={Link} to="/contact-us" underline="always">
          {t('freeze.contact')}
        </Anchor>
      </p>
    </>
  )
  return (
    <LinkPanel
      title={t('freeze.title')}
      text={t('freeze.text')}
      submit={t('freeze.submit')}
      isDangerous
      act={freezeAccount}
      done={() => (
        <AccessPanel title={t('freeze.doneTitle')} lead={t('freeze.doneText')}>
          {whatNow}
        </AccessPanel>
      )}
      otherwise={whatNow}
    />
  )
}
