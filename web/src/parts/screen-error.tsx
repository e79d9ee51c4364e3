/** Error page of a screen: the session is unknown, its code could not be loaded, or it crashed. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { isCallFailed } from '../api/failure.ts'
import { BoundaryError } from '../ui/boundary-error.tsx'
import { PartInline } from '../ui/part-failure.tsx'
import { SessionError } from './session-error.tsx'

export class ScreenMissing extends Error {
  constructor(cause?: unknown) {
    super('The code of this screen did not arrive.', { cause })
  }
}

export function ScreenError({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  if (isCallFailed(error)) return <SessionError error={error} tryAgain={() => router.invalidate()} />
  if (!(error instanceof ScreenMissing)) return <BoundaryError />
  return <PartInline isPage tryAgain={async () => navigator.onLine} onThere={() => void router.invalidate()} />
}
