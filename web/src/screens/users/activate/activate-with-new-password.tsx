/** Activation with a new password, for a person who has the mailbox but not the password; accepts the terms in their own name. */
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activateWithNewPassword } from '../../../api/activation.ts'
import { errorText } from '../../../api/error-text.ts'
import { EmailField } from '../../../parts/email-field.tsx'
import { isOfNewPassword, isPasswordShort, NewPasswordField } from '../../../parts/new-password-field.tsx'
import { TermsCheckbox } from '../../../parts/terms-checkbox.tsx'
import { enter } from '../../../session.ts'
import type { ActivationFormProps } from './activate-by-password.tsx'

export function ActivateWithNewPassword({ token, failure, onFailure, onEntered }: ActivationFormProps) {
  const { t } = useTranslation('activation')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [termsAccepted, setTermsAccepted] = useState(false)
  const [wasTried, setTried] = useState(false)
  const activating = useMutation({
    mutationFn: async () => enter(await activateWithNewPassword({ token, email: email.trim(), password, termsAccepted })),
    onMutate: () => onFailure(null),
    onSuccess: onEntered,
    onError: onFailure,
  })
  const isOfPassword = isOfNewPassword(failure)
  const isComplete = email.trim() !== '' && !isPasswordShort(password) && termsAccepted

  function submit(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (isComplete) activating.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <EmailField
        label={t('choose.email')}
        value={email}
        onChange={setEmail}
        error={wasTried && email.trim() === '' && t('choose.emailRequired')}
      />
      <NewPasswordField
        label={t('choose.password')}
        value={password}
        onChange={setPassword}
        refusal={isOfPassword ? errorText(failure) : null}
        wasTried={wasTried}
      />
      <TermsCheckbox
        label={t('choose.terms')}
        isAccepted={termsAccepted}
        onChange={setTermsAccepted}
        error={wasTried && !termsAccepted && t('choose.termsRequired')}
      />
      {failure !== null && !isOfPassword && (
        <Alert color="red" role="alert">
          {errorText(failure)}
        </Alert>
      )}
      <Button type="submit" loading={activating.isPending || activating.isSuccess}>
        {t('choose.submit')}
      </Button>
    </form>
  )
}
