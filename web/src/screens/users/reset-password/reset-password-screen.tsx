/** Page of the reset mail: a new password, and its effects (ID-03). */
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../../api/error-text.ts'
import { resetPassword } from '../../../api/mail-links.ts'
import { AccessPanel } from '../../../parts/access-panel.tsx'
import { isOfNewPassword, isPasswordShort, NewPasswordField } from '../../../parts/new-password-field.tsx'
import { useLinkExpired } from '../../../parts/use-link-expired.ts'
import { usePathParam } from '../../../ui/use-path-param.ts'

export default function ResetPasswordScreen() {
  const { t } = useTranslation('access')
  const token = usePathParam('token')
  const [password, setPassword] = useState('')
  const [wasTried, setTried] = useState(false)
  const changing = useMutation({ mutationFn: () => resetPassword(token, password) })
  const isLinkOver = useLinkExpired('password_reset', token)
  const isExpired = isLinkOver || hasCode(changing.error, 'identity.reset_expired')
  const isOfPassword = isOfNewPassword(changing.error)

  function submit(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (!isPasswordShort(password)) changing.mutate()
  }

  if (changing.isSuccess) return <PasswordChanged />
  if (isExpired) return <LinkOver />
  return (
    <AccessPanel title={t('reset.title')} lead={t('reset.lead')}>
      <form onSubmit={submit} noValidate>
        <NewPasswordField
          label={t('reset.password')}
          value={password}
          onChange={setPassword}
          refusal={isOfPassword ? errorText(changing.error) : null}
          wasTried={wasTried}
        />
        {changing.isError && !isOfPassword && (
          <Alert color="red" role="alert">
            {errorText(changing.error)}
          </Alert>
        )}
        <Button type="submit" loading={changing.isPending}>
          {t('reset.submit')}
        </Button>
      </form>
    </AccessPanel>
  )
}

function PasswordChanged() {
  const { t } = useTranslation('access')
  return (
    <AccessPanel title={t('reset.doneTitle')} lead={t('reset.doneText')}>
      <Button component={Link} to="/login">
        {t('login.submit')}
      </Button>
    </AccessPanel>
  )
}

function LinkOver() {
  const { t } = useTranslation('access')
  return (
    <AccessPanel title={t('reset.title')}>
      <Alert color="red" role="alert">
        {t('reset.expired')}
      </Alert>
      <Button component={Link} to="/forgot-password">
        {t('reset.again')}
      </Button>
    </AccessPanel>
  )
}
