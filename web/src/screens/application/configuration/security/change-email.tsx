/** Change of e-mail: both mailboxes confirm before it takes effect. */
import { PasswordInput, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { accountQuery, emailChangeQuery, requestEmailChange } from '../../../../api/credentials.ts'
import { FormFailure } from '../../../../parts/form-failure.tsx'
import { useZodForm } from '../../../../ui/form/use-zod-form.ts'
import { FoldedForm } from '../folded-form.tsx'
import { FormButtons } from '../form-buttons.tsx'
import { refusedAt } from '../refused-at.ts'
import { Setting } from '../setting.tsx'
import { unlessCancelled } from '../unless-cancelled.ts'
import { PendingEmail } from './pending-email.tsx'

const Form = z.object({ email: z.email(), password: z.string().min(1) })
const refusedField = refusedAt({
  'identity.email_invalid': 'email',
  'identity.email_same': 'email',
  'identity.current_password_wrong': 'password',
})

export function ChangeEmail() {
  const { t } = useTranslation('security')
  const account = useQuery(accountQuery)
  const change = useQuery(emailChangeQuery)
  const pending = change.data?.pending ?? null
  return (
    <Setting
      name={t('email.title')}
      text={account.data?.email ?? '…'}
      control={pending ? undefined : <FoldedForm action={t('email.change')}>{(close) => <EmailForm onClose={close} />}</FoldedForm>}
    >
      {pending && <PendingEmail pending={pending} oldEmail={account.data?.email ?? ''} />}
    </Setting>
  )
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('security')
  const cache = useQueryClient()
  const form = useZodForm({
    schema: Form,
    initial: { email: '', password: '' },
    refusedField,
    submit: async ({ email, password }) => {
      const requested = await unlessCancelled(requestEmailChange(email, password))
      if (requested) cache.setQueryData(emailChangeQuery.queryKey, requested)
    },
  })
  return (
    <form {...form.props}>
      <TextInput label={t('email.new')} description={t('email.hint')} type="email" autoComplete="email" {...form.text('email')} />
      <PasswordInput
        mt="md"
        label={t('password.current')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
        {...form.text('password')}
      />
      <p>{t('email.consequence')}</p>
      <FormFailure failure={form.failure} />
      <FormButtons submit={t('email.submit')} isSubmitting={form.isSubmitting} onCancel={onClose} />
    </form>
  )
}
