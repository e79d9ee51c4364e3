/**
 * The dialog of the forms. With its code the page would weigh too much, so that comes once the page is drawn; by the time that it is needed, perhaps to
 * say that there is no connection, it is there.
 */
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'

const load = async () => ({ default: (await import('../../ui/modal.tsx')).Modal })
const Modal = lazy(load)

export function LateModal(props: ComponentProps<typeof Modal>) {
  const [wasOpened, setWasOpened] = useState(props.opened)
  useEffect(() => {
    load().catch(() => undefined)
  }, [])
  // It stays once it was open: a closing dialog gives the focus back.
  if (props.opened && !wasOpened) setWasOpened(true)
  return wasOpened ? (
    <Suspense fallback={null}>
      <Modal {...props} />
    </Suspense>
  ) : null
}
