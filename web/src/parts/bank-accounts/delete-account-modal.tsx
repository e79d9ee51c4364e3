/** Confirmation before a bank account is removed. */
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BankAccount } from '@tunjo/contract/payments'
import { useTranslation } from 'react-i18next'
import { accountsQuery, deleteAccount } from '../../api/payments.ts'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.ts'

interface DeleteAccountModalProps {
  account: BankAccount | null
  onClose: () => void
  onDeleted: (id: string) => void
  onFailed: (error: unknown) => void
}

export function DeleteAccountModal({ account, onClose, onDeleted, onFailed }: DeleteAccountModalProps) {
  const { t } = useTranslation('money')
  const cache = useQueryClient()
  const deleting = useMutation({
    mutationFn: deleteAccount,
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: accountsQuery.queryKey })
      toast.success(t('accounts.deleted'))
      onDeleted(id)
    },
    onError: onFailed,
    onSettled: onClose,
  })
  return (
    <Modal opened={account !== null} onClose={onClose} title={t('accounts.deleteTitle')} size="sm">
      <p style={{ marginTop: 0 }}>{t('accounts.deleteText', { alias: account?.alias ?? '' })}</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('accounts.cancel')}
        </Button>
        <Button color="red" loading={deleting.isPending} onClick={() => account && deleting.mutate(account.id)}>
          {t('accounts.deleteConfirm')}
        </Button>
      </Group>
    </Modal>
  )
}
