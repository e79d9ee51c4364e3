/** Saved addresses of the person (page Cuentas): data, end of the holding period, add and remove. */
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash, IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { SAVED_ADDRESSES_MAX, type SavedAddress } from '@tunjo/contract/crypto-addresses'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { savedAddressesQuery } from '../../api/token-withdrawals.ts'
import { useAccount } from '../../session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Hash } from '../../ui/hash.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { WaitUntil } from '../payout-wait/wait-until.tsx'
import { DeleteAddressModal } from './delete-address-modal.tsx'
import { NewAddress } from './new-address.tsx'
import classes from './token-withdrawal.module.css'

export function AddressBook() {
  const { t } = useTranslation(['send', 'money'])
  const userId = useAccount()?.id ?? ''
  const saved = useQuery(savedAddressesQuery(userId))
  const [isAdding, setAdding] = useState(false)
  const [deleted, setDeleted] = useState<SavedAddress | null>(null)
  if (saved.isPending) return <RowsSkeleton rows={2} />
  if (saved.isLoadingError) return <ErrorState message={errorText(saved.error)} onRetry={() => void saved.refetch()} />
  const add = (
    <Button variant="light" size="sm" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      {t('send:book.add')}
    </Button>
  )
  return (
    <>
      {saved.data.length === 0 ? (
        <EmptyState icon={<IconWallet size={26} />} title={t('send:book.emptyTitle')} text={t('send:book.emptyText')} action={add} />
      ) : (
        <ul className={classes.list}>
          {saved.data.map((address) => (
            <li key={address.id} className={classes.row}>
              <AddressText address={address} />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('send:book.delete', { alias: address.alias })}
                onClick={() => setDeleted(address)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
          {saved.data.length < SAVED_ADDRESSES_MAX && <li>{add}</li>}
        </ul>
      )}
      <Modal opened={isAdding} onClose={() => setAdding(false)} title={t('send:book.add')}>
        <NewAddress onSaved={() => setAdding(false)} autoFocus />
      </Modal>
      <DeleteAddressModal address={deleted} onClose={() => setDeleted(null)} />
    </>
  )
}

function AddressText({ address: { alias, address, heldUntil } }: { address: SavedAddress }) {
  const { t } = useTranslation(['send', 'money'])
  return (
    <span className={classes.text}>
      <span className={classes.alias} translate="no">
        {alias}
      </span>
      <Hash value={address} what={t('money:crypto.address')} />
      {heldUntil && (
        <span className={classes.note}>
          {t('send:book.new')} <WaitUntil until={new Date(heldUntil)} />
        </span>
      )}
    </span>
  )
}
