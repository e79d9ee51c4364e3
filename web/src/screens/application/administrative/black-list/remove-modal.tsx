/** Request to a second officer to remove a blocklist entry. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { BlackListEntry } from '@tunjo/contract/blocklist'
import { useTranslation } from 'react-i18next'
import { removeFromBlackList } from '../../../../api/blocklist.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import classes from './black-list.module.css'

interface RemoveModalProps {
  entry: BlackListEntry | null
  onClose: () => void
}

export function RemoveModal({ entry, onClose }: RemoveModalProps) {
  const { t } = useTranslation('black-list')
  return (
    <Modal opened={entry !== null} onClose={onClose} title={t('removeTitle')}>
      {entry && <Removal entry={entry} onClose={onClose} />}
    </Modal>
  )
}

function Removal({ entry: { id, kind, masked, reason: because }, onClose }: { entry: BlackListEntry; onClose: () => void }) {
  const { t } = useTranslation('black-list')
  // A shared message announces every call that waits for a second officer.
  const removing = useMutation({ mutationFn: (reason: string) => removeFromBlackList(id, reason), onSuccess: onClose })
  return (
    <Stack>
      <p className={classes.reason}>
        {t(`kind.${kind}`)} <strong>{masked}</strong>: {because}
      </p>
      <Alert color="amber" role="note">
        {t('removeText')}
      </Alert>
      <ReasonForm<'remove'>
        label={t('whyRemove')}
        isBusy={removing.isPending}
        failure={removing.error}
        onAct={(_act, reason) => removing.mutate(reason)}
      >
        {(act) => (
          <>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button onClick={() => act('remove')}>{t('removeNow')}</Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}
