/**
 * Lazy dialog of the forms. Its code would make the page too large, so it is loaded after the page is rendered; it is then available
 * even to report a lost connection.
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
  // Stays mounted after the first opening: a closing dialog returns the focus.
  if (props.opened && !wasOpened) setWasOpened(true)
  return wasOpened ? <Modal {...props} /> : null
}
