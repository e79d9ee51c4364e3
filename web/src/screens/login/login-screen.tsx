/** Sign-in (ID-02): what was wrong is said in words that do not tell which accounts exist. */
import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { AccessPanel } from '../../parts/access-panel.tsx'
import { destination } from '../../parts/destination.ts'
import { currentSession, signIn } from '../../session.ts'
import { DemoHint } from './demo-hint.tsx'

export default function LoginScreen() {
  const { t } = useTranslation('access')
  const router = useRouter()
  const search = useSearch({ strict: false })
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const session = currentSession()
  const entering = useMutation({
    mutationFn: () => signIn(email.trim(), password),
    onSuccess: (account) => router.history.push(destination(account, search)),
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    const incomplete = email.trim() === '' || password === ''
    setIncomplete(incomplete)
    if (!incomplete) entering.mutate()
  }

  const hasEnded = session.status === 'rejected' && session.message !== null
  return (
    <AccessPanel title={t('login.title')} lead={t('login.lead')}>
      {hasEnded && !entering.isError && (
        <Alert role="status" color="amber">
          {t('login.ended')}
        </Alert>
      )}
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('email')}
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
        {(isIncomplete || entering.isError) && (
          <Alert color="red" role="alert">
            {isIncomplete ? t('login.required') : errorText(entering.error)}
          </Alert>
        )}
        <Button type="submit" loading={entering.isPending || entering.isSuccess}>
          {t('login.submit')}
        </Button>
      </form>
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
