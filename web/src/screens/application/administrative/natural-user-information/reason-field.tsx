/** Why an officer decides something about a person. What is missing is said from the first letter on, so that the button is no riddle. */
import { Textarea } from '@mantine/core'
import { REASON_LENGTH } from '@tunjo/contract/officer-reason'

export const isReasonShort = (reason: string): boolean => [...reason.trim()].length < REASON_LENGTH.minimum

interface ReasonFieldProps {
  label: string
  /** Said while it is too short. */
  tooShort: string
  /** Said then. */
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
