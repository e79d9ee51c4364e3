/** Alert with the reason why a button's action failed. */
import { Alert } from '@mantine/core'
import { errorText } from '../../../api/error-text.ts'

export function FailureAlert({ error }: { error: unknown }) {
  if (error === null) return null
  return (
    <Alert color="red" role="alert">
      {errorText(error)}
    </Alert>
  )
}
