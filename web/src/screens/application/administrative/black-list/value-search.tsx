/** Search for one complete value, since only its hash is stored. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { BLACK_LIST_KINDS, BLACK_LIST_VALUE_MAX, type BlackListKind } from '@tunjo/contract/blocklist'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './black-list.module.css'

interface ValueSearchProps {
  isLooking: boolean
  onLook: (looked: { kind: BlackListKind; value: string } | null) => void
}

export function ValueSearch({ isLooking, onLook }: ValueSearchProps) {
  const { t } = useTranslation('black-list')
  const [kind, setKind] = useState<BlackListKind>('document')
  const [value, setValue] = useState('')
  function look(event: FormEvent): void {
    event.preventDefault()
    onLook(value.trim() === '' ? null : { kind, value: value.trim() })
  }
  function clear(): void {
    setValue('')
    onLook(null)
  }
  return (
    <form className={classes.search} onSubmit={look} aria-label={t('search')} noValidate>
      <NativeSelect
        label={t('kindOfValue')}
        value={kind}
        data={BLACK_LIST_KINDS.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
        onChange={({ currentTarget }) => setKind(BLACK_LIST_KINDS.find((one) => one === currentTarget.value) ?? 'document')}
      />
      <TextInput
        className={classes.value}
        label={t('search')}
        description={t('searchHelp')}
        inputWrapperOrder={['label', 'input', 'description']}
        maxLength={BLACK_LIST_VALUE_MAX}
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" variant="default">
          {t('searchNow')}
        </Button>
        {isLooking && (
          <Button variant="subtle" onClick={clear}>
            {t('searchClear')}
          </Button>
        )}
      </div>
    </form>
  )
}
