/** Hint of the demo profile: sample accounts, and the mailbox that receives every mail. */
import { Alert, Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DEMO_PROFILE, infoQuery } from '../../api/management.ts'
import { queries } from '../../api/query-client.ts'

export function DemoHint() {
  const { t } = useTranslation('access')
  const [isDemo, setDemo] = useState(false)
  // Read once, like the ribbon does, not observed: observing would double the part of the query library that this page loads.
  useEffect(() => {
    void queries.fetchQuery(infoQuery).then(
      ({ activeProfiles }) => setDemo(activeProfiles.includes(DEMO_PROFILE)),
      () => undefined,
    )
  }, [])
  if (!isDemo) return null
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
