/** Files that come into a place: dragged onto it, or chosen in the dialog of the browser. Who drags has buttons there for the same. */
import { type ChangeEvent, type DragEvent, useState } from 'react'

/** @param isOpen whether anything is taken now */
export function useFileIntake(take: (files: readonly File[]) => void, isOpen: boolean) {
  const [isOver, setOver] = useState(false)

  function give(list: FileList | null): void {
    if (isOpen && list && list.length > 0) take([...list])
  }

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    give(currentTarget.files)
    // So that the same file can be chosen again after it was removed.
    currentTarget.value = ''
  }

  function drag(event: DragEvent): void {
    event.preventDefault()
    setOver(isOpen && event.type === 'dragover')
    if (event.type === 'drop') give(event.dataTransfer.files)
  }

  return {
    give,
    /** Props of the place to drop on. */
    zone: { 'data-over': isOver || undefined, onDragOver: drag, onDragLeave: drag, onDrop: drag },
    /** Props of the hidden input that a button clicks. */
    input: { type: 'file', hidden: true, tabIndex: -1, onChange: choose },
  } as const
}
