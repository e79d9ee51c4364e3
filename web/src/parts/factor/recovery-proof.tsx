/** Recovery code form, for the loss of the other factors. */
import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts'

interface RecoveryProofProps {
  isBusy: boolean
  refusal: string | null
  onCode: (code: string) => void
}

export function RecoveryProof({ isBusy, refusal, onCode }: RecoveryProofProps) {
  const { t } = useTranslation('factor')
  const [code, setCode] = useState('')
  const input = useFocusOnMount<HTMLInputElement>()

  function submit(event: FormEvent): void {
    event.preventDefault()
    // React events bubble through portals: without this the form behind the dialog would be submitted too.
    event.stopPropagation()
    if (code.trim() !== '') onCode(code.trim())
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          ref={input}
          label={t('recovery.label')}
          description={t('recovery.hint')}
          error={refusal}
          value={code}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy} disabled={code.trim() === ''}>
          {t('recovery.submit')}
        </Button>
      </Stack>
    </form>
  )
}
