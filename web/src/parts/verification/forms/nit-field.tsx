/** The NIT, and what its check digit says while it is typed (KYC-12). */
import { TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { readNit } from '@tunjo/contract/company'
import { useTranslation } from 'react-i18next'
import { shownNit } from './company-rules.ts'
import classes from './forms.module.css'

interface NitFieldProps {
  name: string
  value: string
  onChange: (typed: string) => void
  onBlur: () => void
  error?: string
  disabled: boolean
}

export function NitField({ value, onChange, onBlur, error, disabled, name }: NitFieldProps) {
  const { t } = useTranslation('verification-forms')
  const nit = readNit(value)
  // Wrong whatever is typed next: no need to wait until the field is left.
  const mistake =
    nit.state === 'wrong' ? t('company.nitWrong', { digit: nit.checkDigit }) : nit.state === 'unfit' ? t('company.nitUnfit') : error
  return (
    <div>
      <TextInput
        name={name}
        label={t('company.nit')}
        description={t('company.nitHint')}
        value={disabled ? shownNit(value) : value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={() => {
          if (shownNit(value) !== value) onChange(shownNit(value))
          onBlur()
        }}
        error={mistake}
        disabled={disabled}
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
      />
      <div role="status">
        {!disabled && nit.state === 'unchecked' && !error && (
          <p className={classes.expects}>{t('company.nitExpects', { digit: nit.checkDigit })}</p>
        )}
        {!disabled && nit.state === 'right' && (
          <p className={classes.right}>
            <IconCheck size={16} aria-hidden /> {t('company.nitRight')}
          </p>
        )}
      </div>
    </div>
  )
}
