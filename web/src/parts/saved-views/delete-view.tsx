/** Confirmation before a saved view is deleted, with its audience. */
import { Button, Stack, Text } from '@mantine/core'
import type { SavedView } from '@tunjo/contract/saved-views'
import { useTranslation } from 'react-i18next'
import { ModalActions } from '../../ui/modal-actions.tsx'
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts'
import { FormFailure } from '../form-failure.tsx'

interface DeleteViewProps {
  view: SavedView
  isBusy: boolean
  failure: unknown
  onDelete: () => void
  onCancel: () => void
}

export function DeleteView({ view, isBusy, failure, onDelete, onCancel }: DeleteViewProps) {
  const { t } = useTranslation('saved-views')
  const cancel = useFocusOnMount<HTMLButtonElement>()
  return (
    <Stack>
      <Text>{t(view.isShared ? 'deleteShared' : 'deleteOwn')}</Text>
      <FormFailure failure={failure} />
      <ModalActions>
        <Button ref={cancel} variant="default" onClick={onCancel} disabled={isBusy}>
          {t('cancel')}
        </Button>
        <Button color="red" onClick={onDelete} loading={isBusy}>
          {t('delete')}
        </Button>
      </ModalActions>
    </Stack>
  )
}
