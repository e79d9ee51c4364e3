/** E-mail and password; errors do not disclose which accounts exist. */
import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SecondFactorRequest, signIn } from '../../session.ts'
import { EntryProblem } from './entry-problem.tsx'

interface PasswordFormProps {
  /** Failure of the last attempt, including that of the next step. */
  failure: unknown
  onFailure: (error: unknown) => void
  onAsked: (asked: SecondFactorRequest) => void
}

export function PasswordForm({ failure, onFailure, onAsked }: PasswordFormProps) {
  const { t } = useTranslation('access')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const entering = useMutation({
    mutationFn: () => signIn(email.trim(), password),
    onMutate: () => onFailure(null),
    onSuccess: (answer) => {
      if ('challenge' in answer) onAsked(answer)
    },
    onError: onFailure,
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    const incomplete = email.trim() === '' || password === ''
    setIncomplete(incomplete)
    if (!incomplete) entering.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={t('email')}
        type="email"
        name="email"
        // The last token lets the browser offer passkeys in its list.
        autoComplete="username webauthn"
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
      <Anchor component={Link} to="/forgot-password" state={{ email: email.trim() }} underline="always" size="sm" py={4}>
        {t('login.forgot')}
      </Anchor>
      {isIncomplete && (
        <Alert color="red" role="alert">
          {t('login.required')}
        </Alert>
      )}
      {!isIncomplete && failure !== null && <EntryProblem error={failure} email={email.trim()} />}
      <Button type="submit" loading={entering.isPending || entering.isSuccess}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
