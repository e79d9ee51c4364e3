/** Confirmation before a saved address is removed. */
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SavedAddress } from '@tunjo/contract/crypto-addresses'
import { useTranslation } from 'react-i18next'
import { deleteAddress } from '../../api/token-withdrawals.ts'
import { useAccount } from '../../session.ts'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.ts'
import { ErrorDialog } from '../error-dialog.tsx'

interface DeleteAddressModalProps {
  address: SavedAddress | null
  onClose: () => void
  onDeleted?: (id: string) => void
}

export function DeleteAddressModal({ address, onClose, onDeleted }: DeleteAddressModalProps) {
  const { t } = useTranslation('send')
  const cache = useQueryClient()
  const userId = useAccount()?.id ?? ''
  const deleting = useMutation({
    mutationFn: (id: string) => deleteAddress(userId, id),
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: ['crypto', 'whitelist'] })
      toast.success(t('book.deleted'))
      onDeleted?.(id)
    },
    onSettled: onClose,
  })
  return (
    <>
      <Modal opened={address !== null} onClose={onClose} title={t('book.deleteTitle')} size="sm">
        <p style={{ marginTop: 0 }}>{t('book.deleteText', { alias: address?.alias ?? '' })}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('book.cancel')}
          </Button>
          <Button color="red" loading={deleting.isPending} onClick={() => address && deleting.mutate(address.id)}>
            {t('book.deleteConfirm')}
          </Button>
        </Group>
      </Modal>
      <ErrorDialog error={deleting.error} onClose={() => deleting.reset()} />
    </>
  )
}
