/** Request of the appeal mail for a customer with a blocked account. The answer does not disclose which accounts are blocked. */
import { Alert, Anchor, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestAppeal } from '../../../api/appeals.ts'
import { errorText } from '../../../api/error-text.ts'
import { AccessPanel } from '../../../parts/access-panel.tsx'
import { EmailField } from '../../../parts/email-field.tsx'

export default function RequestAppealScreen() {
  const { t } = useTranslation('appeal')
  const [email, setEmail] = useState(useRouter().state.location.state.email ?? '')
  const [isEmpty, setEmpty] = useState(false)
  const asking = useMutation({ mutationFn: () => requestAppeal(email.trim()) })

  function submit(event: FormEvent): void {
    event.preventDefault()
    setEmpty(email.trim() === '')
    if (email.trim() !== '') asking.mutate()
  }

  if (asking.isSuccess) return <Asked email={email.trim()} onAgain={() => asking.reset()} />
  return (
    <AccessPanel title={t('ask.title')} lead={t('ask.lead')}>
      <form onSubmit={submit} noValidate>
        <EmailField label={t('ask.email')} value={email} onChange={setEmail} error={isEmpty && t('ask.emailRequired')} />
        {asking.isError && (
          <Alert color="red" role="alert">
            {errorText(asking.error)}
          </Alert>
        )}
        <Button type="submit" loading={asking.isPending}>
          {t('ask.submit')}
        </Button>
      </form>
      <p>
        <Anchor component={Link} to="/forgot-password" underline="always">
          {t('ask.forgot')}
        </Anchor>
      </p>
    </AccessPanel>
  )
}

function Asked({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation('appeal')
  return (
    <AccessPanel isNext title={t('ask.sentTitle')} lead={t('ask.sentText', { email })}>
      <p role="status">{t('ask.sentHint')}</p>
      <Button component={Link} to="/login">
        {t('ask.back')}
      </Button>
      <Button variant="default" onClick={onAgain}>
        {t('ask.again')}
      </Button>
    </AccessPanel>
  )
}
