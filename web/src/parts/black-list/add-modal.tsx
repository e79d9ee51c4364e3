/** Blocklist entry form: kind, value, expiry and reason. For a device selected in a list only expiry and reason. */
import { Alert, Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { BLACK_LIST_KINDS, BLACK_LIST_VALUE_MAX, type BlackListKind } from '@tunjo/contract/blocklist'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addToBlackList } from '../../api/blocklist.ts'
import { banksQuery } from '../../api/parameters.ts'
import { Modal } from '../../ui/modal.tsx'
import { Summary } from '../../ui/summary.tsx'
import { toast } from '../../ui/toast.ts'
import { ReasonForm } from '../reason-form.tsx'

export interface PickedDevice {
  /** Id of its row. */
  readonly id: string
  /** For display. */
  readonly name: string
}
export interface AddModalProps {
  isOpen: boolean
  /** Null: any typed value. */
  device: PickedDevice | null
  onClose: () => void
}

export function AddModal({ isOpen, device, onClose }: AddModalProps) {
  const { t } = useTranslation('black-list')
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('addTitle')}>
      {isOpen && <Addition device={device} onClose={onClose} />}
    </Modal>
  )
}

function Addition({ device, onClose }: Omit<AddModalProps, 'isOpen'>) {
  const { t } = useTranslation('black-list')
  const field = useId()
  const [entry, setEntry] = useState<Entry>({ kind: device ? 'device' : 'document', bank: '', value: device?.id ?? '', expiresOn: '' })
  const [wasMissing, setWasMissing] = useState(false)
  const change = (next: Partial<Entry>) => setEntry({ ...entry, ...next })
  const value = typedValue(entry)
  const isMissing = entry.value.trim() === ''
  const adding = useMutation({
    mutationFn: (reason: string) => addToBlackList({ kind: entry.kind, value, reason, expiresOn: entry.expiresOn || null }),
    onSuccess: () => {
      toast.success(t('added'))
      onClose()
    },
  })
  function add(reason: string): void {
    setWasMissing(isMissing)
    if (isMissing) document.getElementById(field)?.focus()
    else adding.mutate(reason)
  }
  return (
    <Stack>
      <Alert color="amber" role="note">
        {t(device ? 'addDeviceText' : 'addText')}
      </Alert>
      {device ? (
        <Summary lines={[{ name: t('kind.device'), value: device.name, strong: true }]} />
      ) : (
        <ValueFields id={field} entry={entry} isValueMissing={wasMissing && isMissing} onChange={change} />
      )}
      <TextInput
        type="date"
        label={t('expiresOn')}
        description={t('expiresHelp')}
        max="9999-12-31"
        value={entry.expiresOn}
        onChange={({ currentTarget }) => change({ expiresOn: currentTarget.value })}
      />
      <ReasonForm<'add'> label={t('why')} isBusy={adding.isPending} failure={adding.error} onAct={(_act, reason) => add(reason)}>
        {(act) => (
          <>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button onClick={() => act('add')}>{t('addNow')}</Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}

interface Entry {
  readonly kind: BlackListKind
  /** Name of the bank of an account; empty: any. */
  readonly bank: string
  readonly value: string
  /** Empty: without expiry. */
  readonly expiresOn: string
}
/** In the server's format: the bank before the number. */
const typedValue = ({ kind, bank, value }: Entry): string => (kind === 'bank_account' && bank ? `${bank} ${value.trim()}` : value.trim())

interface FieldsProps {
  id: string
  entry: Entry
  isValueMissing: boolean
  onChange: (next: Partial<Entry>) => void
}

function ValueFields({ id, entry: { kind, bank, value }, isValueMissing, onChange }: FieldsProps) {
  const { t } = useTranslation('black-list')
  return (
    <>
      <NativeSelect
        label={t('kindOfValue')}
        value={kind}
        data={BLACK_LIST_KINDS.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
        onChange={({ currentTarget }) => onChange({ kind: BLACK_LIST_KINDS.find((one) => one === currentTarget.value) ?? 'document' })}
      />
      {kind === 'bank_account' && <BankSelect bank={bank} onChange={(next) => onChange({ bank: next })} />}
      <TextInput
        id={id}
        label={t('value')}
        description={t(`example.${kind}`)}
        maxLength={BLACK_LIST_VALUE_MAX}
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        error={isValueMissing ? t('valueMissing') : undefined}
        required
      />
    </>
  )
}

/** Needed since two banks may have the same account number. */
function BankSelect({ bank, onChange }: { bank: string; onChange: (bank: string) => void }) {
  const { t } = useTranslation('black-list')
  const { data: banks = [] } = useQuery(banksQuery)
  return (
    <NativeSelect
      label={t('bank')}
      description={t('bankHelp')}
      value={bank}
      data={[{ value: '', label: t('anyBank') }, ...banks.map(({ name }) => ({ value: name, label: name }))]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
