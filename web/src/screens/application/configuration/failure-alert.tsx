/** Why what a button asked for was not done. */
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
