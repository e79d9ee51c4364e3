/** One number of a version: a whole number in its unit, within its bounds. */
import { TextInput } from '@mantine/core'
import { textOfNumber, type VersionedNumber } from '@tunjo/contract/versioned-numbers'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/language.ts'

export const isWithin = ({ minimum, maximum }: VersionedNumber, value = ''): boolean =>
  /^(0|[1-9]\d{0,14})$/.test(value) && Number(value) >= minimum && Number(value) <= maximum

interface NumberFieldProps {
  id?: string
  number: VersionedNumber
  value: string
  onChange: (value: string) => void
}

export function NumberField({ id, number, value, onChange }: NumberFieldProps) {
  const { t } = useTranslation('versions')
  const language = currentLanguage()
  const text = (one: number | string) => textOfNumber(number.unit, String(one), language)
  const bounds = { minimum: text(number.minimum), maximum: text(number.maximum) }
  return (
    <TextInput
      id={id}
      label={`${number[language]} (${t(`unit.${number.unit}`)})`}
      description={t('bounds', bounds)}
      inputMode="numeric"
      autoComplete="off"
      maxLength={15}
      value={value}
      onChange={({ currentTarget }) =>
        onChange(
          currentTarget.value
            .replace(/,\d{0,2}$/, '')
            .replace(/\D/g, '')
            .replace(/^0+(?=\d)/, ''),
        )
      }
      error={isWithin(number, value) ? undefined : t('outOfBounds', bounds)}
    />
  )
}
