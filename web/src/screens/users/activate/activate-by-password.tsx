/** Form for the password of the sign-up that the link belongs to. */
import { Alert, Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activate } from '../../../api/activation.ts'
import { errorText } from '../../../api/error-text.ts'
import { enter } from '../../../session.ts'

export interface ActivationFormProps {
  token: string
  /** Failure of the last attempt. */
  failure: unknown
  onFailure: (error: unknown) => void
  onEntered: () => void
}

export function ActivateByPassword({ token, failure, onFailure, onEntered }: ActivationFormProps) {
  const { t } = useTranslation(['activation', 'access'])
  const [password, setPassword] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const activating = useMutation({
    mutationFn: async () => enter(await activate(token, password)),
    onMutate: () => onFailure(null),
    onSuccess: onEntered,
    onError: onFailure,
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    setEmpty(password === '')
    if (password !== '') activating.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <PasswordInput
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={isEmpty && password === '' && t('required')}
        visibilityToggleButtonProps={{ 'aria-label': t('access:showPassword') }}
      />
      {failure !== null && (
        <Alert color="red" role="alert">
          {errorText(failure)}
        </Alert>
      )}
      <Button type="submit" loading={activating.isPending || activating.isSuccess}>
        {t('submit')}
      </Button>
    </form>
  )
}
