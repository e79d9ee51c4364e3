/** Page of a mail link. It requires a button press, since mail scanners open links too. */
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../api/error-text.ts'
import { isCallFailed } from '../api/failure.ts'
import { usePathParam } from '../ui/use-path-param.ts'
import { AccessPanel } from './access-panel.tsx'

/** HTTP status of an expired link: another attempt would not help. */
const LINK_ENDED_STATUS = 410

interface LinkPanelProps<T> {
  title: string
  text: string
  submit: string
  isDangerous?: boolean
  act: (token: string) => Promise<T>
  done: (answer: T) => ReactNode
  /** Next step when the link is refused. */
  otherwise: ReactNode
}

export function LinkPanel<T>({ title, text, submit, isDangerous, act, done, otherwise }: LinkPanelProps<T>) {
  const token = usePathParam('token')
  const acting = useMutation({ mutationFn: () => act(token) })
  const isLinkOver = isCallFailed(acting.error) && acting.error.status === LINK_ENDED_STATUS
  if (acting.isSuccess) return done(acting.data)
  return (
    <AccessPanel title={title} lead={text}>
      {acting.isError && (
        <Alert color="red" role="alert">
          {errorText(acting.error)}
        </Alert>
      )}
      {acting.isError && otherwise}
      {!isLinkOver && (
        <Button onClick={() => acting.mutate()} loading={acting.isPending} color={isDangerous ? 'red' : undefined}>
          {submit}
        </Button>
      )}
    </AccessPanel>
  )
}
