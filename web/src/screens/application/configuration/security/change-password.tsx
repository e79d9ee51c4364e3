/** Change of password (ID-03). */
import { Alert, PasswordInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PASSWORD_LENGTH } from '@tunjo/contract/identity'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { changePassword, holdQuery } from '../../../../api/credentials.ts'
import { FormFailure } from '../../../../parts/form-failure.tsx'
import { formatDate } from '../../../../ui/date-time.tsx'
import { useZodForm } from '../../../../ui/form/use-zod-form.ts'
import { FoldedForm } from '../folded-form.tsx'
import { FormButtons } from '../form-buttons.tsx'
import { refusedAt } from '../refused-at.ts'
import { Setting } from '../setting.tsx'
import { unlessCancelled } from '../unless-cancelled.ts'

const Form = z.object({
  currentPassword: z.string().min(1),
  newPassword: z.string().min(PASSWORD_LENGTH.minimum).max(PASSWORD_LENGTH.maximum),
})
const refusedField = refusedAt({
  'identity.current_password_wrong': 'currentPassword',
  'identity.password_same': 'newPassword',
  'identity.password_too_short': 'newPassword',
  'identity.password_too_long': 'newPassword',
  'identity.password_too_common': 'newPassword',
})

export function ChangePassword() {
  const { t } = useTranslation('security')
  const [isChanged, setChanged] = useState(false)
  return (
    <Setting
      name={t('password.title')}
      text={t('password.text')}
      control={
        <FoldedForm action={t('password.change')}>
          {(close) => (
            <PasswordForm
              onCancel={close}
              onChanged={() => {
                close()
                setChanged(true)
              }}
            />
          )}
        </FoldedForm>
      }
    >
      {isChanged && <Changed />}
    </Setting>
  )
}

function PasswordForm({ onCancel, onChanged }: { onCancel: () => void; onChanged: () => void }) {
  const { t } = useTranslation('security')
  const cache = useQueryClient()
  const form = useZodForm({
    schema: Form,
    initial: { currentPassword: '', newPassword: '' },
    refusedField,
    submit: async ({ currentPassword, newPassword }) => {
      if (!(await unlessCancelled(changePassword(currentPassword, newPassword)))) return
      await Promise.all([cache.invalidateQueries({ queryKey: ['credentials'] }), cache.invalidateQueries({ queryKey: ['devices'] })])
      onChanged()
    },
  })
  const toggle = { 'aria-label': t('password.show') }
  return (
    <form {...form.props}>
      <PasswordInput
        label={t('password.current')}
        autoComplete="current-password"
        visibilityToggleButtonProps={toggle}
        {...form.text('currentPassword')}
      />
      <PasswordInput
        mt="md"
        label={t('password.new')}
        description={<LengthHint length={[...form.values.newPassword].length} />}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...form.text('newPassword')}
      />
      <p>{t('password.consequence')}</p>
      <FormFailure failure={form.failure} />
      <FormButtons submit={t('password.submit')} isSubmitting={form.isSubmitting} onCancel={onCancel} />
    </form>
  )
}

function LengthHint({ length }: { length: number }) {
  const { t } = useTranslation('security')
  const missing = PASSWORD_LENGTH.minimum - length
  if (length === 0) return t('password.hint', PASSWORD_LENGTH)
  if (missing > 0) return t('password.missing', { count: missing })
  return length > PASSWORD_LENGTH.maximum ? t('password.tooLong', PASSWORD_LENGTH) : t('password.longEnough', { count: length })
}

function Changed() {
  const { t } = useTranslation('security')
  const { data } = useQuery(holdQuery)
  return (
    <Alert role="status" title={t('password.doneTitle')} flex="1 0 100%">
      {t('password.done')} {data?.hold && t('password.doneHold', { until: formatDate(new Date(data.hold.until)) })}
    </Alert>
  )
}
