/** Registration (ID-01): e-mail, password, terms; completed through the mail. */
import { Alert, Anchor, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signUp } from '../../api/access.ts'
import { errorText } from '../../api/error-text.ts'
import { AccessPanel } from '../../parts/access-panel.tsx'
import { EmailField } from '../../parts/email-field.tsx'
import { isOfNewPassword, isPasswordShort, NewPasswordField } from '../../parts/new-password-field.tsx'
import { TermsCheckbox } from '../../parts/terms-checkbox.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const MailSent = lazyComponent(async () => (await import('./mail-sent.tsx')).MailSent)

const LOOKS_LIKE_EMAIL = /^\S+@\S+\.\S+$/

export default function SignUpScreen() {
  const { t } = useTranslation('access')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [termsAccepted, setTermsAccepted] = useState(false)
  const [wasTried, setTried] = useState(false)
  const registering = useMutation({ mutationFn: () => signUp({ email: email.trim(), password, termsAccepted }) })

  const isOfPassword = isOfNewPassword(registering.error)

  const wrong = {
    email: !LOOKS_LIKE_EMAIL.test(email.trim()),
    password: isPasswordShort(password),
    terms: !termsAccepted,
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (!Object.values(wrong).includes(true)) registering.mutate()
  }

  if (registering.isSuccess) return <MailSent email={email.trim()} onAgain={() => registering.reset()} />
  return (
    <AccessPanel title={t('signUp.title')} lead={t('signUp.lead')}>
      <form onSubmit={submit} noValidate>
        <EmailField label={t('email')} value={email} onChange={setEmail} error={wasTried && wrong.email && t('signUp.emailRequired')} />
        <NewPasswordField
          label={t('password')}
          value={password}
          onChange={setPassword}
          refusal={isOfPassword ? errorText(registering.error) : null}
          wasTried={wasTried}
        />
        <TermsCheckbox
          label={t('signUp.terms')}
          isAccepted={termsAccepted}
          onChange={setTermsAccepted}
          error={wasTried && wrong.terms && t('signUp.termsRequired')}
        />
        {registering.isError && !isOfPassword && (
          <Alert color="red" role="alert">
            {errorText(registering.error)}
          </Alert>
        )}
        <Button type="submit" loading={registering.isPending}>
          {t('signUp.submit')}
        </Button>
      </form>
      <p>
        {t('signUp.haveAccount')}{' '}
        <Anchor component={Link} to="/login" underline="always">
          {t('signUp.signIn')}
        </Anchor>
      </p>
    </AccessPanel>
  )
}
