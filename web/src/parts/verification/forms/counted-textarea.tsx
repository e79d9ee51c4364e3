/** Text area with a character counter. */
import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './forms.module.css'

interface CountedTextareaProps {
  label: string
  description: string
  name: string
  value: string
  maximum: number
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: () => void
  error?: string
  disabled: boolean
}

export function CountedTextarea({ maximum, ...field }: CountedTextareaProps) {
  const { t } = useTranslation('verification-forms')
  return (
    <div>
      <Textarea {...field} size="md" rows={4} maxLength={maximum} />
      {!field.disabled && <span className={classes.counter}>{t('counter', { used: field.value.length, maximum })}</span>}
    </div>
  )
}
