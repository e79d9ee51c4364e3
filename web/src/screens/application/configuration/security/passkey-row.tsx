/** One passkey: last use, rename and remove. */
import { ActionIcon, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Passkey } from '@tunjo/contract/factors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { factorsQuery, removePasskey, renamePasskey } from '../../../../api/factors.ts'
import { FormFailure } from '../../../../parts/form-failure.tsx'
import { formatDate } from '../../../../ui/date-time.tsx'
import { useZodForm } from '../../../../ui/form/use-zod-form.ts'
import { toast } from '../../../../ui/toast.ts'
import { FailureAlert } from '../failure-alert.tsx'
import { FormButtons } from '../form-buttons.tsx'
import { unlessCancelled } from '../unless-cancelled.ts'
import { PasskeyForm } from './add-passkey.tsx'
import classes from './security.module.css'
import { useFactorsChanged } from './use-factors-changed.ts'

export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('security')
  const [isRenaming, setRenaming] = useState(false)
  const onChanged = useFactorsChanged()
  const removing = useMutation({
    mutationFn: () => unlessCancelled(removePasskey(passkey.id)),
    onSuccess: async (removed) => {
      if (!removed) return
      await onChanged()
      toast.success(t('passkey.removed'))
    },
  })
  const { name, addedAt, lastUsedAt, backedUp } = passkey
  const used = lastUsedAt ? t('passkey.used', { date: formatDate(new Date(lastUsedAt)) }) : t('passkey.unused')
  return (
    <li className={classes.passkey}>
      <div className={classes.passkeyText}>
        <p className={classes.passkeyName}>{name}</p>
        <p className={classes.quiet}>
          {t('passkey.since', { date: formatDate(new Date(addedAt), 'day') })} · {used}
          {backedUp && ` · ${t('passkey.backedUp')}`}
        </p>
      </div>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={t('passkey.rename', { name })}
        aria-expanded={isRenaming}
        onClick={() => setRenaming(!isRenaming)}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        loading={removing.isPending}
        aria-label={t('passkey.remove', { name })}
        onClick={() => removing.mutate()}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      {isRenaming && <RenameForm passkey={passkey} onClose={() => setRenaming(false)} />}
      <FailureAlert error={removing.error} />
    </li>
  )
}

function RenameForm({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('security')
  const cache = useQueryClient()
  const form = useZodForm({
    schema: PasskeyForm,
    initial: { name: passkey.name },
    submit: async ({ name }) => {
      await renamePasskey(passkey.id, name)
      await cache.invalidateQueries({ queryKey: factorsQuery.queryKey })
      onClose()
    },
  })
  return (
    <form {...form.props} className={classes.rename}>
      <TextInput label={t('passkey.name')} autoComplete="off" {...form.text('name')} />
      <FormFailure failure={form.failure} />
      <FormButtons submit={t('passkey.save')} isSubmitting={form.isSubmitting} onCancel={onClose} />
    </form>
  )
}
