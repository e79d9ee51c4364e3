/** Cellphone field in any format; ten digits are a Colombian number. */
import { TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface PhoneFieldProps extends ComponentProps<typeof TextInput> {
  isWrong: boolean
}

export function PhoneField({ isWrong, error, onBlur, ...field }: PhoneFieldProps) {
  const { t } = useTranslation('verification')
  const [wasLeft, setLeft] = useState(false)
  return (
    <TextInput
      {...field}
      type="tel"
      label={t('level1.cellphone')}
      description={t('level1.cellphoneHint')}
      placeholder="300 123 4567"
      autoComplete="tel"
      maxLength={20}
      onBlur={(event) => {
        setLeft(true)
        onBlur?.(event)
      }}
      error={wasLeft && isWrong ? t('level1.cellphoneWrong') : error}
    />
  )
}
