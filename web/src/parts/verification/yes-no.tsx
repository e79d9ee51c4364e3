/** Yes-or-no question without a preselected answer. */
import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './verification.module.css'

export interface YesNoProps {
  label: ReactNode
  description?: ReactNode
  name: string
  value: boolean | null
  onChange: (answer: boolean) => void
  onBlur?: () => void
  error?: string
  disabled?: boolean
}

export function YesNo({ label, description, name, value, onChange, disabled, error }: YesNoProps) {
  const { t } = useTranslation('verification')
  return (
    <Radio.Group
      size="md"
      name={name}
      label={label}
      description={description}
      error={error}
      value={value === null ? null : String(value)}
      onChange={(answer) => onChange(answer === 'true')}
    >
      <div className={classes.choices}>
        <Radio size="md" value="true" label={t('yes')} disabled={disabled} />
        <Radio size="md" value="false" label={t('no')} disabled={disabled} />
      </div>
    </Radio.Group>
  )
}
