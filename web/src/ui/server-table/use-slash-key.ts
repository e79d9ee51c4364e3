/** `/` focuses the search, unless the person is typing or a dialog is open. */
import { type RefObject, useEffect } from 'react'

const WRITING = 'input, textarea, select, [contenteditable], [role=dialog]'

export function useSlashKey(search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const isWriting = event.target instanceof Element && event.target.closest(WRITING)
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting) return
      if (!search.current || document.documentElement.hasAttribute('data-scroll-locked')) return
      event.preventDefault()
      search.current.focus()
      search.current.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [search])
}
