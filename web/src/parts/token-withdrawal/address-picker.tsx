/** Destination of the tokens: one of the saved addresses, or a new one that is saved first. */
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { SavedAddress } from '@tunjo/contract/crypto-addresses'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shorten } from '../../ui/hash.tsx'
import { DeleteAddressModal } from './delete-address-modal.tsx'
import { NewAddress } from './new-address.tsx'
import classes from './token-withdrawal.module.css'

const OTHER = 'other'

interface AddressPickerProps {
  saved: readonly SavedAddress[]
  chosen: SavedAddress | null
  onChange: (id: string | null) => void
}

export function AddressPicker({ saved, chosen, onChange }: AddressPickerProps) {
  const { t } = useTranslation('send')
  const [isOther, setOther] = useState(false)
  const [deleted, setDeleted] = useState<SavedAddress | null>(null)
  const choose = (value: string) => {
    setOther(value === OTHER)
    onChange(value === OTHER || value === '' ? null : value)
  }
  const finish = ({ id }: SavedAddress) => {
    setOther(false)
    onChange(id)
  }
  return (
    <>
      {saved.length > 0 && (
        <div className={classes.picker}>
          <NativeSelect
            label={t('address.label')}
            className={classes.field}
            value={isOther ? OTHER : (chosen?.id ?? '')}
            onChange={(event) => choose(event.currentTarget.value)}
            data={[
              { value: '', label: t('address.choose'), disabled: true },
              ...saved.map(({ id, alias, address }) => ({ value: id, label: `${alias} · ${shorten(address)}` })),
              { value: OTHER, label: t('address.other') },
            ]}
          />
          {chosen && !isOther && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('book.delete', { alias: chosen.alias })}
              onClick={() => setDeleted(chosen)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          )}
        </div>
      )}
      {(isOther || saved.length === 0) && <NewAddress onSaved={finish} />}
      <DeleteAddressModal address={deleted} onClose={() => setDeleted(null)} onDeleted={() => onChange(null)} />
    </>
  )
}
