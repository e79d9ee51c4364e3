/** Only in the demo profile: where the example people are, and the mailbox that receives every mail. */
import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DEMO_PROFILE, infoQuery } from '../../api/management.ts'

export function DemoHint() {
  const { t } = useTranslation('access')
  const { data } = useQuery(infoQuery)
  if (!data?.activeProfiles.includes(DEMO_PROFILE)) return null
  return (
    <Alert role="note" color="gray" title={t('login.demoTitle')}>
      {t('login.demoText')}{' '}
      <Anchor href="/dev/mail" target="_blank" rel="noopener" inherit underline="always">
        {t('login.demoMailbox')}
      </Anchor>
      .
    </Alert>
  )
}
