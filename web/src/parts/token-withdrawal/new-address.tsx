/** Form for a new address and its name, saved with step-up authentication; a confusable address is reported first (MON-07). */
import { Alert, Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SavedAddress } from '@tunjo/contract/crypto-addresses'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../api/error-text.ts'
import { isStepUpCancelled } from '../../api/failure.ts'
import { saveAddress } from '../../api/token-withdrawals.ts'
import { useAccount } from '../../session.ts'
import { toast } from '../../ui/toast.ts'
import classes from './token-withdrawal.module.css'

interface NewAddressProps {
  onSaved: (saved: SavedAddress) => void
  autoFocus?: boolean
}

export function NewAddress({ onSaved, autoFocus }: NewAddressProps) {
  const { t } = useTranslation('send')
  const [address, setAddress] = useState('')
  const [alias, setAlias] = useState('')
  const [wantsSaving, setWantsSaving] = useState(true)
  const [isCompared, setCompared] = useState(false)
  const saving = useSaving(onSaved)
  const isLookalike = hasCode(saving.error, 'crypto.address_lookalike')
  const failure = saving.error && !isStepUpCancelled(saving.error) && !isLookalike ? errorText(saving.error) : null
  const isAliasWrong = hasCode(saving.error, 'crypto.address_alias_taken')
  const isReady = address.trim() !== '' && alias.trim() !== '' && wantsSaving && (!isLookalike || isCompared)
  const change = (set: (value: string) => void) => (value: string) => {
    set(value)
    setCompared(false)
    saving.reset()
  }
  return (
    <Stack gap="xs">
      <TextInput
        label={t('address.typed')}
        description={t('address.hint')}
        value={address}
        onChange={(event) => change(setAddress)(event.currentTarget.value)}
        error={!isAliasWrong && failure}
        maxLength={80}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        classNames={{ input: classes.typed }}
        data-autofocus={autoFocus || undefined}
      />
      <Checkbox label={t('address.save')} checked={wantsSaving} onChange={(event) => setWantsSaving(event.currentTarget.checked)} />
      {wantsSaving && <AliasInput value={alias} onChange={change(setAlias)} error={isAliasWrong && failure} />}
      {!wantsSaving && <p className={classes.note}>{t('address.onlySaved')}</p>}
      {isLookalike && <LookalikeAlert text={errorText(saving.error)} isCompared={isCompared} onCompared={setCompared} />}
      <Button
        variant="light"
        loading={saving.isPending}
        disabled={!isReady}
        onClick={() => saving.mutate({ address: address.trim(), alias: alias.trim(), acceptsLookalike: isCompared })}
      >
        {t('address.submit')}
      </Button>
    </Stack>
  )
}

interface AliasInputProps {
  value: string
  onChange: (alias: string) => void
  error: string | false | null
}
function AliasInput({ value, onChange, error }: AliasInputProps) {
  const { t } = useTranslation('send')
  const label = t('address.alias')
  return (
    <TextInput
      {...{ label, value, error }}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maxLength={40}
      autoComplete="off"
    />
  )
}

interface LookalikeAlertProps {
  text: string
  isCompared: boolean
  onCompared: (isCompared: boolean) => void
}
function LookalikeAlert({ text, isCompared, onCompared }: LookalikeAlertProps) {
  const { t } = useTranslation('send')
  return (
    <Alert color="amber" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('address.confusable')}>
      <Stack gap="xs">
        <span>{text}</span>
        <Checkbox label={t('address.compared')} checked={isCompared} onChange={(event) => onCompared(event.currentTarget.checked)} />
      </Stack>
    </Alert>
  )
}

function useSaving(onSaved: NewAddressProps['onSaved']) {
  const { t } = useTranslation('send')
  const cache = useQueryClient()
  const userId = useAccount()?.id ?? ''
  return useMutation({
    mutationFn: (typed: { address: string; alias: string; acceptsLookalike: boolean }) => saveAddress(userId, typed),
    onSuccess: async (saved) => {
      await cache.invalidateQueries({ queryKey: ['crypto', 'whitelist'] })
      toast.success(t('book.saved'))
      onSaved(saved)
    },
  })
}
