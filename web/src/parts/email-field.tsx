/** E-mail field of an account; password managers recognise it by its name. */
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmailFieldProps {
  label: string
  value: string
  onChange: (email: string) => void
  error: ReactNode
}

export function EmailField({ label, value, onChange, error }: EmailFieldProps) {
  return (
    <TextInput
      label={label}
      type="email"
      name="email"
      autoComplete="username"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
