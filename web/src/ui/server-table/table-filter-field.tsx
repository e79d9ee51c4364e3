/** One filter of a server table: a select, a day or text. */
import { NativeSelect, TextInput } from '@mantine/core'
import { FILTER_TEXT_MAX } from '@tunjo/contract/report-choices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableFilter } from './table-column.ts'

/** While a year is being typed, the browser reports `0002-01-01`, `0020-01-01`… */
const FIRST_DAY = '2000-01-01'

interface FieldProps {
  filter: TableFilter
  value: string
  onChange: (value: string) => void
}

export function TableFilterField({ filter, value, onChange }: FieldProps) {
  const { t } = useTranslation('ui')
  const { label, options, isText } = filter
  if (!options) return isText ? <WordsField {...{ label, value, onChange }} /> : <DayField {...{ label, value, onChange }} />
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: t('table.all') }, ...options]}
    />
  )
}

interface DraftProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function DayField({ label, value, onChange }: DraftProps) {
  const [draft, setDraft] = useDraft(value)

  function change(day: string): void {
    setDraft(day)
    if (day === '' || day >= FIRST_DAY) onChange(day)
  }

  return (
    <TextInput type="date" size="xs" label={label} value={draft} max="9999-12-31" onChange={(event) => change(event.currentTarget.value)} />
  )
}

function WordsField({ label, value, onChange }: DraftProps) {
  const [draft, setDraft] = useDraft(value)
  const accept = () => draft.trim() !== value && onChange(draft.trim())
  return (
    <TextInput
      size="xs"
      label={label}
      value={draft}
      maxLength={FILTER_TEXT_MAX}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={accept}
      onKeyDown={(event) => event.key === 'Enter' && accept()}
    />
  )
}

/** Text being typed, until the value changes otherwise: "Quitar filtros", Back. */
function useDraft(value: string) {
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setDraft(value)
  }
  return [draft, setDraft] as const
}
