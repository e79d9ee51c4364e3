/** Passkey registration: its name here, the rest in the browser's dialog. */
import { Alert, TextInput } from '@mantine/core'
import { PasskeyName } from '@tunjo/contract/factors'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { errorText } from '../../../../api/error-text.ts'
import { addPasskey } from '../../../../api/factors.ts'
import { useZodForm } from '../../../../ui/form/use-zod-form.ts'
import { toast } from '../../../../ui/toast.ts'
import { FormButtons } from '../form-buttons.tsx'
import { unlessCancelled } from '../unless-cancelled.ts'
import { deviceName } from './device-name.ts'
import { useFactorsChanged } from './use-factors-changed.ts'

export const PasskeyForm = z.object({ name: PasskeyName })

/** Texts by the name of a browser error (W3C WebAuthn, §5.1.3). */
const BROWSER_REFUSALS = {
  NotAllowedError: 'passkey.notAllowed',
  InvalidStateError: 'passkey.known',
  AbortError: 'passkey.notAllowed',
} as const

interface AddPasskeyProps {
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

export function AddPasskey({ onCodes, onClose }: AddPasskeyProps) {
  const { t } = useTranslation('security')
  const onChanged = useFactorsChanged()
  const form = useZodForm({
    schema: PasskeyForm,
    initial: { name: deviceName(navigator.userAgent) ?? t('passkey.defaultName') },
    submit: async ({ name }) => {
      const added = await unlessCancelled(addPasskey(name))
      if (!added) return
      await onChanged()
      onClose()
      if (added.recoveryCodes) onCodes(added.recoveryCodes)
      toast.success(t('passkey.added'))
    },
  })

  function reason(error: unknown): string {
    const known = Object.entries(BROWSER_REFUSALS).find(([name]) => error instanceof Error && error.name === name)
    return known ? t(known[1]) : errorText(error)
  }

  return (
    <form {...form.props}>
      <TextInput label={t('passkey.name')} description={t('passkey.nameText')} autoComplete="off" {...form.text('name')} />
      {form.failure !== null && (
        <Alert color="red" role="alert" mt="md">
          {reason(form.failure)}
        </Alert>
      )}
      <p>{t('passkey.next')}</p>
      <FormButtons submit={t('passkey.create')} isSubmitting={form.isSubmitting} onCancel={onClose} />
    </form>
  )
}
