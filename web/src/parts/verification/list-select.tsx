/** Select with search in a long list, with or without accents. */
import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SearchSelect } from '../../ui/search-select.tsx'
import { foldText } from './fold-text.ts'
import classes from './verification.module.css'

interface ListSelectProps {
  label: string
  description?: string
  name?: string
  items: readonly { id: number | string; name: string }[]
  value: number | string | null
  onChange: (id: number | string) => void
  /** The value was preselected and has to be checked ('Verifica este dato'). */
  isPreselected?: boolean
  onSeen?: () => void
  onBlur?: () => void
  error?: string
  disabled?: boolean
  required?: boolean
}

/** Maximum of rendered options: the longest list, of economic activities, is searched rather than scrolled. */
const SHOWN_MAX = 100

export function ListSelect({ items, value, onChange, isPreselected = false, onSeen, description, ...field }: ListSelectProps) {
  const { t } = useTranslation('verification')
  return (
    <SearchSelect
      {...field}
      description={isPreselected ? t('verifyThis') : description}
      classNames={isPreselected ? { input: classes.preselected, description: classes.toVerify } : undefined}
      data={items.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => {
        const item = items.find(({ id }) => String(id) === chosen)
        if (item) onChange(item.id)
      }}
      onDropdownClose={onSeen}
      allowDeselect={false}
      filter={withoutAccents}
      limit={SHOWN_MAX}
      nothingFoundMessage={t('nothingFound')}
      // The browser's own suggestions would cover the list.
      autoComplete="off"
    />
  )
}

/** Matches all typed words in any order: `cafe cultivo` finds `0123 · Cultivo de café`. */
const withoutAccents: OptionsFilter = ({ options, search, limit }) => {
  const words = foldText(search).split(/\s+/)
  const hasAll = (label: string) => words.every((word) => label.includes(word))
  return options.filter((option): option is ComboboxItem => 'value' in option && hasAll(foldText(option.label))).slice(0, limit)
}
