/** NIT field, with its check digit validated while typing (KYC-12). */
import { TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type NitReading, readNit } from '@tunjo/contract/company'
import { useTranslation } from 'react-i18next'
import { formatNit } from './company-rules.ts'
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
  const mistake = useMistake(nit, error)
  return (
    <div>
      <TextInput
        name={name}
        label={t('company.nit')}
        description={t('company.nitHint')}
        value={disabled ? formatNit(value) : value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={() => {
          if (formatNit(value) !== value) onChange(formatNit(value))
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

/** @param left error text after the field was left */
function useMistake(nit: NitReading, left: string | undefined): string | undefined {
  const { t } = useTranslation('verification-forms')
  // Already wrong for any further input: no need to wait until the field is left.
  if (nit.state === 'wrong') return t('company.nitWrong', { digit: nit.checkDigit })
  if (nit.state === 'unfit') return t('company.nitUnfit')
  return left && nit.state === 'unchecked' ? t('company.nitExpects', { digit: nit.checkDigit }) : left
}
