/** Effective day of a version, in Bogotá, from midnight; empty: from its approval. */
import { TextInput } from '@mantine/core'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { useTranslation } from 'react-i18next'

const DAY_MS = 86_400_000

export function FromDayField({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  const { t } = useTranslation('versions')
  return (
    <TextInput
      type="date"
      label={t('fromDay')}
      description={t('fromHelp')}
      min={bogotaDay(new Date(Date.now() + DAY_MS))}
      max="9999-12-31"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
