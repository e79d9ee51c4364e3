/** Password reset request by mail (ID-03). The answer does not disclose which e-mails have an account. */
import { Alert, Anchor, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { requestReset } from '../../api/mail-links.ts'
import { AccessPanel } from '../../parts/access-panel.tsx'
import { EmailField } from '../../parts/email-field.tsx'

export default function ForgotPasswordScreen() {
  const { t } = useTranslation('access')
  const [email, setEmail] = useState(useRouter().state.location.state.email ?? '')
  const [isEmpty, setEmpty] = useState(false)
  const asking = useMutation({ mutationFn: () => requestReset(email.trim()) })

  function submit(event: FormEvent): void {
    event.preventDefault()
    setEmpty(email.trim() === '')
    if (email.trim() !== '') asking.mutate()
  }

  if (asking.isSuccess)
    return (
      <AccessPanel title={t('forgot.sentTitle')} lead={t('forgot.sentText', { email: email.trim() })}>
        <p role="status">{t('forgot.sentHint')}</p>
        <Button component={Link} to="/login">
          {t('sent.back')}
        </Button>
        <Button variant="default" onClick={() => asking.reset()}>
          {t('sent.again')}
        </Button>
      </AccessPanel>
    )
  return (
    <AccessPanel title={t('forgot.title')} lead={t('forgot.lead')}>
      <form onSubmit={submit} noValidate>
        <EmailField label={t('email')} value={email} onChange={setEmail} error={isEmpty && t('signUp.emailRequired')} />
        {asking.isError && (
          <Alert color="red" role="alert">
            {errorText(asking.error)}
          </Alert>
        )}
        <Button type="submit" loading={asking.isPending}>
          {t('forgot.submit')}
        </Button>
      </form>
      <p>
        <Anchor component={Link} to="/login" underline="always">
          {t('sent.back')}
        </Anchor>
      </p>
    </AccessPanel>
  )
}
