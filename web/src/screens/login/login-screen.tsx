/** Sign-in (ID-02, ID-10): passkey first, else password and the second factor when there is one. */
import { Alert, Anchor } from '@mantine/core'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPhrases } from '../../i18n/index.ts'
import { AccessPanel } from '../../parts/access-panel.tsx'
import { destination } from '../../parts/destination.ts'
import { currentSession, type SecondFactorRequest, useAccount } from '../../session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { DemoHint } from './demo-hint.tsx'
import { PasskeyEntry } from './passkey-entry.tsx'
import { PasswordForm } from './password-form.tsx'

const SecondFactor = lazyComponent(async () => {
  const [{ SecondFactor }] = await Promise.all([import('./second-factor.tsx'), loadPhrases(['factor'])])
  return SecondFactor
})

export default function LoginScreen() {
  const { t } = useTranslation('access')
  const { history } = useRouter()
  const search = useSearch({ strict: false })
  const account = useAccount()
  const [asked, setAsked] = useState<SecondFactorRequest | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  // Covers every source of the session: this form, a passkey, another tab.
  useEffect(() => {
    if (account) history.push(destination(account, search))
  }, [account, history, search])

  function begin(error: unknown): void {
    setAsked(null)
    setFailure(error)
  }

  if (asked) return <SecondFactor asked={asked} onExpired={begin} onBack={() => begin(null)} />
  const session = currentSession()
  const ended = session.status === 'rejected' && session.message !== null ? session : null
  return (
    <AccessPanel title={t('login.title')} lead={t('login.lead')}>
      {ended && failure === null && (
        <Alert role="status" color="amber">
          {ended.reason ?? t('login.ended')}
        </Alert>
      )}
      <PasskeyEntry />
      <PasswordForm failure={failure} onFailure={setFailure} onAsked={setAsked} />
      <p>
        {t('login.noAccount')}{' '}
        <Anchor component={Link} to="/sign-up" underline="always">
          {t('login.signUp')}
        </Anchor>
      </p>
      <DemoHint />
    </AccessPanel>
  )
}
