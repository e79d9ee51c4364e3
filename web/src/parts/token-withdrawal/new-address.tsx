/** A new address and its name, saved with the person's factor; one that looks like another is told first (MON-07). */
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
  const cache = useQueryClient()
  const userId = useAccount()?.id ?? ''
  const [address, setAddress] = useState('')
  const [alias, setAlias] = useState('')
  const [wantsSaving, setWantsSaving] = useState(true)
  const [isCompared, setCompared] = useState(false)
  const saving = useMutation({
    mutationFn: () => saveAddress(userId, { address: address.trim(), alias: alias.trim(), acceptsLookalike: isCompared }),
    onSuccess: async (saved) => {
      await cache.invalidateQueries({ queryKey: ['crypto', 'whitelist'] })
      toast.success(t('book.saved'))
      onSaved(saved)
    },
  })
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
      {wantsSaving ? (
        <TextInput
          label={t('address.alias')}
          value={alias}
          onChange={(event) => change(setAlias)(event.currentTarget.value)}
          error={isAliasWrong && failure}
          maxLength={40}
          autoComplete="off"
        />
      ) : (
        <p className={classes.note}>{t('address.onlySaved')}</p>
      )}
      {isLookalike && (
        <Alert color="amber" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('address.lookalike')}>
          <Stack gap="xs">
            <span>{errorText(saving.error)}</span>
            <Checkbox label={t('address.compared')} checked={isCompared} onChange={(event) => setCompared(event.currentTarget.checked)} />
          </Stack>
        </Alert>
      )}
      <Button variant="light" loading={saving.isPending} disabled={!isReady} onClick={() => saving.mutate()}>
        {t('address.submit')}
      </Button>
    </Stack>
  )
}
