/** New password field: checks the length, and that it is not a common password. No rules about symbols or capitals. */
import { PasswordInput } from '@mantine/core'
import { PASSWORD_LENGTH } from '@tunjo/contract/identity'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../api/error-text.ts'

/** Counted as the server does. */
export const passwordLength = (password: string): number => [...password.normalize('NFKC')].length
export const isPasswordShort = (password: string): boolean => passwordLength(password) < PASSWORD_LENGTH.minimum
/** Whether the server refused the password itself: another one may be accepted. */
export const isOfNewPassword = (error: unknown): boolean =>
  hasCode(error, 'identity.password_too_common') || hasCode(error, 'identity.password_too_long')

interface NewPasswordFieldProps {
  label: string
  value: string
  onChange: (password: string) => void
  /** Refusal of the server. */
  refusal: string | null
  /** Whether the person has tried to send it. */
  wasTried: boolean
}

export function NewPasswordField({ label, value, onChange, refusal, wasTried }: NewPasswordFieldProps) {
  const { t } = useTranslation('access')
  const isShort = isPasswordShort(value)
  const count = passwordLength(value)
  return (
    <PasswordInput
      label={label}
      description={
        <>
          {t('newPassword.hint', PASSWORD_LENGTH)}{' '}
          {value !== '' && <strong>{t(isShort ? 'newPassword.count' : 'newPassword.enough', { count, ...PASSWORD_LENGTH })}</strong>}
        </>
      }
      name="password"
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={wasTried && isShort ? t('newPassword.short', PASSWORD_LENGTH) : refusal}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
    />
  )
}
