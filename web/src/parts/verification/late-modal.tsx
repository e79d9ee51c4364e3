/**
 * The dialog of the forms. With its code the page would weigh too much, so that comes once the page is drawn; by the time that it is needed, perhaps to
 * say that there is no connection, it is there.
 */
import { type ComponentProps, useEffect, useState } from 'react'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const load = async () => (await import('../../ui/modal.tsx')).Modal
const Modal = lazyComponent(load, { dialog: { close: ({ onClose }) => onClose(), isOpen: ({ opened }) => opened } })

export function LateModal(props: ComponentProps<typeof Modal>) {
  const [wasOpened, setWasOpened] = useState(props.opened)
  useEffect(() => {
    Modal.preload()
  }, [])
  // It stays once it was open: a closing dialog gives the focus back.
  if (props.opened && !wasOpened) setWasOpened(true)
  return wasOpened ? <Modal {...props} /> : null
}
