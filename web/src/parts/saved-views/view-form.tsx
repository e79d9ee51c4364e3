/** Name and audience of a saved view. */
import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { VIEW_NAME_MAX } from '@tunjo/contract/saved-views'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ModalActions } from '../../ui/modal-actions.tsx'
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts'
import { FormFailure } from '../form-failure.tsx'

export interface ViewWords {
  readonly name: string
  readonly isShared: boolean
  readonly isDefault: boolean
}
interface ViewFormProps {
  initial: ViewWords
  note?: string | null
  isBusy: boolean
  failure: unknown
  onSubmit: (words: ViewWords) => void
  onCancel: () => void
}

export function ViewForm({ initial, note = null, isBusy, failure, onSubmit, onCancel }: ViewFormProps) {
  const { t } = useTranslation('saved-views')
  const nameField = useFocusOnMount<HTMLInputElement>()
  const [words, setWords] = useState(initial)
  const [isNameMissing, setNameMissing] = useState(false)
  function submit(event: FormEvent): void {
    event.preventDefault()
    const name = words.name.trim()
    setNameMissing(name === '')
    if (name !== '' && !isBusy) onSubmit({ ...words, name })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          ref={nameField}
          label={t('name')}
          value={words.name}
          maxLength={VIEW_NAME_MAX}
          onChange={(event) => setWords({ ...words, name: event.currentTarget.value })}
          error={isNameMissing && words.name.trim() === '' ? t('nameMissing') : null}
          autoComplete="off"
          data-autofocus
          required
        />
        <Checkbox
          label={t('share')}
          description={t('shareHint')}
          checked={words.isShared}
          onChange={(event) => setWords({ ...words, isShared: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('opensFirst')}
          checked={words.isDefault}
          onChange={(event) => setWords({ ...words, isDefault: event.currentTarget.checked })}
        />
        {note && <Text size="sm">{note}</Text>}
        <FormFailure failure={failure} />
        <ModalActions>
          <Button variant="default" onClick={onCancel} disabled={isBusy}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('submit')}
          </Button>
        </ModalActions>
      </Stack>
    </form>
  )
}
