/**
 * Reason of an officer's decision about a person. Missing length is shown from the first character, so that the disabled button is
 * explained.
 */
import { Textarea } from '@mantine/core'
import { REASON_LENGTH } from '@tunjo/contract/officer-reason'

export const isReasonShort = (reason: string): boolean => [...reason.trim()].length < REASON_LENGTH.minimum

interface ReasonFieldProps {
  label: string
  /** Shown while it is too short. */
  tooShort: string
  /** Shown otherwise. */
  hint?: string
  minRows?: number
  value: string
  onChange: (reason: string) => void
}

export function ReasonField({ label, tooShort, hint, minRows = 2, value, onChange }: ReasonFieldProps) {
  return (
    <Textarea
      label={label}
      description={isReasonShort(value) ? tooShort : hint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={REASON_LENGTH.maximum}
      autosize
      minRows={minRows}
      required
      withAsterisk
      data-autofocus
    />
  )
}
