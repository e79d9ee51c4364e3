/** File input by drag and drop, or by the browser's file dialog. Buttons there are the alternative to dragging. */
import { type ChangeEvent, type DragEvent, useState } from 'react'

/** @param isOpen whether files are accepted now */
export function useFileIntake(take: (files: readonly File[]) => void, isOpen: boolean) {
  const [isOver, setOver] = useState(false)

  function give(list: FileList | null): void {
    if (isOpen && list && list.length > 0) take([...list])
  }

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    give(currentTarget.files)
    // Allows choosing the same file again after it was removed.
    currentTarget.value = ''
  }

  function drag(event: DragEvent): void {
    event.preventDefault()
    setOver(isOpen && event.type === 'dragover')
    if (event.type === 'drop') give(event.dataTransfer.files)
  }

  return {
    give,
    /** Props of the drop zone. */
    zone: { 'data-over': isOver || undefined, onDragOver: drag, onDragLeave: drag, onDrop: drag },
    /** Props of the hidden input that a button clicks. */
    input: { type: 'file', hidden: true, tabIndex: -1, onChange: choose },
  } as const
}
