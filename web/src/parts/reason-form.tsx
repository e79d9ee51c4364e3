/** Reason form of an officer's action: required, validated, kept after a refusal. */
import { Stack, Textarea } from '@mantine/core'
import { REASON_LENGTH } from '@tunjo/contract/officer-reason'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ModalActions } from '../ui/modal-actions.tsx'
import { FormFailure } from './form-failure.tsx'
import classes from './reason-form.module.css'

interface ReasonFormProps<Act> {
  label: string
  isBusy: boolean
  failure: unknown
  onAct: (act: Act, reason: string) => void
  children: (act: (what: Act) => void) => ReactNode
}

export function ReasonForm<Act>({ label, isBusy, failure, onAct, children }: ReasonFormProps<Act>) {
  const { t } = useTranslation('ui')
  const field = useId()
  const [reason, setReason] = useState('')
  const [wasShort, setWasShort] = useState(false)
  const isShort = [...reason.trim()].length < REASON_LENGTH.minimum
  function act(what: Act): void {
    setWasShort(isShort)
    if (isShort) document.getElementById(field)?.focus()
    else onAct(what, reason)
  }
  return (
    <Stack gap="sm">
      <Textarea
        id={field}
        label={label}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={REASON_LENGTH.maximum}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={wasShort && isShort ? t('form.short', { count: REASON_LENGTH.minimum, minimum: REASON_LENGTH.minimum }) : undefined}
        required
      />
      <FormFailure failure={failure} />
      <fieldset disabled={isBusy} className={classes.buttons}>
        <ModalActions>{children(act)}</ModalActions>
      </fieldset>
    </Stack>
  )
}
