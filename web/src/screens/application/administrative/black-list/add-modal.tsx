/** Puts a value on the black list: what it is, the value, until when, and why. */
import { Alert, Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { BLACK_LIST_KINDS, BLACK_LIST_VALUE_MAX, type BlackListKind } from '@tunjo/contract/black-list'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addToBlackList } from '../../../../api/black-list.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { toast } from '../../../../ui/toast.ts'

interface AddModalProps {
  isOpen: boolean
  onClose: () => void
}

export function AddModal({ isOpen, onClose }: AddModalProps) {
  const { t } = useTranslation('black-list')
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('addTitle')}>
      {isOpen && <Addition onClose={onClose} />}
    </Modal>
  )
}

function Addition({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('black-list')
  const field = useId()
  const [entry, setEntry] = useState<Entry>({ kind: 'document', value: '', expiresOn: '' })
  const [wasMissing, setWasMissing] = useState(false)
  const value = entry.value.trim()
  const isMissing = value === ''
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
        {t('addText')}
      </Alert>
      <Fields id={field} entry={entry} isValueMissing={wasMissing && isMissing} onChange={(next) => setEntry({ ...entry, ...next })} />
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
  readonly value: string
  /** Empty: without an end. */
  readonly expiresOn: string
}
interface FieldsProps {
  id: string
  entry: Entry
  isValueMissing: boolean
  onChange: (next: Partial<Entry>) => void
}

function Fields({ id, entry: { kind, value, expiresOn }, isValueMissing, onChange }: FieldsProps) {
  const { t } = useTranslation('black-list')
  return (
    <>
      <NativeSelect
        label={t('kindOfValue')}
        value={kind}
        data={BLACK_LIST_KINDS.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
        onChange={({ currentTarget }) => onChange({ kind: BLACK_LIST_KINDS.find((one) => one === currentTarget.value) ?? 'document' })}
      />
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
      <TextInput
        type="date"
        label={t('expiresOn')}
        description={t('expiresHelp')}
        max="9999-12-31"
        value={expiresOn}
        onChange={({ currentTarget }) => onChange({ expiresOn: currentTarget.value })}
      />
    </>
  )
}
