/** Six-digit code field, typed, pasted or filled in by the phone; a complete code is submitted automatically. */
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './code-field.module.css'
import { useFocusOnMount } from './use-focus-on-mount.ts'

const DIGITS = 6

interface CodeFieldProps {
  label: string
  description?: string
  error?: ReactNode
  disabled?: boolean
  onComplete: (code: string) => void
}

export function CodeField({ label, description, error, disabled, onComplete }: CodeFieldProps) {
  const [code, setCode] = useState('')
  const input = useFocusOnMount<HTMLInputElement>()

  function change(text: string): void {
    const digits = text.replace(/\D/g, '').slice(0, DIGITS)
    setCode(digits)
    if (digits.length === DIGITS && digits !== code) onComplete(digits)
  }

  return (
    <TextInput
      ref={input}
      label={label}
      description={description}
      error={error}
      value={code}
      // Read-only instead of disabled, which would drop the focus while the code is checked.
      readOnly={disabled}
      inputMode="numeric"
      autoComplete="one-time-code"
      size="lg"
      classNames={{ input: classes.code }}
      data-autofocus
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
