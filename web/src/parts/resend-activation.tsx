/** Resend of the activation mail; the answer is the same whether or not an account waits for activation. */
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resendActivation } from '../api/access.ts'
import { errorText } from '../api/error-text.ts'

/** Without an e-mail, shows a field for it. */
export function ResendActivation({ email: known }: { email?: string }) {
  const { t } = useTranslation('access')
  const [typed, setTyped] = useState('')
  const email = (known ?? typed).trim()
  const sending = useMutation({ mutationFn: () => resendActivation(email) })

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (email !== '') sending.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {known === undefined && (
          <TextInput
            label={t('email')}
            type="email"
            name="email"
            autoComplete="username"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {sending.isError && (
          <Alert color="red" role="alert">
            {errorText(sending.error)}
          </Alert>
        )}
        {sending.isSuccess && (
          <Alert color="forest" role="status">
            {t('resend.sent')}
          </Alert>
        )}
        <Button type="submit" variant="default" loading={sending.isPending} disabled={sending.isSuccess}>
          {t('resend.submit')}
        </Button>
      </Stack>
    </form>
  )
}
