/** A screen that cannot be shown: nobody knows who is signed in, its code did not arrive for want of a network, or it broke. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { isCallFailed } from '../api/failure.ts'
import { BoundaryError } from '../ui/boundary-error.tsx'
import { PartInline } from '../ui/part-failure.tsx'
import { SessionTrouble } from './session-trouble.tsx'

export class ScreenMissing extends Error {
  constructor() {
    super('There is no network to fetch the code of this screen.')
  }
}

export function ScreenError({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  if (isCallFailed(error)) return <SessionTrouble error={error} tryAgain={() => router.invalidate()} />
  if (!(error instanceof ScreenMissing)) return <BoundaryError />
  return <PartInline isPage tryAgain={async () => navigator.onLine} onThere={() => void router.invalidate()} />
}
